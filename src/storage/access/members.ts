import { Invitation, Membership, userShape, type WorkspaceRole } from '../../domain/access/user.ts';
import type { EventType } from '../../domain/activity.ts';
import type { ChangeContext } from '../../domain/audit.ts';
import { retryIfStale, stale } from '../../runtime/retry.ts';
import { eventWrite } from '../activity.ts';
import { keys, prefixes } from '../keys.ts';
import { getItem, prefixQuery, query, transact, type Write } from '../table.ts';
import { ifUserStays, membershipWrites } from './users.ts';

/** A workspace keeps an administrator, unless somebody changes it who can make another at any time. */
export interface MemberChangeContext extends ChangeContext {
  mayRemoveLastAdmin: boolean;
}

/** Everybody who belongs to a workspace or is invited to, in the order of their addresses, read strongly consistent. */
export async function listMembers(workspace: string, now: Date) {
  const { pk } = keys.memberRow(workspace, '');
  const members: Membership[] = [];
  for await (const item of query(prefixQuery(pk, prefixes.membership))) members.push(Membership.parse(item));
  return { members, invitations: await openInvitations(pk, now) };
}

/** The invitations somebody has and may still accept. */
export const invitationsOf = (email: string, now: Date): Promise<Invitation[]> =>
  openInvitations(keys.user(email).pk, now);

async function openInvitations(pk: string, now: Date): Promise<Invitation[]> {
  const invitations: Invitation[] = [];
  for await (const item of query(prefixQuery(pk, prefixes.invitation))) {
    const invitation = Invitation.parse(item);
    // The table takes its time to drop what has expired.
    if (invitation.expires_at > now.getTime()) invitations.push(invitation);
  }
  return invitations;
}

/** Invites a user, in place of any earlier invitation; else why not: they belong to it already, or are no user. */
export async function invite(invitation: Invitation, by: ChangeContext): Promise<'invited' | 'is_member' | 'no_user'> {
  const { email, workspace, role, expires_at } = invitation;
  const item = { ...invitation, shape: userShape, expiresAtSeconds: Math.ceil(expires_at / 1000) };
  const failed = await transact([
    ifUserStays(email),
    { ConditionCheck: { Key: keys.membership(email, workspace), ConditionExpression: 'attribute_not_exists(pk)' } },
    { Put: { Item: { ...keys.invitation(email, workspace), ...item } } },
    { Put: { Item: { ...keys.invitationRow(workspace, email), ...item } } },
    memberEvent('workspace.user.invited', `${email} was invited as ${role}`, invitation, by, {
      before: null,
      after: role,
      expires_at,
    }),
  ]);
  if (!failed) return 'invited';
  return failed.has(0) ? 'no_user' : 'is_member';
}

/** Takes an invitation back; false when there is none that could still be accepted. */
export function cancelInvitation(workspace: string, email: string, by: ChangeContext): Promise<boolean> {
  return retryIfStale(`The invitation of ${email}`, async () => {
    const invitation = await getInvitation(workspace, email, by.now);
    if (!invitation) return false;
    const before = invitation.role;
    const failed = await transact([
      ...deleteInvitation(invitation),
      memberEvent('workspace.user.invite_cancelled', `The invitation of ${email} was cancelled`, invitation, by, {
        before,
        after: null,
      }),
    ]);
    return failed ? stale : true;
  });
}

/** Makes a member of the invited; undefined when there is no invitation that could still be accepted. */
export function acceptInvitation(workspace: string, email: string, now: Date): Promise<Membership | undefined> {
  return retryIfStale(`The invitation of ${email}`, async () => {
    const invitation = await getInvitation(workspace, email, now);
    if (!invitation) return undefined;
    const membership = { email, workspace, role: invitation.role, created_at: now.getTime() };
    const failed = await transact([
      ifUserStays(email),
      ...deleteInvitation(invitation),
      ...membershipWrites(membership, {}),
    ]);
    if (!failed) return membership;
    return failed.has(0) ? undefined : stale;
  });
}

async function getInvitation(workspace: string, email: string, now: Date): Promise<Invitation | undefined> {
  const item = await getItem(keys.invitation(email, workspace));
  const invitation = item && Invitation.parse(item);
  return invitation && invitation.expires_at > now.getTime() ? invitation : undefined;
}

/** Deletes an invitation that is still the one that was read. */
function deleteInvitation({ email, workspace, role, created_at }: Invitation): Write[] {
  return [
    {
      Delete: {
        Key: keys.invitation(email, workspace),
        ConditionExpression: '#role = :role AND created_at = :at',
        ExpressionAttributeNames: { '#role': 'role' },
        ExpressionAttributeValues: { ':role': role, ':at': created_at },
      },
    },
    { Delete: { Key: keys.invitationRow(workspace, email) } },
  ];
}

/** Gives a member another role; else why not. The same role once more changes nothing. */
export function changeRole(
  workspace: string,
  email: string,
  role: WorkspaceRole,
  by: MemberChangeContext,
): Promise<Membership | 'no_member' | 'last_admin'> {
  return retryIfStale(`The membership of ${email}`, async () => {
    const before = await getMembership(workspace, email);
    if (!before) return 'no_member';
    if (before.role === role) return before;
    const adminCheck = await requireOtherAdmin(before, by);
    if (adminCheck === 'last_admin') return adminCheck;
    const after = { ...before, role };
    const failed = await transact([
      ...membershipWrites(after, ifStill(before)),
      memberEvent('workspace.user.role_updated', `${email} is now ${role}`, after, by, {
        before: before.role,
        after: role,
      }),
      ...adminCheck,
    ]);
    return failed ? stale : after;
  });
}

/** Ends a membership; else why not. */
export function removeMember(
  workspace: string,
  email: string,
  by: MemberChangeContext,
): Promise<'removed' | 'no_member' | 'last_admin'> {
  return retryIfStale(`The membership of ${email}`, async () => {
    const before = await getMembership(workspace, email);
    if (!before) return 'no_member';
    const adminCheck = await requireOtherAdmin(before, by);
    if (adminCheck === 'last_admin') return adminCheck;
    const failed = await transact([
      { Delete: { Key: keys.membership(email, workspace), ...ifStill(before) } },
      { Delete: { Key: keys.memberRow(workspace, email) } },
      memberEvent('workspace.user.removed', `${email} was removed`, before, by, { before: before.role, after: null }),
      ...adminCheck,
    ]);
    return failed ? stale : 'removed';
  });
}

/** Ends all memberships of a user whom nobody can invite any more, and takes back their invitations. */
export async function removeEverywhere(email: string, by: ChangeContext): Promise<void> {
  const { pk } = keys.user(email);
  for await (const item of query(prefixQuery(pk, prefixes.membership))) {
    await removeMember(Membership.parse(item).workspace, email, { ...by, mayRemoveLastAdmin: true });
  }
  for await (const item of query(prefixQuery(pk, prefixes.invitation))) {
    const invitation = Invitation.parse(item);
    // What nobody took back in time leaves no trace in the log.
    const isCancelled = await cancelInvitation(invitation.workspace, email, by);
    if (!isCancelled) await transact(deleteInvitation(invitation));
  }
}

async function getMembership(workspace: string, email: string): Promise<Membership | undefined> {
  const item = await getItem(keys.membership(email, workspace));
  return item && Membership.parse(item);
}

const ifStill = ({ role }: Membership) => ({
  ConditionExpression: '#role = :before',
  ExpressionAttributeNames: { '#role': 'role' },
  ExpressionAttributeValues: { ':before': role },
});

/**
 * What has to hold when an administrator stops being one: another one stays. It is checked with the change, so that of
 * two who leave at once one is refused.
 */
async function requireOtherAdmin(
  { workspace, email, role }: Membership,
  by: MemberChangeContext,
): Promise<Write[] | 'last_admin'> {
  if (role !== 'workspace_admin' || by.mayRemoveLastAdmin) return [];
  const { members } = await listMembers(workspace, by.now);
  const other = members.find((each) => each.role === 'workspace_admin' && each.email !== email);
  if (!other) return 'last_admin';
  return [{ ConditionCheck: { Key: keys.membership(other.email, workspace), ...ifStill(other) } }];
}

function memberEvent(
  type: EventType,
  message: string,
  { email, workspace }: Pick<Membership, 'email' | 'workspace'>,
  { actor, now }: ChangeContext,
  change: { before: WorkspaceRole | null; after: WorkspaceRole | null; expires_at?: number },
): Write {
  return eventWrite({ type, workspace, actor, message, resource: email, metadata: { email, ...change } }, now);
}
