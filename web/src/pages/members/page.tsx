import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { actorName } from '../../data/actor.ts';
import { useChange } from '../../data/use-change.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyNotice } from '../../ui/empty-notice.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Moment } from '../../ui/moment.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Table, TableSkeleton } from '../../ui/table.tsx';
import { useErrorToast, useToast } from '../../ui/toasts.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import {
  cancelInvitation,
  changeRole,
  type Invitation,
  invite,
  type Member,
  memberList,
  removeMember,
  roles,
} from './queries.ts';

/** The members and invitations of the workspace. Only administrators may see and change them. */
export function MembersPage() {
  const t = useText();
  const [inviting, setInviting] = useState(false);
  const { data, error, refetch } = useQuery(memberList);
  return (
    <Page
      title={t('page.members')}
      actions={
        <Button kind="primary" icon={UserPlus} onClick={() => setInviting(true)}>
          {t('members.invite')}
        </Button>
      }
    >
      {error && <ErrorNotice error={error} onRetry={refetch} />}
      {!data && !error && <TableSkeleton rows={5} />}
      {data && data.members.length === 0 && (
        <EmptyNotice title={t('members.empty')}>{t('members.emptyHint')}</EmptyNotice>
      )}
      {data && data.members.length > 0 && <MemberTable members={data.members} />}
      {data && data.invitations.length > 0 && <InvitationTable invitations={data.invitations} />}
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Page>
  );
}

function MemberTable({ members }: { members: readonly Member[] }) {
  const t = useText();
  const toast = useToast();
  const [leaving, setLeaving] = useState<string>();
  const change = useChange('members', changeRole);
  const remove = useChange('members', removeMember);
  const give = (member: Member, role: Member['role']) =>
    change.mutate(
      { email: member.email, role },
      {
        onSuccess: () =>
          toast({
            text: t('members.roleChanged', { email: member.email, role: t(`role.${role}`) }),
            tone: 'good',
            undo: () => change.mutate({ email: member.email, role: member.role }),
          }),
      },
    );
  return (
    <>
      {change.error && <ErrorNotice error={change.error} />}
      <Table
        caption={t('page.members')}
        rows={members}
        rowId={({ email }) => email}
        busy={change.isPending}
        columns={[
          { id: 'email', header: t('members.email'), isRowHeader: true, cell: ({ email }) => email },
          {
            id: 'role',
            header: t('members.role'),
            cell: (member) => (
              <SelectField
                label={t('members.roleOf', { email: member.email })}
                hideLabel
                value={member.role}
                options={roles.map((value) => ({ value, text: t(`role.${value}`) }))}
                onChoose={(role) => give(member, role)}
              />
            ),
          },
          {
            id: 'since',
            header: t('members.since'),
            numeric: true,
            cell: ({ created_at }) => <Moment ms={created_at} />,
          },
          {
            id: 'actions',
            header: t('members.actions'),
            numeric: true,
            cell: ({ email }) => (
              <div className="row-actions">
                <Button aria-label={t('members.removeWho', { email })} onClick={() => setLeaving(email)}>
                  {t('members.remove')}
                </Button>
              </div>
            ),
          },
        ]}
      />
      {leaving && (
        <ConfirmDialog
          title={t('members.removeWho', { email: leaving })}
          phrase={leaving}
          action={t('members.remove')}
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(leaving, { onSuccess: () => setLeaving(undefined) })}
          onClose={() => {
            remove.reset();
            setLeaving(undefined);
          }}
        >
          <p>{t('members.removeText')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function InvitationTable({ invitations }: { invitations: readonly Invitation[] }) {
  const t = useText();
  const toast = useToast();
  const showError = useErrorToast();
  const inviteAgain = useChange('members', invite, showError);
  const cancel = useChange('members', async ({ email }: Invitation) => cancelInvitation(email));
  return (
    <section className="section" aria-labelledby="invitations">
      <h2 id="invitations">{t('members.invitations')}</h2>
      {cancel.error && <ErrorNotice error={cancel.error} />}
      <Table
        caption={t('members.invitations')}
        rows={invitations}
        rowId={({ email }) => `invitation-${email}`}
        busy={cancel.isPending}
        columns={[
          { id: 'email', header: t('members.email'), isRowHeader: true, cell: ({ email }) => email },
          { id: 'role', header: t('members.role'), cell: ({ role }) => t(`role.${role}`) },
          { id: 'by', header: t('members.invitedBy'), cell: ({ invited_by }) => invited_by && actorName(invited_by) },
          {
            id: 'expires',
            header: t('members.expires'),
            numeric: true,
            cell: ({ expires_at }) => <Moment ms={expires_at} />,
          },
          {
            id: 'actions',
            header: t('members.actions'),
            numeric: true,
            cell: (invitation) => (
              <div className="row-actions">
                <Button
                  aria-label={t('members.cancelWho', { email: invitation.email })}
                  onClick={() =>
                    cancel.mutate(invitation, {
                      onSuccess: () =>
                        toast({
                          text: t('members.cancelled', { email: invitation.email }),
                          tone: 'good',
                          undo: () => inviteAgain.mutate({ email: invitation.email, role: invitation.role }),
                        }),
                    })
                  }
                >
                  {t('members.cancel')}
                </Button>
              </div>
            ),
          },
        ]}
      />
    </section>
  );
}
