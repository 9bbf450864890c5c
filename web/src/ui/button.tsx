import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

type Kind = 'primary' | 'plain' | 'danger' | 'quiet';

type ButtonProps = ComponentProps<'button'> & {
  kind?: Kind;
  icon?: LucideIcon;
  /** While true the button cannot be pressed, and says so to screen readers. It keeps the focus. */
  busy?: boolean;
  children: ReactNode;
};

/** A button with a text. One per view is `primary`; `danger` is for what cannot be undone. */
export function Button({ kind = 'plain', icon: Icon, busy, children, className, onClick, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      className={`button ${kind} ${className ?? ''}`}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {Icon && <Icon aria-hidden size={16} />}
      {children}
    </button>
  );
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & { icon: LucideIcon; label: string };

/** A button that shows only an icon. `label` is its name, and its tooltip. */
export function IconButton({ icon: Icon, label, className, ...props }: IconButtonProps) {
  return (
    <button type="button" {...props} className={`icon-button ${className ?? ''}`} aria-label={label} title={label}>
      <Icon aria-hidden size={16} />
    </button>
  );
}
