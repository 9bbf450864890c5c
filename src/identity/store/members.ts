import { eventWrite } from '#src/logbook/activity.ts';
import type { ActivityType } from '#src/logbook/domain/activity.ts';
import type { ChangeContext } from '#src/logbook/domain/audit.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { keys, prefixes } from '#src/table/keys.ts';
import { getItem, getItems, type Key, prefixQuery, query, transact, type Write } from '#src/table/table.ts';
import type { WorkspaceRole } from '#src/vocabulary/workspace.ts';
import { exceedsRole } from '../domain/lost-rights.ts';
import { Stewardship } from '../domain/stewardship.ts';
import { Invitation, Membership, UserRecord, userShape } from '../domain/user.ts';
import { memberRevocation, revocationWrites } from './revocations.ts';
import { membershipWrites, userExistsCheck } from './users.ts';

/** The context of a change. Only callers with `mayRemoveLastAdmin` can leave a workspace without an administrator. */
export interface MemberChangeContext extends ChangeContext {
  mayRemoveLastAdmin: boolean;
}

/** The members and invitations of a workspace, by e-mail address, read with strong consistency. */
export async function listMembers(workspace: string, now: Date) {
  const { pk } = keys.memberRow(workspace, '');
  const members: Membership[] = [];
  for await (const item of query(prefixQuery(pk, prefixes.membership))) members.push(Membership.parse(item));
  return { members, invitations: await openInvitations(pk, now) };
}

/** The addresses among some whose users are in a workspace no more: neither members nor stewards there, nor superadmins. */
export async function withoutAccess(workspace: string, emails: Iterable<string>): Promise<Set<string>> {
  const asked = [...new Set(emails)];
  const items = await getItems(
    asked.flatMap((email) => [keys.user(email), keys.membership(email, workspace), keys.stewardship(email)]),
  );
  const at = (key: Key) => items.find(({ pk, sk }) => pk === key.pk && sk === key.sk);
  return new Set(
    asked.filter((email) => {
      const user = at(keys.user(email));
      if (!user) return true;
      const { is_superadmin, id } = UserRecord.parse(user);
      const stewardship = at(keys.stewardship(email));
      const { user_id, groups } = stewardship ? Stewardship.parse(stewardship) : { user_id: null, groups: [] };
      const isSteward = user_id === id && groups.some((group) => group.workspace === workspace);
      return !is_superadmin && !at(keys.membership(email, workspace)) && !isSteward;
    }),
  );
}

/** The valid invitations of a user. */
export const invitationsOf = (email: string, now: Date): Promise<Invitation[]> =>
  openInvitations(keys.user(email).pk, now);

async function openInvitations(pk: string, now: Date): Promise<Invitation[]> {
  const invitations: Invitation[] = [];
  for await (const item of query(prefixQuery(pk, prefixes.invitation))) {
    const invitation = Invitation.parse(item);
    // DynamoDB deletes expired items with a delay.
    if (invitation.expires_at > now.getTime()) invitations.push(invitation);
  }
  return invitations;
}

/** Invites a user and replaces any earlier invitation. Fails if they are already a member or not a user. */
export async function invite(
  invitation: Invitation,
  context: ChangeContext,
): Promise<'invited' | 'is_member' | 'no_user'> {
  const { email, workspace, role, expires_at } = invitation;
  const item = { ...invitation, shape: userShape, expiresAtSeconds: Math.ceil(expires_at / 1000) };
  const failed = await transact([
    userExistsCheck(email),
    { ConditionCheck: { Key: keys.membership(email, workspace), ConditionExpression: 'attribute_not_exists(pk)' } },
    { Put: { Item: { ...keys.invitation(email, workspace), ...item } } },
    { Put: { Item: { ...keys.invitationRow(workspace, email), ...item } } },
    memberEvent('workspace.user.invited', `${email} was invited as ${role}`, invitation, context, {
      before: null,
      after: role,
      expires_at,
    }),
  ]);
  if (!failed) return 'invited';
  return failed.has(0) ? 'no_user' : 'is_member';
}

/** Cancels an invitation; false if there is no valid one. */
export function cancelInvitation(workspace: string, email: string, context: ChangeContext): Promise<boolean> {
  return retryIfStale(`The invitation of ${email}`, async () => {
    const invitation = await getInvitation(workspace, email, context.now);
    if (!invitation) return false;
    const before = invitation.role;
    const failed = await transact(() => [
      ...deleteInvitation(invitation),
      memberEvent('workspace.user.invite_cancelled', `The invitation of ${email} was cancelled`, invitation, context, {
        before,
        after: null,
      }),
      ...revocationWrites([memberRevocation(workspace, email, null)]),
    ]);
    return failed ? stale : true;
  });
}

/** Accepts an invitation and creates the membership; undefined if there is no valid invitation. */
export function acceptInvitation(workspace: string, email: string, now: Date): Promise<Membership | undefined> {
  return retryIfStale(`The invitation of ${email}`, async () => {
    const invitation = await getInvitation(workspace, email, now);
    if (!invitation) return undefined;
    const membership = { email, workspace, role: invitation.role, created_at: now.getTime() };
    const failed = await transact([
      userExistsCheck(email),
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

/** Deletes an invitation, on the condition that it is unchanged since it was read. */
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

/** Changes the role of a member, or returns the reason why not. The same role changes nothing. */
export function changeRole(
  workspace: string,
  email: string,
  role: WorkspaceRole,
  context: MemberChangeContext,
): Promise<Membership | 'no_member' | 'last_admin'> {
  return retryIfStale(`The membership of ${email}`, async () => {
    const before = await getMembership(workspace, email);
    if (!before) return 'no_member';
    if (before.role === role) return before;
    const adminCheck = await requireOtherAdmin(before, context);
    if (adminCheck === 'last_admin') return adminCheck;
    const after = { ...before, role };
    const failed = await transact(() => [
      ...membershipWrites(after, ifStill(before)),
      memberEvent('workspace.user.role_updated', `${email} is now ${role}`, after, context, {
        before: before.role,
        after: role,
      }),
      ...adminCheck,
      ...revocationWrites(exceedsRole(before.role, role) ? [memberRevocation(workspace, email, role)] : []),
    ]);
    return failed ? stale : after;
  });
}

/** Removes a member with the views that they have saved for themselves, or returns the reason why not. */
export function removeMember(
  workspace: string,
  email: string,
  context: MemberChangeContext,
): Promise<'removed' | 'no_member' | 'last_admin'> {
  return retryIfStale(`The membership of ${email}`, async () => {
    const before = await getMembership(workspace, email);
    if (!before) return 'no_member';
    const adminCheck = await requireOtherAdmin(before, context);
    if (adminCheck === 'last_admin') return adminCheck;
    const failed = await transact(() => [
      { Delete: { Key: keys.membership(email, workspace), ...ifStill(before) } },
      { Delete: { Key: keys.memberRow(workspace, email) } },
      { Delete: { Key: keys.ownViews(workspace, email) } },
      memberEvent('workspace.user.removed', `${email} was removed`, before, context, {
        before: before.role,
        after: null,
      }),
      ...adminCheck,
      ...revocationWrites([memberRevocation(workspace, email, null)]),
    ]);
    return failed ? stale : 'removed';
  });
}

/** Removes all memberships and invitations of a user whose deletion has started. */
export async function removeAllMemberships(email: string, context: ChangeContext): Promise<void> {
  const { pk } = keys.user(email);
  for await (const item of query(prefixQuery(pk, prefixes.membership))) {
    await removeMember(Membership.parse(item).workspace, email, { ...context, mayRemoveLastAdmin: true });
  }
  for await (const item of query(prefixQuery(pk, prefixes.invitation))) {
    const invitation = Invitation.parse(item);
    // Expired invitations are deleted without an activity event.
    const isCancelled = await cancelInvitation(invitation.workspace, email, context);
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
 * The condition that another administrator remains. Checked in the transaction of the change, so that of two concurrent
 * removals one fails.
 */
async function requireOtherAdmin(
  { workspace, email, role }: Membership,
  context: MemberChangeContext,
): Promise<Write[] | 'last_admin'> {
  if (role !== 'workspace_admin' || context.mayRemoveLastAdmin) return [];
  const { members } = await listMembers(workspace, context.now);
  const other = members.find((each) => each.role === 'workspace_admin' && each.email !== email);
  if (!other) return 'last_admin';
  return [{ ConditionCheck: { Key: keys.membership(other.email, workspace), ...ifStill(other) } }];
}

function memberEvent(
  type: ActivityType,
  message: string,
  { email, workspace }: Pick<Membership, 'email' | 'workspace'>,
  { actor, now }: ChangeContext,
  change: { before: WorkspaceRole | null; after: WorkspaceRole | null; expires_at?: number },
): Write {
  return eventWrite({ type, workspace, actor, message, resource: email, metadata: { email, ...change } }, now);
}
