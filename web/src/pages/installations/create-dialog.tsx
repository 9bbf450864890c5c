import { useNavigate } from '@tanstack/react-router';
import { useAction } from '../../data/action.ts';
import { useForm } from '../../data/form.ts';
import { useText } from '../../text/text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckboxGroup, SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { createInstallation, type Installation, key, platforms, scopes } from './queries.ts';

/** Creates an installation and opens it for the next step. */
export function CreateDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const navigate = useNavigate();
  const action = useAction({ refreshes: [key], showsError: true });
  const { values, set, text, choice, discard } = useForm<Pick<Installation, 'display_name' | 'platform' | 'scopes'>>(
    { display_name: '', platform: 'wordpress', scopes: ['publications.read'] },
    { ...action, draft: 'new-installation' },
  );
  const end = () => {
    discard();
    onClose();
  };
  const create = () =>
    action.run(
      () => createInstallation({ ...values, display_name: values.display_name.trim() }),
      async ({ installation: { id } }) => {
        discard();
        await navigate({ to: '/installations/$id', params: { id } });
        return undefined;
      },
    );
  return (
    <Dialog title={t('installations.create')} onClose={onClose}>
      <Form
        submit={t('installations.create')}
        busy={action.isPending}
        error={action.error}
        why={values.scopes.length === 0 ? t('installations.noScope') : undefined}
        onSubmit={create}
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
        <SelectField
          label={t('installations.platform')}
          options={platforms.map((value) => ({ value, text: t(`installations.platform.${value}`) }))}
          {...choice('platform')}
        />
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
