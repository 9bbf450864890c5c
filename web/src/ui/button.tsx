import type { LucideIcon } from 'lucide-react';
import { type ComponentProps, type MouseEvent, type ReactNode, useId } from 'react';

type Kind = 'primary' | 'plain' | 'danger' | 'quiet';

/**
 * Props of a button that may be inactive. It is never `disabled` in HTML: it may have the focus, and the keyboard would
 * start at the top of the page again.
 */
interface PressProps extends Omit<ComponentProps<'button'>, 'children' | 'disabled'> {
  /** If true, the button does nothing and screen readers announce it as disabled. */
  disabled?: boolean | undefined;
  /** Like `disabled`, while its action is running. */
  busy?: boolean | undefined;
}

const pressProps = ({ disabled, busy, onClick, ...props }: PressProps) => ({
  type: 'button' as const,
  ...props,
  'aria-disabled': disabled || busy || undefined,
  'aria-busy': busy || undefined,
  // Also stops Enter in a field from submitting the form, because browsers then click its button.
  onClick: disabled || busy ? (event: MouseEvent) => event.preventDefault() : onClick,
});

interface ButtonProps extends PressProps {
  kind?: Kind;
  icon?: LucideIcon;
  children: ReactNode;
  /** Why the button is disabled: it is so while there is a reason, which stands beside it. */
  why?: string | undefined;
}

/** A button with a text. Each view has at most one `primary`; `danger` is for irreversible actions. */
export function Button({ kind = 'plain', icon: Icon, children, className, why, ...props }: ButtonProps) {
  const whyId = useId();
  const press = pressProps(why === undefined ? props : { ...props, disabled: true, 'aria-describedby': whyId });
  return (
    <>
      {why !== undefined && (
        <span id={whyId} className="fine button-why">
          {why}
        </span>
      )}
      <button {...press} className={`button ${kind} ${className ?? ''}`}>
        {Icon && <Icon aria-hidden size={16} />}
        {children}
      </button>
    </>
  );
}

type IconButtonProps = PressProps & { icon: LucideIcon; label: string };

/** A button with only an icon. `label` is its accessible name and tooltip. */
export function IconButton({ icon: Icon, label, className, ...props }: IconButtonProps) {
  return (
    <button {...pressProps(props)} className={`icon-button ${className ?? ''}`} aria-label={label} title={label}>
      <Icon aria-hidden size={16} />
    </button>
  );
}
