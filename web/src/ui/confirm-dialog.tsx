import { type ReactNode, useState } from 'react';
import { useText } from '../text/text.ts';
import { visibleText } from '../text/visible-text.ts';
import { Dialog } from './dialog.tsx';
import { TextField } from './field.tsx';
import { Form } from './form.tsx';

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
      <Form
        submit={action}
        kind="danger"
        busy={!!busy}
        error={error}
        why={confirmed ? undefined : t('ui.confirm.why')}
        onSubmit={onConfirm}
        onCancel={onClose}
      >
        {children}
        <TextField
          label={t('ui.confirm.type', { phrase })}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Form>
    </Dialog>
  );
}
