import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';

type Kind = 'primary' | 'plain' | 'danger' | 'quiet';

/**
 * What a button needs while it cannot be pressed. It is never `disabled` in HTML: it may have the focus at that moment, and
 * the keyboard would start again at the top of the page.
 */
interface PressProps extends Omit<ComponentProps<'button'>, 'children' | 'disabled'> {
  /** While true the button cannot be pressed, and says so to screen readers. */
  disabled?: boolean | undefined;
  /** Like `disabled`, because what it has started is still going on. */
  busy?: boolean | undefined;
}

const pressProps = ({ disabled, busy, onClick, ...props }: PressProps) => ({
  type: 'button' as const,
  ...props,
  'aria-disabled': disabled || busy || undefined,
  'aria-busy': busy || undefined,
  // A form is not sent either, also not with Enter in one of its fields: browsers click its button then.
  onClick: disabled || busy ? (event: MouseEvent) => event.preventDefault() : onClick,
});

type ButtonProps = PressProps & { kind?: Kind; icon?: LucideIcon; children: ReactNode };

/** A button with a text. One per view is `primary`; `danger` is for what cannot be undone. */
export function Button({ kind = 'plain', icon: Icon, children, className, ...props }: ButtonProps) {
  return (
    <button {...pressProps(props)} className={`button ${kind} ${className ?? ''}`}>
      {Icon && <Icon aria-hidden size={16} />}
      {children}
    </button>
  );
}

type IconButtonProps = PressProps & { icon: LucideIcon; label: string };

/** A button that shows only an icon. `label` is its name, and its tooltip. */
export function IconButton({ icon: Icon, label, className, ...props }: IconButtonProps) {
  return (
    <button {...pressProps(props)} className={`icon-button ${className ?? ''}`} aria-label={label} title={label}>
      <Icon aria-hidden size={16} />
    </button>
  );
}
