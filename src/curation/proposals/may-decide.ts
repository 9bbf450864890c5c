import type { KnownProposal } from '#src/ingestion/proposals/domain/proposal.ts';
import { Problem } from '#src/runtime/errors.ts';
import { type Role, roleIncludes } from '#src/vocabulary/workspace.ts';

/**
 * Throws `forbidden` unless a member with this role may decide a proposal: a membership of a group is decided by those who
 * may add one.
 */
export function requireMayDecide({ role }: { role: Role }, { kind }: KnownProposal): void {
  if (kind !== 'group_membership' || roleIncludes(role, 'workspace_admin')) return;
  throw new Problem('forbidden', 'Memberships of groups are decided by administrators');
}
