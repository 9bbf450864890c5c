import { isSubjectOf, issuerSubject } from '#src/identity/domain/user.ts';
import { findUser } from '#src/identity/store/users.ts';
import { env } from '#src/runtime/env.ts';
import { roleIncludes, type WorkspaceRole } from '#src/vocabulary/workspace.ts';
import type { BulkEdit } from './store/bulk-edits.ts';

/**
 * Whether who has asked for a bulk edit or an intake may still edit in its workspace, as a request of theirs would find now.
 * Read with strong consistency.
 */
export async function mayStillEdit(
  { workspace, actor, subject }: Pick<BulkEdit, 'workspace' | 'actor' | 'subject'>,
  least: WorkspaceRole = 'workspace_member',
): Promise<boolean> {
  const [, email] = /^user:(.+)$/.exec(actor ?? '') ?? [];
  if (email === undefined) return false;
  const { user, subject: bound, memberships } = await findUser(email);
  const isConfigured = env('ADMIN_EMAILS').includes(email);
  if (!user) return isConfigured;
  const issuer = env('SIGN_IN_ISSUER');
  const isBound = bound !== undefined && isSubjectOf(issuer, bound);
  // The address has a new owner. Edits that 1.1.0 has stored do not say whose they are.
  if (isBound && subject !== undefined && bound !== issuerSubject(issuer, subject)) return false;
  return (
    user.is_superadmin ||
    isConfigured ||
    memberships.some((each) => each.workspace === workspace && roleIncludes(each.role, least))
  );
}
