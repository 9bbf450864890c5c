import { useState } from 'react';
import { issueOf } from '../../api/issue-of.ts';
import { useChange } from '../../data/use-change.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { useErrorToast, useToast } from '../../ui/toasts.tsx';
import { cancelInvitation, invite, type Role, roles } from './queries.ts';

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const toast = useToast();
  const showError = useErrorToast();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('workspace_member');
  const send = useChange('members', invite);
  const takeBack = useChange('members', cancelInvitation, showError);
  const submit = () =>
    send.mutate(
      { email: email.trim(), role },
      {
        onSuccess: ({ invitation }) => {
          toast({
            text: t('members.invited', { email: invitation.email }),
            tone: 'good',
            undo: () => takeBack.mutate(invitation.email),
          });
          onClose();
        },
      },
    );
  return (
    <Dialog title={t('members.invite')} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          type="email"
          label={t('members.email')}
          required
          autoFocus
          maxLength={254}
          value={email}
          issue={issueOf(send.error, 'email')}
          onChange={(event) => setEmail(event.target.value)}
        />
        <SelectField
          label={t('members.role')}
          hint={t('members.roleHint')}
          value={role}
          options={roles.map((value) => ({ value, text: t(`role.${value}`) }))}
          onChoose={setRole}
        />
        <p className="fine">{t('members.inviteHint')}</p>
        {send.error && <ErrorNotice error={send.error} />}
        <div className="form-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="primary" type="submit" busy={send.isPending}>
            {t('members.invite')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
