import { type ReactNode, useState } from 'react';
import { useText } from '../text/text.ts';
import { visibleText } from '../text/visible-text.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from './field.tsx';
import { ErrorNotice } from './notice.tsx';

interface ConfirmDialogProps {
  title: string;
  /** The text that must be typed exactly. */
  phrase: string;
  /** The text of the confirming button. */
  action: string;
  onConfirm: () => void;
  onClose: () => void;
  busy?: boolean;
  error?: unknown;
  /** The consequences, and further fields. */
  children: ReactNode;
}

/** Asks for a typed phrase. Only for irreversible actions. */
export function ConfirmDialog({
  title,
  phrase,
  action,
  onConfirm,
  onClose,
  busy,
  error,
  children,
}: ConfirmDialogProps) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const confirmed = visibleText(typed) === visibleText(phrase);
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (confirmed && !busy) onConfirm();
        }}
      >
        {children}
        <TextField
          label={t('ui.confirm.type', { phrase })}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
        {!!error && <ErrorNotice error={error} />}
        <div className="form-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="danger" type="submit" disabled={!confirmed} busy={!!busy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
