import { preferenceReasons, preferredOf } from '#src/duplicates/relations/family.ts';
import { type DuplicatePair, publicationsOf, recordsOf } from '#src/records/likeness/pair.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';

/** Why a record of a pair is the one to keep. */
export const keepReasons = ['only_publication', 'first_work', ...preferenceReasons] as const;

interface SuggestedKeep {
  /** The DOI of a publication, or the id of a work. */
  keep: string;
  reason: (typeof keepReasons)[number];
}

/**
 * The record of a pair to keep unless a curator chooses otherwise: of two publications the version of record, as in
 * lists. Of a publication and a work, only the publication can be kept. Undefined if a publication is gone.
 */
export function suggestedKeep(
  pair: DuplicatePair,
  publications: ReadonlyMap<string, PublicationRecord>,
): SuggestedKeep | undefined {
  const [first, second] = publicationsOf(pair);
  if (first === undefined) return { keep: recordsOf(pair)[0].id, reason: 'first_work' };
  const [one, other] = [publications.get(first), publications.get(second ?? '')];
  if (second === undefined) return one && { keep: one.doi, reason: 'only_publication' };
  if (!one || !other) return undefined;
  const { doi, reason } = preferredOf([one, other]);
  return { keep: doi, reason };
}
