import { randomUUID } from 'node:crypto';
import type { Curator } from '../curation/change-publication.ts';
import type { BulkOutcome } from '../curation/change-publications.ts';
import type { JsonPatch } from '../domain/json/json-patch.ts';
import { Contention, ItemRefused } from '../errors.ts';
import { log } from '../runtime/log.ts';
import { editOutcome } from './continue.ts';
import { addBulkEdit } from './storage/bulk-edits.ts';

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
