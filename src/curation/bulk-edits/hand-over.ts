import { randomUUID } from 'node:crypto';
import { Contention, ItemRefused } from '#src/runtime/errors.ts';
import { log } from '#src/runtime/log.ts';
import type { JsonPatch } from '#src/vocabulary/json/json-patch.ts';
import type { Curator } from '../change-publication.ts';
import type { BulkOutcome } from '../change-publications.ts';
import { editOutcome } from './continue.ts';
import { addBulkEdit } from './store/bulk-edits.ts';

/**
 * Hands over the publications that a request has not started to a job, which runs every five minutes. `subject` is the
 * `sub` of the caller's tokens. Returns the id of the bulk edit, or undefined if the table rejects it; then nothing was
 * handed over.
 */
export async function handOver(
  outcomes: readonly BulkOutcome[],
  patch: JsonPatch,
  { workspace, actor, now }: Curator,
  subject: string,
): Promise<string | undefined> {
  const id = randomUUID();
  const ids = outcomes.map(({ id: asSent, doi, ...rest }) => ({
    id: asSent,
    ...(doi !== undefined && { doi }),
    ...(rest.outcome !== 'waiting' && { done: editOutcome(rest) }),
  }));
  try {
    const edit = { id, workspace, actor, subject, requested_at: now.getTime(), finished_at: null };
    await addBulkEdit(edit, ids, patch);
    return id;
  } catch (error) {
    if (!(error instanceof Contention || error instanceof ItemRefused)) throw error;
    log('warn', 'An edit of many publications could not be left to the job', { error });
    return undefined;
  }
}
