import { createHash, randomUUID } from 'node:crypto';
import { keys } from '#src/table/keys.ts';
import type { Write } from '#src/table/table.ts';
import type { WorkspaceRole } from '#src/vocabulary/workspace.ts';
import type { Revocation, RevocationEntry, RevocationOf } from '../domain/revocation.ts';

/**
 * The write that records the revocations of a transaction, for the transaction itself; none without revocations. A job
 * copies these items out of the table (docs/decisions/0143-restore.md). Create it immediately before the write.
 */
export function revocationWrites(revocations: readonly Revocation[]): Write[] {
  if (revocations.length === 0) return [];
  const entry: RevocationEntry = { at: Date.now(), id: randomUUID(), revocations: [...revocations] };
  return [{ Put: { Item: { ...keys.revocation(entry.at, entry.id), ...entry } } }];
}

/** The role that a member or invited user of a workspace has left; null for none. */
export const memberRevocation = (workspace: string, email: string, role: WorkspaceRole | null): Revocation => ({
  kind: 'member',
  workspace,
  member: memberHash(workspace, email),
  role,
});

/**
 * The end of a steward of a group. In the form of a member of a workspace that cannot exist, because release 1.2.0 stops at
 * a kind that it does not know.
 */
export const stewardRevocation = (groupId: string, email: string): Revocation =>
  memberRevocation(`${stewardsOf}${groupId}`, email, null);

const stewardsOf = 'stewards of ';

/** The group whose steward a revocation is about; undefined for members of workspaces. */
export const stewardedGroup = ({ workspace }: RevocationOf<'member'>): string | undefined =>
  workspace.startsWith(stewardsOf) ? workspace.slice(stewardsOf.length) : undefined;

/** Whether a revocation is about this steward. */
export const isRevokedSteward = ({ workspace, member }: RevocationOf<'member'>, email: string): boolean =>
  memberHash(workspace, email) === member;

/** Replaces the e-mail address of a member outside of the table. */
export const memberHash = (workspace: string, email: string): string =>
  createHash('sha256').update(`${workspace}\n${email}`).digest('hex');
