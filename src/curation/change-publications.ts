import type { JsonPatch } from '../domain/json/json-patch.ts';
import type { PublicationRecord } from '../domain/publications/publication.ts';
import { Contention, ItemRefused, Problem } from '../errors.ts';
import { inParallel } from '../runtime/in-parallel.ts';
import { retriesEndMs } from '../runtime/invocation.ts';
import { findPublications } from '../storage/publications/publications.ts';
import { type ChangeResult, type Curator, changeRecordOf, type PublicationChange } from './change-publication.ts';
import { patchedFields } from './edit-publication.ts';

/** Records read, and changes written, at once. */
const changesAtOnce = 25;

/** What became of one id, and the canonical DOI of the publication, if there is one. */
export type BulkOutcome = { id: string; doi: string | undefined } & Outcome;

/**
 * `unchanged` if the publication was as wanted already; `busy` if others kept writing it at the same moment, or if the time
 * of the request ran out. `edit` is the number of the edit made, if it was one.
 */
type Outcome =
  | { outcome: 'changed'; edit?: number }
  | { outcome: 'unchanged' | 'not_found' | 'deleted' }
  | { outcome: 'invalid' | 'busy'; message: string };

/**
 * Deletes or restores publications, each in a transaction of its own. Returns the outcomes in the order of the ids. Throws
 * `Contention` if some were busy, when all others are done: a repetition does the rest.
 */
export async function deleteOrRestore(
  ids: readonly string[],
  action: 'delete' | 'restore',
  by: Curator,
): Promise<BulkOutcome[]> {
  const outcomes = await changeAll(ids, () => ({ deleted: action === 'delete' }), by);
  const busy = outcomes.find(({ outcome }) => outcome === 'busy');
  if (busy) throw new Contention(`The publication ${busy.doi}`);
  const invalid = outcomes.find(({ outcome }) => outcome === 'invalid');
  if (invalid?.outcome === 'invalid') throw new Problem('invalid_body', `${invalid.id}: ${invalid.message}`);
  return outcomes;
}

/**
 * Applies one JSON Patch to publications, each in a transaction of its own. Those for which it is not valid, deleted ones
 * and busy ones are left as they are. Returns the outcomes in the order of the ids.
 */
export function patchPublications(ids: readonly string[], patch: JsonPatch, by: Curator): Promise<BulkOutcome[]> {
  return changeAll(
    ids,
    (record) => {
      if (record.deleted_at !== null) throw new DeletedPublication();
      return patchedFields(record, patch);
    },
    by,
  );
}

class DeletedPublication extends Error {}

async function changeAll(
  ids: readonly string[],
  plan: (record: PublicationRecord) => PublicationChange,
  by: Curator,
): Promise<BulkOutcome[]> {
  const found = await findPublications(ids);
  const records = new Map(found.flatMap((record) => (record ? [[record.doi, record] as const] : [])));
  const outcomes = await inParallel(records.values(), changesAtOnce, async (record) => {
    return [record.doi, await outcomeOf(() => changeRecordOf(record, plan, by))] as const;
  });
  const byDoi = new Map(outcomes);
  return ids.map((id, index) => {
    const doi = found[index]?.doi;
    return { id, doi, ...((doi !== undefined && byDoi.get(doi)) || { outcome: 'not_found' as const }) };
  });
}

async function outcomeOf(change: () => Promise<ChangeResult>): Promise<Outcome> {
  // A change that is not begun can be reported and sent again; a request that runs out of time reports nothing.
  if (Date.now() > retriesEndMs()) return { outcome: 'busy', message: 'The time of the request was over before it' };
  try {
    const { isChanged, edit } = await change();
    return isChanged ? { outcome: 'changed', ...(edit !== undefined && { edit }) } : { outcome: 'unchanged' };
  } catch (error) {
    if (error instanceof DeletedPublication) return { outcome: 'deleted' };
    if (error instanceof Contention) return { outcome: 'busy', message: error.message };
    if (error instanceof ItemRefused) return { outcome: 'invalid', message: error.message };
    if (!(error instanceof Problem)) throw error;
    return error.code === 'not_found' ? { outcome: 'not_found' } : { outcome: 'invalid', message: error.message };
  }
}
