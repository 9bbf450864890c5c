import { useState } from 'react';
import { issueOf } from '../../api/issue-of.ts';
import { changesOf } from '../../data/changes.ts';
import { useChange } from '../../data/use-change.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckboxGroup, TextAreaField, TextField } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { useErrorToast, useToast } from '../../ui/toasts.tsx';
import { changeInstallation, type Installation, key, scopes } from './queries.ts';

/** Changes the name, description and scopes of an installation. The undo restores the previous ones. */
export function EditDialog({ installation, onClose }: { installation: Installation; onClose: () => void }) {
  const t = useText();
  const toast = useToast();
  const showError = useErrorToast();
  const { id, display_name, description = null, scopes: granted } = installation;
  const [name, setName] = useState(display_name);
  const [text, setText] = useState(description ?? '');
  const [chosen, setChosen] = useState(granted);
  const change = useChange(key, changeInstallation);
  const undo = useChange(key, changeInstallation, showError);
  // The values when the dialog opened: other people's changes are neither overwritten nor undone.
  const [before] = useState({ display_name, description, scopes: granted });
  const submit = () => {
    const after = { display_name: name.trim(), description: text.trim() || null, scopes: chosen };
    const changes = changesOf(before, after);
    if (Object.keys(changes).length === 0) return onClose();
    change.mutate(
      { id, ...changes },
      {
        onSuccess: () => {
          const back = () => undo.mutate({ id, ...changesOf(after, before) });
          toast({ text: t('installations.edited', { name: name.trim() }), tone: 'good', undo: back });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog title={t('installations.editTitle')} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label={t('installations.name')}
          hint={t('installations.nameHint')}
          required
          autoFocus
          maxLength={200}
          value={name}
          issue={issueOf(change.error, 'display_name')}
          onChange={(event) => setName(event.target.value)}
        />
        <TextAreaField
          label={t('installations.description')}
          rows={3}
          maxLength={2000}
          value={text}
          issue={issueOf(change.error, 'description')}
          onChange={(event) => setText(event.target.value)}
        />
        <CheckboxGroup
          legend={t('installations.scopes')}
          options={scopes.map((value) => ({ value, text: t(`installations.scope.${value}`) }))}
          values={chosen}
          onChange={setChosen}
        />
        {change.error && <ErrorNotice error={change.error} />}
        <div className="form-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="primary" type="submit" busy={change.isPending}>
            {t('action.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
