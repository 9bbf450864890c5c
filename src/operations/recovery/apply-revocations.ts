import { endStewardships, takeStewards } from '#src/curation/groups/stewards.ts';
import { limitInstallation, limitKey } from '#src/identity/domain/limit.ts';
import { exceedsRole } from '#src/identity/domain/lost-rights.ts';
import type { Revocation, RevocationEntry, RevocationOf } from '#src/identity/domain/revocation.ts';
import { changeApiKey, getApiKey, markUnsynced } from '#src/identity/store/api-keys.ts';
import { changeInstallation, getInstallation } from '#src/identity/store/installations.ts';
import {
  cancelInvitation,
  changeRole,
  listMembers,
  removeAllMemberships,
  removeMember,
} from '#src/identity/store/members.ts';
import { isRevokedSteward, memberHash, stewardedGroup } from '#src/identity/store/revocations.ts';
import { finishUserDeletion, listUsers, startUserDeletion, updateUser } from '#src/identity/store/users.ts';
import type { ChangeContext } from '#src/logbook/domain/audit.ts';
import { getGroup } from '#src/records/groups/store/groups.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';

/** Who applies revocations, and whether it is a dry run. */
export interface Application {
  context: ChangeContext;
  isTrial: boolean;
  /** Reads the key used to hash the iDs of erased people. */
  erasureKey: () => Promise<string>;
}

/**
 * Applies the revocations of the entries to the table, as far as they are missing there. Returns the changes, or those
 * that a dry run would make, one line each; none when called again.
 */
export async function applyRevocations(
  entries: readonly RevocationEntry[],
  application: Application,
): Promise<string[]> {
  const changed = new Set<string>();
  for (const { revocations } of entries) {
    for (const revocation of revocations) {
      for (const line of await apply(revocation, application)) changed.add(line);
    }
  }
  return [...changed];
}

function apply(revocation: Revocation, application: Application): Promise<string[]> {
  switch (revocation.kind) {
    case 'api_key':
      return limitStoredKey(revocation, application);
    case 'installation':
      return limitStoredInstallation(revocation, application);
    case 'user':
      return limitUser(revocation, application);
    case 'member':
      return limitMember(revocation, application);
    case 'person':
      // See `eraseAgain`: the last of all entries about a person counts.
      return Promise.resolve([]);
  }
}

/** An unknown key was created after the point in time. */
function limitStoredKey(left: RevocationOf<'api_key'>, { context, isTrial }: Application): Promise<string[]> {
  return retryIfStale('An API key', async () => {
    const before = await getApiKey(left.hash);
    const after = before && limitKey(before, left, context.now.getTime());
    if (!before || !after || after === before) return [];
    const action = after.deleted_at !== before.deleted_at ? 'api_key.deleted' : 'api_key.updated';
    if (isTrial) return [`API key ${left.hash}`];
    await markUnsynced(left.hash, context.now.getTime());
    if (!(await changeApiKey({ before, after, affectsGateway: true, action }, context))) return stale;
    return [`API key ${left.hash}`];
  });
}

async function limitStoredInstallation(
  left: RevocationOf<'installation'>,
  { context, isTrial }: Application,
): Promise<string[]> {
  const nowMs = context.now.getTime();
  const before = await getInstallation(left.id);
  if (!before || limitInstallation(before, left, nowMs) === before) return [];
  const { workspace_id } = before.installation;
  const limit = (held: typeof before) => limitInstallation(held, left, nowMs);
  if (!isTrial) await changeInstallation(workspace_id, left.id, limit, 'installation.updated', context);
  return [`installation ${left.id}`];
}

async function limitUser({ id, deleted }: RevocationOf<'user'>, { context, isTrial }: Application): Promise<string[]> {
  const user = (await listUsers()).find((each) => each.id === id);
  if (!user || !(deleted || user.is_superadmin)) return [];
  if (!isTrial && deleted) {
    await startUserDeletion(user.email, context);
    await removeAllMemberships(user.email, context);
    await endStewardships(user.email, context);
    await finishUserDeletion(user.email);
  } else if (!isTrial) {
    await updateUser(user.email, { is_superadmin: false }, context);
  }
  return [`user ${id}`];
}

/** Also revokes an invitation, which may have been accepted before the membership was removed. */
async function limitMember(revocation: RevocationOf<'member'>, { context, isTrial }: Application): Promise<string[]> {
  const { workspace, member, role } = revocation;
  const groupId = stewardedGroup(revocation);
  if (groupId !== undefined) {
    const isTaken = (email: string) => isRevokedSteward(revocation, email);
    const isKnown = (await getGroup(groupId))?.stewards.some(isTaken) ?? false;
    if (isKnown && !isTrial) await takeStewards(groupId, isTaken, context);
    return isKnown ? [`steward ${member.slice(0, 8)} of the group ${groupId}`] : [];
  }
  const known = await listMembers(workspace, context.now);
  const isTooMuch = (each: { email: string; role: (typeof known.members)[number]['role'] }) =>
    memberHash(workspace, each.email) === member && exceedsRole(each.role, role);
  const [membership, invitation] = [known.members.find(isTooMuch), known.invitations.find(isTooMuch)];
  if (!isTrial && membership) {
    const withLastAdmin = { ...context, mayRemoveLastAdmin: true };
    if (role === null) await removeMember(workspace, membership.email, withLastAdmin);
    else await changeRole(workspace, membership.email, role, withLastAdmin);
  }
  if (!isTrial && invitation) await cancelInvitation(workspace, invitation.email, context);
  return membership || invitation ? [`member ${member.slice(0, 8)} of ${workspace}`] : [];
}
