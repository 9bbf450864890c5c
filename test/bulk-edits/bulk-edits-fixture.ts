import { continueBulkEdits } from '#src/curation/bulk-edits/continue.ts';
import { issuerSubject } from '#src/identity/domain/user.ts';
import { createMembership, createUser } from '#src/identity/store/users.ts';
import { applyIncoming } from '#src/records/publications/publication.ts';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import { keys, partitions } from '#src/table/keys.ts';
import { updateIf } from '#src/table/table.ts';
import { defaultWorkspace } from '#src/vocabulary/workspace.ts';
import { job } from '../../lambdas/background/continue-bulk-edits.ts';
import { anIncoming } from '../support/builders.ts';
import { editMany, getBulkEdit } from '../support/curation.ts';
import { freshTable } from '../support/engine.ts';
import { underRole } from '../support/roles.ts';
import { allItems, events } from '../support/table.ts';

const issuer = 'https://issuer.example';
Object.assign(process.env, { ADMIN_EMAILS: '', SIGN_IN_ISSUER: issuer });

/** Who sends the requests, and their context. */
export const author = 'curator@example.org';
export const byOperator = { actor: 'operator', now: new Date(), requestId: 'request', mayRemoveLastAdmin: true };

/** Stores a user with the author's address: the author, or whoever has these tokens. */
export async function storeUser({ is_superadmin = false, sub = 'test-subject' } = {}): Promise<void> {
  const user = { id: sub, email: author, display_name: null, is_superadmin, created_at: 1, updated_at: 1 };
  await createUser(user);
  await updateIf({
    Key: keys.user(author),
    UpdateExpression: 'SET subject = :subject',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':subject': issuerSubject(issuer, sub) },
  });
}

export const join = (workspace: string = defaultWorkspace) =>
  createMembership({ email: author, workspace, role: 'workspace_member', created_at: 1 });

/** An empty table with the author, a member of the workspace. */
export async function begin(): Promise<void> {
  await freshTable();
  await storeUser();
  await join();
}

/** A time so short that a request starts with no publication. */
export const noTimeMs = 4_000;

/** Doing it twice would be visible. */
export const appending = [{ op: 'add', path: '/data/authors/-', value: { name: 'Another Author' } }];

const continues = underRole(job, continueBulkEdits);
export const continueEdits = (now = new Date(), deadlineMs = Number.POSITIVE_INFINITY) => continues(now, deadlineMs);

export const store = (doi: string, aliases: string[] = []) =>
  savePublication(applyIncoming(undefined, anIncoming({ doi, aliases }), [], new Date()), undefined, []);

/** Requests an edit without time to do it, and returns the id of the report. */
export async function request(ids: readonly string[], patch: unknown = appending): Promise<string> {
  const { status, body } = await editMany(ids, patch, { timeLeftMs: noTimeMs });
  if (status !== 200 || typeof body.bulk_edit_id !== 'string') throw new Error(`answered ${status}`);
  return body.bulk_edit_id;
}

export const reportOf = async (id: string) => (await getBulkEdit(id)).body;

/** How often a publication was edited, by its record, events and history. */
export async function timesEdited(doi: string) {
  const record = await getPublication(doi);
  const authors = (record?.edits.data as { authors?: { name: string }[] } | undefined)?.authors ?? [];
  return {
    edits: record?.edit_count,
    events: (await events()).filter(({ resource_id }) => resource_id === doi).length,
    authors: authors.filter(({ name }) => name === 'Another Author').length,
  };
}

/** The stored items of the jobs, except their reports. */
export async function leftovers() {
  const isLeft = ({ pk, sk }: Record<string, unknown>) =>
    pk === partitions['open-bulk-edits'] || sk === keys.bulkEditPatch('').sk;
  return (await allItems()).filter(isLeft);
}
