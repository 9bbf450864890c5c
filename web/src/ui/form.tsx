import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../text/text.ts';
import { Button } from './button.tsx';
import { ErrorNotice } from './notice.tsx';

interface FormProps {
  /** The text of the button that sends it. */
  submit: string;
  onSubmit: () => void;
  icon?: LucideIcon;
  kind?: 'primary' | 'plain' | 'danger';
  /** Why it cannot be sent now. */
  why?: string | undefined;
  busy?: boolean;
  error?: unknown;
  /** See `ErrorNotice`. */
  whoCan?: string;
  onCancel?: (() => void) | undefined;
  className?: string;
  /** Whether the button stands beside the fields, in one line. */
  inline?: boolean;
  label?: string;
  children: ReactNode;
}

/** A form: its fields, what went wrong, and its buttons. It is sent once, and not while there is a reason against it. */
export function Form({
  submit,
  onSubmit,
  icon,
  kind = 'primary',
  why,
  busy = false,
  error,
  whoCan,
  onCancel,
  className = '',
  inline = false,
  label,
  children,
}: FormProps) {
  const t = useText();
  const buttons = (
    <>
      {onCancel && <Button onClick={onCancel}>{t('action.cancel')}</Button>}
      <Button kind={kind} type="submit" busy={busy} why={why} {...(icon && { icon })}>
        {submit}
      </Button>
    </>
  );
  const notice = error !== undefined && error !== null && <ErrorNotice error={error} whoCan={whoCan} />;
  return (
    <>
      <form
        className={`${inline ? 'toolbar' : 'form'} ${className}`}
        aria-label={label}
        onSubmit={(event) => {
          event.preventDefault();
          if (why === undefined && !busy) onSubmit();
        }}
      >
        {children}
        {!inline && notice}
        {inline ? buttons : <div className="form-actions">{buttons}</div>}
      </form>
      {inline && notice}
    </>
  );
}
