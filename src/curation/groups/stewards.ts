import { ensureAccount } from '#src/identity/accounts/account.ts';
import { enforceInvitationLimit } from '#src/identity/accounts/request-limits.ts';
import type { MemberCaller } from '#src/identity/callers/caller.ts';
import { maxStewardedGroups, withStewardedGroup } from '#src/identity/domain/stewardship.ts';
import { revocationWrites, stewardRevocation } from '#src/identity/store/revocations.ts';
import { getStewardship, stewardshipWrite } from '#src/identity/store/stewardships.ts';
import { getUser, userExistsCheck } from '#src/identity/store/users.ts';
import type { ChangeContext } from '#src/logbook/domain/audit.ts';
import { changedGroup, type GroupRecord, stewardChanges } from '#src/records/groups/group.ts';
import { getGroup, saveGroup } from '#src/records/groups/store/groups.ts';
import { invalidField, Problem } from '#src/runtime/errors.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { persistent, retryIfStale, stale } from '#src/runtime/retry.ts';
import type { RewriteResult } from '#src/table/rewrite.ts';
import { transact, type Write } from '#src/table/table.ts';

/** How stewards are named: by whom, and who invites those without an account. */
export interface Naming {
  /** They may read what its members read. */
  workspace: string;
  /** The id of the user with an address, who is invited if there is none. Throws a Problem if that cannot be. */
  userId: (email: string) => Promise<string>;
}

/** Naming by the caller of a request. Counts as an invitation for each address that has no account. */
export const namingBy = (caller: MemberCaller, language: string | undefined, context: ChangeContext): Naming => ({
  workspace: caller.workspace,
  async userId(email) {
    let known = await getUser(email);
    if (known?.state !== 'complete' && known?.state !== 'deleting') {
      await enforceInvitationLimit(caller.subject, context.now);
      const inviter = caller.email === null ? {} : { inviter: caller.email };
      await ensureAccount(email, context, { workspace: caller.workspace, ...inviter, ...(language && { language }) });
      known = await getUser(email);
    }
    if (known && known.state !== 'deleting') return known.user.id;
    throw new Problem('conflict', `The user ${email} is being deleted`);
  },
});

/** A transaction has at most 100 writes: two for each who is named, beside those of the group. */
const maxChanged = 20;
const readsAtOnce = 8;

/**
 * The writes of the rights that a change of a group's stewards gives and takes, for its transaction. Throws a Problem if
 * somebody cannot be named.
 */
export async function stewardWrites(
  before: GroupRecord | undefined,
  after: GroupRecord,
  naming: Naming | undefined,
): Promise<Write[]> {
  const { named, removed } = stewardChanges(before, after);
  if (named.length + removed.length > maxChanged) {
    const message = `must not differ from those of before by more than ${maxChanged} addresses: change some first`;
    throw invalidField('body', 'stewards', message);
  }
  const given = await inParallel(named, readsAtOnce, async (email) => {
    if (!naming) throw new Error('Nobody names the stewards');
    const right = { email, user_id: await naming.userId(email), workspace: naming.workspace };
    return [userExistsCheck(email), ...(await givingWrites(right, after.id))];
  });
  return [...given.flat(), ...(await withdrawalWrites(removed, after.id))];
}

/** Who has rights for a group, as one of them has them. */
interface Right {
  email: string;
  user_id: string;
  workspace: string;
}

async function givingWrites({ email, user_id, workspace }: Right, groupId: string): Promise<Write[]> {
  const stored = await getStewardship(email);
  // The version of a new item is its time: a request that has read an earlier one does not take it for the same.
  const nothingYet = { email, user_id, groups: [], version: stored?.version ?? Date.now() };
  const next = withStewardedGroup(stored?.user_id === user_id ? stored : nothingYet, groupId, workspace);
  if (next.groups.length > maxStewardedGroups) {
    throw new Problem('conflict', `${email} is a steward of ${maxStewardedGroups} groups already`);
  }
  return next === stored ? [] : [stewardshipWrite(next, stored)];
}

/** The rights of a group's stewards, to give them back with `givenBack`. */
export async function rightsFor({ id, stewards }: GroupRecord): Promise<Right[]> {
  const found = await inParallel(stewards, readsAtOnce, async (email) => {
    const stored = await getStewardship(email);
    const own = stored?.groups.find(({ group_id }) => group_id === id);
    return stored && own ? [{ email, user_id: stored.user_id, workspace: own.workspace }] : [];
  });
  return found.flat();
}

export const givenBack = async (rights: readonly Right[], groupId: string): Promise<Write[]> =>
  (await inParallel(rights, readsAtOnce, (right) => givingWrites(right, groupId))).flat();

/** The writes that take the rights for a group from people, and tell of it outside the table. */
export async function withdrawalWrites(emails: readonly string[], groupId: string): Promise<Write[]> {
  const taken = await inParallel(emails, readsAtOnce, async (email) => {
    const stored = await getStewardship(email);
    const next = stored && withStewardedGroup(stored, groupId, undefined);
    return stored && next && next !== stored ? [stewardshipWrite(next, stored)] : [];
  });
  return [...taken.flat(), ...revocationWrites(emails.map((email) => stewardRevocation(groupId, email)))];
}

/** Takes the stewards for whom `isTaken` holds from a group, if any. Whether there were any. */
export const takeStewards = (
  groupId: string,
  isTaken: (email: string) => boolean,
  context: ChangeContext,
): Promise<boolean> =>
  retryIfStale(
    `The group ${groupId}`,
    async () => {
      const before = await getGroup(groupId);
      const taken = before?.stewards.filter(isTaken) ?? [];
      if (!before || taken.length === 0) return false;
      const stewards = before.stewards.filter((email) => !taken.includes(email));
      const after = changedGroup(before, { stewards }, context.now);
      const rights = await withdrawalWrites(taken, groupId);
      return (await saveGroup(after, before, { rights, context })) === 'saved' ? true : stale;
    },
    persistent,
  );

/**
 * Ends all rights of a steward that an administrator of this workspace gave, or of all workspaces. One transaction for each
 * group; repeating the call does what is left. Returns the number of groups.
 */
export async function endStewardships(
  email: string,
  context: ChangeContext,
  { workspace }: { workspace?: string } = {},
): Promise<number> {
  const groups = (await getStewardship(email))?.groups ?? [];
  const ended = groups.filter((each) => workspace === undefined || each.workspace === workspace);
  for (const { group_id } of ended) {
    const isTaken = await takeStewards(group_id, (each) => each === email, context);
    // A right that no group knows of, which nobody would see.
    if (!isTaken) await forgetGroup(email, group_id);
  }
  return ended.length;
}

const forgetGroup = (email: string, groupId: string): Promise<true> =>
  retryIfStale(`The groups of ${email}`, async () =>
    (await transact(await withdrawalWrites([email], groupId))) ? stale : true,
  );

/**
 * Takes from a group the stewards whose account is gone or somebody else's by now: release 1.2.0 deletes users without
 * knowing of their groups.
 */
export function rewriteStewards(groupId: string): Promise<RewriteResult> {
  return retryIfStale(
    `The group ${groupId}`,
    async () => {
      const before = await getGroup(groupId);
      if (!before) return 'gone';
      const kept = await inParallel(before.stewards, readsAtOnce, async (email) =>
        (await isStillSteward(email, groupId)) ? email : [],
      );
      const stewards = kept.flat();
      if (stewards.length === before.stewards.length) return 'current';
      const gone = before.stewards.filter((email) => !stewards.includes(email));
      const after = { ...before, stewards, version: before.version + 1 };
      const rights = await withdrawalWrites(gone, groupId);
      return (await saveGroup(after, before, { rights })) === 'saved' ? 'rewritten' : stale;
    },
    persistent,
  );
}

async function isStillSteward(email: string, groupId: string): Promise<boolean> {
  const [known, stewardship] = [await getUser(email), await getStewardship(email)];
  const isOwn = known !== undefined && stewardship?.user_id === known.user.id;
  return isOwn && stewardship.groups.some(({ group_id }) => group_id === groupId);
}
