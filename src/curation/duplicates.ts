import { storedComparable, updatePairs } from '#src/duplicates/find.ts';
import { mergeWork, undoWorkMerge } from '#src/duplicates/merging/merge-work.ts';
import { getPair, savePair } from '#src/duplicates/store/pairs.ts';
import { rememberWorkspace } from '#src/logbook/activity.ts';
import { type DuplicatePair, publicationsOf, recordsOf } from '#src/records/likeness/pair.ts';
import { getPublications } from '#src/records/publications/store/publications.ts';
import { invalidField, Problem } from '#src/runtime/errors.ts';
import { log } from '#src/runtime/log.ts';
import { persistent, retryIfStale, stale } from '#src/runtime/retry.ts';
import { parseDoi } from '#src/vocabulary/identifiers/doi.ts';
import type { Curator } from './change-publication.ts';
import { mergePublications, undoPublicationMerge } from './merge-publications.ts';
import { suggestedKeep } from './suggested-keep.ts';

/**
 * A curator's decision about a pair. `keep` is the DOI of the publication to keep, or the id of the work; by default the
 * suggested one.
 */
export type DuplicateDecision =
  | { decision: 'merge'; keep?: string | undefined }
  | { decision: 'different' }
  | { decision: 'undo' };

/**
 * Decides a pair, or undoes the decision. Repeating a decision changes nothing. Throws `not_found`, and `conflict` if
 * another decision was made or one of the two can no longer be merged. `precondition` throws if the pair's version is
 * not the one that the caller read.
 */
export async function decideDuplicate(
  id: string,
  decision: DuplicateDecision,
  curator: Curator,
  precondition: (pair: DuplicatePair) => void,
): Promise<DuplicatePair> {
  await rememberWorkspace(curator.workspace);
  const { pair, isChanged } = await retryIfStale(
    `The pair ${id}`,
    async () => {
      const before = await getPair(id);
      if (!before) throw new Problem('not_found', 'There is no pair with this id');
      const kept = decision.decision === 'merge' ? await keptIn(before, decision.keep) : null;
      const after = decided(before, decision.decision, kept, curator);
      // A repeated request: the first one has changed the version.
      if (after === before) return { pair: before, isChanged: false };
      precondition(before);
      const outcome = await write(before, after, curator);
      return outcome === 'stale' ? stale : { pair: after, isChanged: true };
    },
    persistent,
  );
  if (!isChanged && pair.status !== 'merged') return pair;
  await updateOthers(pair, curator);
  return (await getPair(id)) ?? pair;
}

/** The record to keep: the named one, that of an earlier merge, or the suggested one. */
async function keptIn(pair: DuplicatePair, keep: string | undefined): Promise<string> {
  if (keep !== undefined) return keptOf(pair, keep);
  if (pair.status === 'merged' && pair.kept !== null) return pair.kept;
  const suggested = suggestedKeep(pair, await getPublications(publicationsOf(pair)));
  if (suggested) return suggested.keep;
  throw invalidField('body', 'keep', 'is required, because one of the two records is gone');
}

/** Of a publication and a work, only the publication can be kept. */
function keptOf(pair: DuplicatePair, keep: string): string {
  const dois = publicationsOf(pair);
  const keepable = dois.length > 0 ? dois : recordsOf(pair).map(({ id }) => id);
  const kept = [keep, parseDoi(keep), parseDoi(keep, true)].find((each) => each && keepable.includes(each));
  if (kept) return kept;
  throw invalidField('body', 'keep', `must be ${keepable.join(' or ')}`);
}

/** The pair after a decision; the same object if it already was decided so. */
function decided(
  pair: DuplicatePair,
  decision: DuplicateDecision['decision'],
  kept: string | null,
  { actor, now }: Curator,
): DuplicatePair {
  const { status } = pair;
  const as = (to: DuplicatePair['status']): DuplicatePair => ({
    ...pair,
    status: to,
    kept,
    decided_at: now.getTime(),
    decided_by: actor,
    version: pair.version + 1,
  });
  if (decision === 'undo') return status === 'merged' || status === 'different' ? as('open') : pair;
  const wanted = decision === 'merge' ? 'merged' : 'different';
  if (status === wanted && pair.kept === kept) return pair;
  if (status === 'merged') throw new Problem('conflict', `They are merged, and ${pair.kept} was kept: undo that first`);
  if (status === 'different') throw new Problem('conflict', 'They were marked as different: undo that first');
  return as(wanted);
}

async function write(before: DuplicatePair, after: DuplicatePair, curator: Curator): Promise<'saved' | 'stale'> {
  const change = { before, after };
  const isWork = publicationsOf(before).length < 2;
  if (after.status === 'merged') return isWork ? mergeWork(change, curator) : mergePublications(change, curator);
  if (before.status === 'merged')
    return isWork ? undoWorkMerge(change, curator) : undoPublicationMerge(change, curator);
  return (await savePair(after, before)) ? 'saved' : 'stale';
}

/**
 * Updates the other pairs of both records, because one record is gone or restored. Runs after the decision and must not
 * make it fail. Repeating the decision, or the full pass, completes it.
 */
async function updateOthers(pair: DuplicatePair, { now }: Curator): Promise<void> {
  try {
    for (const record of recordsOf(pair)) await updatePairs(record, await storedComparable(record), now);
  } catch (error) {
    log('warn', 'Possible duplicates not updated', { pair: pair.id, error });
  }
}
