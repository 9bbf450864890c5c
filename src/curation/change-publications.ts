import { type CompareLater, comparingLater } from '#src/duplicates/find-later.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import { type FoundPublication, locatePublications } from '#src/records/publications/store/publications.ts';
import { Contention, ItemRefused, Problem } from '#src/runtime/errors.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { retriesEndMs } from '#src/runtime/invocation.ts';
import type { JsonPatch } from '#src/vocabulary/json/json-patch.ts';
import { type ChangeResult, type Curator, changePublication, type PublicationChange } from './change-publication.ts';
import { patchedFields } from './edit-publication.ts';

const changesAtOnce = 25;
/** The possible duplicates of more publications are found by a job. */
const mostCompared = 50;

/** The outcome for one id, and the canonical DOI of the publication, if there is one. */
export type BulkOutcome = { id: string; doi: string | undefined } & (ChangeOutcome | { outcome: 'waiting' });

/**
 * `unchanged`: already as requested. `busy`: concurrent writes did not stop. `edit`: the number of the edit, if any.
 */
export type ChangeOutcome =
  | { outcome: 'changed'; edit?: number }
  | { outcome: 'unchanged' | 'not_found' | 'deleted' }
  | { outcome: 'invalid' | 'busy'; message: string };

/**
 * Deletes or restores publications, each in its own transaction. Returns the outcomes in the order of the ids. Throws
 * `Contention` after the others are done if some were busy or not started in time: a repetition does the rest.
 */
export async function deleteOrRestore(
  ids: readonly string[],
  action: 'delete' | 'restore',
  curator: Curator,
): Promise<BulkOutcome[]> {
  const outcomes = await changeAll(ids, () => ({ deleted: action === 'delete' }), curator, retriesEndMs());
  const busy = outcomes.find(({ outcome }) => outcome === 'busy' || outcome === 'waiting');
  if (busy) throw new Contention(`The publication ${busy.doi}`);
  const invalid = outcomes.find(({ outcome }) => outcome === 'invalid');
  if (invalid?.outcome === 'invalid') throw new Problem('invalid_body', `${invalid.id}: ${invalid.message}`);
  return outcomes;
}

/**
 * Applies one JSON Patch to publications, each in its own transaction. Skips those for which it is invalid, deleted
 * ones and busy ones. Does not start those that would probably not finish by `endMs`: these are `waiting`. Returns the
 * outcomes in the order of the ids.
 */
export const patchPublications = (
  ids: readonly string[],
  patch: JsonPatch,
  curator: Curator,
  endMs: number,
): Promise<BulkOutcome[]> => changeAll(ids, (record) => patchInBulk(record, patch), curator, endMs);

export function patchInBulk(record: PublicationRecord, patch: JsonPatch): PublicationChange {
  if (record.deleted_at !== null) throw new DeletedPublication();
  return patchedFields(record, patch);
}

class DeletedPublication extends Error {}

async function changeAll(
  ids: readonly string[],
  plan: (record: PublicationRecord) => PublicationChange,
  curator: Curator,
  endMs: number,
): Promise<BulkOutcome[]> {
  const found = await locatePublications(ids);
  const distinct = new Map(found.flatMap((each) => (each ? [[each.doi, each] as const] : [])));
  const changeThem = (compareLater?: CompareLater) =>
    changeEach([...distinct.values()], plan, curator, endMs, compareLater);
  const isCompared = distinct.size <= mostCompared;
  const byDoi = isCompared ? await changeThem() : await comparingLater([...distinct.keys()], changeThem);
  return ids.map((id, index) => {
    const doi = found[index]?.doi;
    return { id, doi, ...((doi !== undefined && byDoi.get(doi)) || { outcome: 'not_found' as const }) };
  });
}

/** Changes publications, small ones first. Returns the outcome for each DOI. */
async function changeEach(
  found: readonly FoundPublication[],
  plan: (record: PublicationRecord) => PublicationChange,
  curator: Curator,
  endMs: number,
  compareLater?: CompareLater,
): Promise<Map<string, ChangeOutcome | { outcome: 'waiting' }>> {
  const ofSize = (isLarge: boolean) => found.filter((each) => each.isLarge === isLarge);
  let longestMs = 0;
  const changeOne = async ({ doi, decode }: FoundPublication) => {
    const startMs = Date.now();
    // A change that is not started can be reported, but a request that runs out of time reports nothing. Large
    // publications take seconds, and this change may take as long as those before.
    if (startMs + longestMs > endMs) return [doi, { outcome: 'waiting' as const }] as const;
    const change = async () => {
      const record = await decode();
      if (!record) throw new Problem('not_found', 'There is no publication with this DOI');
      return changePublication(record, plan, curator, compareLater);
    };
    const outcome = await outcomeOf(change);
    if (outcome.outcome !== 'busy') longestMs = Math.max(longestMs, Date.now() - startMs);
    return [doi, outcome] as const;
  };
  const outcomes = await inParallel(ofSize(false), changesAtOnce, changeOne);
  // Many large ones at once could occupy the processor past the request's deadline before any has finished.
  outcomes.push(...(await inParallel(ofSize(true), 1, changeOne)));
  return new Map<string, ChangeOutcome | { outcome: 'waiting' }>(outcomes);
}

/** The outcome of one change. Rethrows only errors that are not meant for the client. */
export async function outcomeOf(change: () => Promise<ChangeResult>): Promise<ChangeOutcome> {
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
