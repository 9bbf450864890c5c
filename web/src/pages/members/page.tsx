import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Trash2, UserPlus, UserX } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../data/action.ts';
import { useActorName } from '../../data/actor.ts';
import { useSession } from '../../session/session.ts';
import { useText } from '../../text/text.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyNotice } from '../../ui/empty-notice.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import {
  cancelInvitation,
  changeRole,
  type Invitation,
  invite,
  key,
  type Member,
  memberList,
  removeMember,
  roles,
} from './queries.ts';

/** The members and invitations of the workspace. Only administrators may see and change them. */
export function MembersPage() {
  const t = useText();
  const [inviting, setInviting] = useState(false);
  const query = useQuery(memberList);
  const add = (
    <Button kind="primary" icon={UserPlus} onClick={() => setInviting(true)}>
      {t('members.invite')}
    </Button>
  );
  const isEmpty = query.data?.members.length === 0;
  return (
    <Page title={t('page.members')} actions={!query.error && !isEmpty && add}>
      <Loaded query={query} rows={5}>
        {({ members, invitations }) => (
          <>
            {members.length > 0 ? (
              <MemberTable members={members} />
            ) : (
              <EmptyNotice title={t('members.empty')}>
                <p>{t('members.emptyHint')}</p>
                {add}
              </EmptyNotice>
            )}
            {invitations.length > 0 && <InvitationTable invitations={invitations} />}
          </>
        )}
      </Loaded>
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Page>
  );
}

function MemberTable({ members }: { members: readonly Member[] }) {
  const t = useText();
  const { data: session } = useSession();
  const [leaving, setLeaving] = useState<string>();
  const { run, isPending } = useAction({ refreshes: [key] });
  const give = ({ email, role: before }: Member, role: Member['role']) =>
    run(
      () => changeRole({ email, role }),
      () => ({
        text: t('members.roleChanged', { email, role: t(`role.${role}`) }),
        undo: () => changeRole({ email, role: before }),
      }),
    );
  return (
    <>
      <Table
        caption={t('page.members')}
        rows={members}
        rowId={({ email }) => email}
        busy={isPending}
        compact
        columns={[
          {
            id: 'email',
            header: t('members.email'),
            isRowHeader: true,
            cell: ({ email, created_at }) => (
              <>
                <span className="two-lines" title={email}>
                  {email}
                </span>
                <span className="line-facts">
                  {t('members.since')} <Moment ms={created_at} />
                  {email === session?.email && ` · ${t('members.you')}`}
                </span>
              </>
            ),
          },
          {
            id: 'role',
            header: t('members.role'),
            width: '12rem',
            cell: (member) => (
              // A select would take each arrow key as a choice.
              <Menu
                label={t('members.roleOf', { email: member.email, role: t(`role.${member.role}`) })}
                value={t(`role.${member.role}`)}
                icon={ChevronDown}
                items={roles.map((id) => ({ id, text: t(`role.${id}`), selected: id === member.role }))}
                onChoose={(id) => id !== member.role && give(member, id as Member['role'])}
              />
            ),
          },
          {
            id: 'actions',
            header: t('members.actions'),
            numeric: true,
            width: '6rem',
            cell: ({ email }) => (
              <span className="row-actions">
                <IconButton icon={UserX} label={t('members.removeWho', { email })} onClick={() => setLeaving(email)} />
              </span>
            ),
          },
        ]}
      />
      {leaving && <RemoveDialog email={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  );
}

function RemoveDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const t = useText();
  const { run, isPending, error } = useAction({ refreshes: [key], showsError: true });
  const remove = () =>
    run(
      () => removeMember(email),
      () => {
        onClose();
        return t('members.removed', { email });
      },
    );
  return (
    <ConfirmDialog
      title={t('members.removeWho', { email })}
      phrase={email}
      action={t('members.remove')}
      busy={isPending}
      error={error}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{t('members.removeText')}</p>
    </ConfirmDialog>
  );
}

function InvitationTable({ invitations }: { invitations: readonly Invitation[] }) {
  const t = useText();
  const { run, isPending } = useAction({ refreshes: [key] });
  const actorName = useActorName();
  const cancel = ({ email, role }: Invitation) =>
    run(
      () => cancelInvitation(email),
      () => ({ text: t('members.cancelled', { email }), undo: () => invite({ email, role }) }),
    );
  return (
    <section className="section" aria-labelledby="invitations">
      <h2 id="invitations">{t('members.invitations')}</h2>
      <Table
        caption={t('members.invitations')}
        rows={invitations}
        rowId={({ email }) => `invitation-${email}`}
        busy={isPending}
        compact
        columns={[
          {
            id: 'email',
            header: t('members.email'),
            isRowHeader: true,
            cell: ({ email, invited_by }) => (
              <>
                <span className="two-lines" title={email}>
                  {email}
                </span>
                {invited_by && (
                  <span className="line-facts">
                    {t('members.invitedBy')} {actorName(invited_by)}
                  </span>
                )}
              </>
            ),
          },
          { id: 'role', header: t('members.role'), width: '12rem', cell: ({ role }) => t(`role.${role}`) },
          {
            id: 'expires',
            header: t('members.expires'),
            numeric: true,
            isLabelled: true,
            width: '9rem',
            cell: ({ expires_at }) => <Moment ms={expires_at} />,
          },
          {
            id: 'actions',
            header: t('members.actions'),
            numeric: true,
            width: '6rem',
            cell: (invitation) => (
              <span className="row-actions">
                <IconButton
                  icon={Trash2}
                  label={t('members.cancelWho', { email: invitation.email })}
                  busy={isPending}
                  onClick={() => cancel(invitation)}
                />
              </span>
            ),
          },
        ]}
      />
    </section>
  );
}
