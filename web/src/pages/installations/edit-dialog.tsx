import { useState } from 'react';
import { useAction } from '../../data/action.ts';
import { changesOf } from '../../data/changes.ts';
import { useForm } from '../../data/form.ts';
import { useText } from '../../text/text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckboxGroup, TextAreaField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { changeInstallation, type Installation, key, scopes } from './queries.ts';

/** Changes the name, description and scopes of an installation. The undo restores the previous ones. */
export function EditDialog({ installation, onClose }: { installation: Installation; onClose: () => void }) {
  const t = useText();
  const { id, display_name, description = null, scopes: granted } = installation;
  // The values when the dialog opened: other people's changes are neither overwritten nor undone.
  const [before] = useState({ display_name, description, scopes: granted });
  const action = useAction({ refreshes: [key], showsError: true });
  const { values, set, text, discard } = useForm(
    { ...before, description: description ?? '' },
    { ...action, draft: `installation.${id}.${JSON.stringify(before)}` },
  );
  const end = () => {
    discard();
    onClose();
  };
  const save = () => {
    const after = {
      display_name: values.display_name.trim(),
      description: values.description.trim() || null,
      scopes: values.scopes,
    };
    const changes = changesOf(before, after);
    if (Object.keys(changes).length === 0) return end();
    action.run(
      () => changeInstallation({ id, ...changes }),
      () => {
        end();
        return {
          text: t('installations.edited', { name: after.display_name }),
          undo: () => changeInstallation({ id, ...changesOf(after, before) }),
        };
      },
    );
  };
  return (
    <Dialog title={t('installations.editTitle')} onClose={onClose}>
      <Form
        submit={t('action.save')}
        busy={action.isPending}
        error={action.error}
        why={values.scopes.length === 0 ? t('installations.noScope') : undefined}
        onSubmit={save}
        onCancel={end}
      >
        <TextField
          label={t('installations.name')}
          hint={t('installations.nameHint')}
          required
          autoFocus
          maxLength={200}
          {...text('display_name')}
        />
        <TextAreaField label={t('installations.description')} rows={3} maxLength={2000} {...text('description')} />
        <CheckboxGroup
          legend={t('installations.scopes')}
          options={scopes.map((value) => ({ value, text: t(`installations.scope.${value}`) }))}
          values={values.scopes}
          onChange={(chosen) => set({ scopes: chosen })}
        />
      </Form>
    </Dialog>
  );
}
