import { useAction } from '../../data/action.ts';
import { useForm } from '../../data/form.ts';
import { useText } from '../../text/text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { cancelInvitation, invite, key, type Role, roles } from './queries.ts';

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const action = useAction({ refreshes: [key], showsError: true });
  const { values, text, choice, discard } = useForm<{ email: string; role: Role }>(
    { email: '', role: 'workspace_member' },
    { ...action, draft: 'invitation' },
  );
  const end = () => {
    discard();
    onClose();
  };
  const send = () =>
    action.run(
      () => invite({ ...values, email: values.email.trim() }),
      ({ invitation: { email } }) => {
        end();
        return { text: t('members.invited', { email }), undo: () => cancelInvitation(email) };
      },
    );
  return (
    <Dialog title={t('members.invite')} onClose={onClose}>
      <Form submit={t('members.invite')} busy={action.isPending} error={action.error} onSubmit={send} onCancel={end}>
        <TextField type="email" label={t('members.email')} required autoFocus maxLength={254} {...text('email')} />
        <SelectField
          label={t('members.role')}
          hint={t('members.roleHint')}
          options={roles.map((value) => ({ value, text: t(`role.${value}`) }))}
          {...choice('role')}
        />
        <p className="fine">{t('members.inviteHint')}</p>
      </Form>
    </Dialog>
  );
}
