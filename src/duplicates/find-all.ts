import { curatedPublications } from '#src/lists/curated-publications.ts';
import { duplicatePairs } from '#src/lists/duplicates.ts';
import { works } from '#src/lists/works.ts';
import {
  type Comparable,
  comparableOf,
  comparablePublication,
  comparableWork,
} from '#src/records/likeness/comparable.ts';
import { compare, isCertain } from '#src/records/likeness/compare.ts';
import {
  type ComparedRecord,
  type DuplicatePair,
  type PairedRecords,
  recordName,
  recordsOf,
} from '#src/records/likeness/pair.ts';
import { getPublications } from '#src/records/publications/store/publications.ts';
import { getWorks } from '#src/records/publications/store/works.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { hourlyPauses, PassRun } from '#src/table/passes/run.ts';
import { parseIsbn } from '#src/vocabulary/identifiers/identifiers.ts';
import { type ListedRecord, pairsAmong } from './domain/all-pairs.ts';
import { type Join, proposePair, withdrawPair } from './find.ts';
import { pairId } from './store/pairs.ts';

const pairsAtOnce = 200;
const writesAtOnce = 16;

/**
 * The result of a pass. `examined`: pairs whose records were read. `joined`: certain pairs of works that were merged. `complete`: whether it reached the end before the
 * deadline.
 */
export interface PassResult {
  records: number;
  candidates: number;
  examined: number;
  proposed: number;
  joined: number;
  withdrawn: number;
  complete: boolean;
}

/**
 * Finds possible duplicates in the whole registry, using the lists in memory. Reads and writes only pairs that are new
 * or no longer found, so the next run continues one that was killed or reached the deadline (milliseconds since the
 * epoch). Also finds records stored without blocks, and completes unfinished writes. With `join`, certain pairs are
 * merged. Throws at the end if a pair could not be examined; it is left out until its pause is over.
 */
export async function findAllDuplicates({
  now,
  deadlineMs,
  join,
}: {
  now: Date;
  deadlineMs: number;
  join?: Join;
}): Promise<PassResult> {
  const [records, stored] = [await readRecords(), await readPairs()];
  // Judged by list rows alone.
  const found = new Map(pairsAmong(records).map((pair) => [pairId(...pair), pair]));
  const result = { records: records.length, candidates: found.size, examined: 0, proposed: 0, joined: 0, withdrawn: 0 };
  const run = await PassRun.continue({ pass: 'duplicates', now, deadlineMs, pauses: hourlyPauses });
  const isNew = ([id]: [string, unknown]) => (stored.get(id)?.status ?? 'obsolete') === 'obsolete';
  const lost = [...stored.values()].filter(({ id, status }) => status === 'open' && !found.has(id));
  const examined = new Map([...[...found].filter(isNew), ...lost.map((pair) => [pair.id, recordsOf(pair)] as const)]);
  const examine = async (ids: string[]) => {
    const pairs = ids.flatMap((id) => {
      const pair = examined.get(id);
      return pair ? [pair] : [];
    });
    const comparables = await readComparables(pairs.flat());
    await inParallel(pairs, writesAtOnce, async ([one, other]) => {
      const [a, b] = [one, other].map((record) => comparables.get(recordName(record)));
      const likeness = a && b && compare(a, b);
      const status = stored.get(pairId(one, other))?.status;
      const candidate = likeness && { record: other, likeness };
      const mayJoin = candidate && join && isCertain(likeness, [one.kind, other.kind]);
      const isJoined = mayJoin && (await join(one, candidate, now));
      if (isJoined) {
        result.joined += 1;
      } else if (candidate && status !== 'open') {
        const outcome = await proposePair(one, candidate, now);
        if (outcome === 'proposed') result.proposed += 1;
      } else if (!likeness && status === 'open') {
        await withdrawPair(pairId(one, other));
        result.withdrawn += 1;
      }
      result.examined += 1;
    });
  };
  await run.forgetOthers('pair', new Set(examined.keys()));
  const ids = [...examined.keys()].filter((id) => !run.isWaiting('pair', id));
  let next = 0;
  for (; next < ids.length && !run.isOver(); next += pairsAtOnce) {
    await run.attemptAll('pair', ids.slice(next, next + pairsAtOnce), examine);
  }
  run.throwIfFailed();
  return { ...result, complete: next >= ids.length };
}

/** Rows lack the venue: with this one for all, pairs that need a common venue pass. */
const anyVenue = 'any';

/** Identifiers of the text itself, so that copies meet whose titles begin differently. */
function entryOfRow(identifiers: string): Pick<Comparable, 'entry'> {
  const ids = identifiers.split('\n').filter((id) => id !== '' && parseIsbn(id) === undefined);
  return ids.length === 0 ? {} : { entry: { ids, date: null, enteredBy: null } };
}

/** All publications and works to compare. */
async function readRecords(): Promise<ListedRecord[]> {
  const records: ListedRecord[] = [];
  await curatedPublications.visitRows((row) => {
    if (row.deleted_at !== null) return;
    const { doi, title, publication_year: year, publication_type: type, orcids, author_names, identifiers } = row;
    const authors = author_names === '' ? [] : author_names.split('\n');
    const described = { doi, title, subtitle: null, year, authors, venue: anyVenue, type, orcids };
    const comparable = { ...comparableOf(described), ...entryOfRow(identifiers) };
    records.push({ record: { kind: 'publication', id: doi }, comparable });
  }, 0);
  await works.visitRows(({ id, title, publication_year: year, work_type: type, orcid, deleted_at }) => {
    if (deleted_at !== null) return;
    const orcids = orcid === '' ? [] : [orcid];
    const described = { doi: null, title, subtitle: null, year, authors: [], venue: anyVenue, type, orcids };
    records.push({ record: { kind: 'work', id }, comparable: comparableOf(described) });
  }, 0);
  return records;
}

type StoredPair = Pick<DuplicatePair, 'id' | 'status' | keyof PairedRecords>;

async function readPairs(): Promise<Map<string, StoredPair>> {
  const { value } = await duplicatePairs.aggregate<Map<string, StoredPair>>(
    {
      start: () => new Map(),
      add: (pairs, { id, doi, first_kind, other, other_kind, status }) =>
        void pairs.set(id, { id, doi, first_kind, other, other_kind, status }),
    },
    0,
  );
  return value;
}

/** The compared fields of these records by name, without records that are gone. */
async function readComparables(compared: readonly ComparedRecord[]): Promise<Map<string, Comparable>> {
  const idsOf = (kind: ComparedRecord['kind']) => compared.flatMap((each) => (each.kind === kind ? [each.id] : []));
  const [publications, withoutDoi] = [await getPublications(idsOf('publication')), await getWorks(idsOf('work'))];
  const comparables = [
    ...[...publications.values()].map(
      (record) => [{ kind: 'publication', id: record.doi }, comparablePublication(record)] as const,
    ),
    ...[...withoutDoi.values()].map((work) => [{ kind: 'work', id: work.id }, comparableWork(work)] as const),
  ];
  return new Map(comparables.flatMap(([record, comparable]) => (comparable ? [[recordName(record), comparable]] : [])));
}
