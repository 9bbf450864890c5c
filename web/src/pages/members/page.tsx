import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { actorName } from '../../data/actor.ts';
import { useChange } from '../../data/use-change.ts';
import { useText, useTexts } from '../../text/text.ts';
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
import { texts } from './texts.ts';

/** The members and invitations of the workspace. Only administrators may see and change them. */
export function MembersPage() {
  const t = useText();
  const m = useTexts(texts);
  const [inviting, setInviting] = useState(false);
  const { data, error, refetch } = useQuery(memberList);
  return (
    <Page
      title={t('page.members')}
      actions={
        <Button kind="primary" icon={UserPlus} onClick={() => setInviting(true)}>
          {m('invite')}
        </Button>
      }
    >
      {error && <ErrorNotice error={error} onRetry={refetch} />}
      {!data && !error && <TableSkeleton rows={5} />}
      {data && data.members.length === 0 && <EmptyNotice title={m('empty')}>{m('emptyHint')}</EmptyNotice>}
      {data && data.members.length > 0 && <MemberTable members={data.members} />}
      {data && data.invitations.length > 0 && <InvitationTable invitations={data.invitations} />}
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Page>
  );
}

function MemberTable({ members }: { members: readonly Member[] }) {
  const t = useText();
  const m = useTexts(texts);
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
            text: m('roleChanged', { email: member.email, role: t(`role.${role}`) }),
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
          { id: 'email', header: m('email'), isRowHeader: true, cell: ({ email }) => email },
          {
            id: 'role',
            header: m('role'),
            cell: (member) => (
              <SelectField
                label={m('roleOf', { email: member.email })}
                hideLabel
                value={member.role}
                options={roles.map((value) => ({ value, text: t(`role.${value}`) }))}
                onChoose={(role) => give(member, role)}
              />
            ),
          },
          { id: 'since', header: m('since'), numeric: true, cell: ({ created_at }) => <Moment ms={created_at} /> },
          {
            id: 'actions',
            header: m('actions'),
            numeric: true,
            cell: ({ email }) => (
              <div className="row-actions">
                <Button aria-label={m('removeWho', { email })} onClick={() => setLeaving(email)}>
                  {m('remove')}
                </Button>
              </div>
            ),
          },
        ]}
      />
      {leaving && (
        <ConfirmDialog
          title={m('removeWho', { email: leaving })}
          phrase={leaving}
          action={m('remove')}
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(leaving, { onSuccess: () => setLeaving(undefined) })}
          onClose={() => {
            remove.reset();
            setLeaving(undefined);
          }}
        >
          <p>{m('removeText')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function InvitationTable({ invitations }: { invitations: readonly Invitation[] }) {
  const t = useText();
  const m = useTexts(texts);
  const toast = useToast();
  const showError = useErrorToast();
  const inviteAgain = useChange('members', invite, showError);
  const cancel = useChange('members', async ({ email }: Invitation) => cancelInvitation(email));
  return (
    <section className="section" aria-labelledby="invitations">
      <h2 id="invitations">{m('invitations')}</h2>
      {cancel.error && <ErrorNotice error={cancel.error} />}
      <Table
        caption={m('invitations')}
        rows={invitations}
        rowId={({ email }) => `invitation-${email}`}
        busy={cancel.isPending}
        columns={[
          { id: 'email', header: m('email'), isRowHeader: true, cell: ({ email }) => email },
          { id: 'role', header: m('role'), cell: ({ role }) => t(`role.${role}`) },
          { id: 'by', header: m('invitedBy'), cell: ({ invited_by }) => invited_by && actorName(invited_by) },
          { id: 'expires', header: m('expires'), numeric: true, cell: ({ expires_at }) => <Moment ms={expires_at} /> },
          {
            id: 'actions',
            header: m('actions'),
            numeric: true,
            cell: (invitation) => (
              <div className="row-actions">
                <Button
                  aria-label={m('cancelWho', { email: invitation.email })}
                  onClick={() =>
                    cancel.mutate(invitation, {
                      onSuccess: () =>
                        toast({
                          text: m('cancelled', { email: invitation.email }),
                          tone: 'good',
                          undo: () => inviteAgain.mutate({ email: invitation.email, role: invitation.role }),
                        }),
                    })
                  }
                >
                  {m('cancel')}
                </Button>
              </div>
            ),
          },
        ]}
      />
    </section>
  );
}
