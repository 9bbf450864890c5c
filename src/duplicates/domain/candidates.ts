import type { DuplicateReason, Likeness } from '#src/records/likeness/compare.ts';
import { type ComparedRecord, recordName } from '#src/records/likeness/pair.ts';

/** A record that may describe the same publication. */
export interface Candidate {
  record: ComparedRecord;
  likeness: Likeness;
}

/** Pairs proposed per record, likeliest first. */
const maxCandidates = 8;
/** More publications of one title than these are a series, such as yearly deposits or the columns of a journal. */
const maxOfOneTitle = 3;

/** Reasons that never hold between the members of a series. */
const noSeries: ReadonlySet<DuplicateReason> = new Set([
  'doi_version',
  'stated_version',
  'preprint',
  'same_identifier',
]);

/** The best candidates of a record, to be proposed. */
export function topCandidates(candidates: readonly Candidate[]): Candidate[] {
  const isOfTitle = ({ record, likeness: { reasons } }: Candidate) =>
    record.kind === 'publication' && reasons.includes('same_title') && !reasons.some((reason) => noSeries.has(reason));
  const isSeries = candidates.filter(isOfTitle).length > maxOfOneTitle;
  return candidates
    .filter((each) => !(isSeries && isOfTitle(each)))
    .sort(
      (one, other) =>
        other.likeness.score - one.likeness.score || (recordName(one.record) < recordName(other.record) ? -1 : 1),
    )
    .slice(0, maxCandidates);
}
