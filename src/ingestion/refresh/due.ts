import * as z from 'zod';
import { curatedPublications } from '#src/lists/curated-publications.ts';
import { people } from '#src/lists/people.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import { FailedRecord, readPass } from '#src/table/passes/stored-pass.ts';
import type { LocalizedText } from '#src/vocabulary/locale.ts';
import { sourceNames } from '#src/vocabulary/sources/declarations.ts';

// Due records come from the lists in memory: each row has the time when its record was last fetched, stored or
// confirmed, so the refresh needs no index or records of its own.

/** A failed attempt of the refresh: a person or publication, or a whole source. */
export const RefreshAttempt = FailedRecord.extend({
  kind: z.enum(['person', 'publication', 'source']),
  /** The source that failed. */
  source: z.enum(sourceNames),
});
export type RefreshAttempt = z.output<typeof RefreshAttempt>;

/** Something to refresh: the iD or DOI, and when it was last fetched (milliseconds since the epoch). */
export interface Due {
  id: string;
  fetchedAtMs: number;
}

interface DueList {
  /** Stalest first, at most the requested number. */
  due: Due[];
  total: number;
}

const stalestFirst = { page: 1, q: '', sort: 'last_fetched_at', dir: 'asc' } as const;

/** The people last fetched before a time. Those never fetched wait for their first ingestion. */
export async function duePeople(beforeMs: number, limit: number): Promise<DueList> {
  const query = { ...stalestFirst, per_page: limit, atMost: { last_fetched_at: beforeMs }, where: [] };
  const { rows, total } = await people.find(query, 0);
  return { due: rows.map(({ orcid, last_fetched_at }) => ({ id: orcid, fetchedAtMs: last_fetched_at ?? 0 })), total };
}

/** The publications of a source last fetched before a time, without deleted and merged ones. */
export async function duePublications(
  source: PublicationRecord['source'],
  beforeMs: number,
  limit: number,
): Promise<DueList> {
  const { rows, total } = await curatedPublications.find(
    {
      ...stalestFirst,
      per_page: limit,
      equals: { source, status: 'active' },
      atMost: { last_fetched_at: beforeMs },
      where: ['present'],
    },
    0,
  );
  return { due: rows.map(({ doi, last_fetched_at }) => ({ id: doi, fetchedAtMs: last_fetched_at })), total };
}

/** A person or publication with its name or title. */
export type NamedRecord = readonly [id: string, name: LocalizedText | null];

interface Attempts {
  current: RefreshAttempt[];
  obsolete: RefreshAttempt[];
  named: readonly NamedRecord[];
}

/** The failed attempts so far, and those to remove, whose record has been refreshed, deleted or merged since. */
export async function currentAttempts(): Promise<Attempts> {
  const attempts = RefreshAttempt.array().parse((await readPass('refresh')).failed);
  if (attempts.length === 0) return { current: [], obsolete: [], named: [] };
  const idsOf = (kind: RefreshAttempt['kind']) =>
    new Set(attempts.flatMap((attempt) => (attempt.kind === kind ? attempt.id : [])));
  const [ofPeople, ofPublications] = [idsOf('person'), idsOf('publication')];
  const [persons, publications] = await Promise.all([
    people.find({ ...stalestFirst, per_page: ofPeople.size, ids: ofPeople, where: [] }, 0),
    curatedPublications.find(
      {
        ...stalestFirst,
        per_page: ofPublications.size,
        ids: ofPublications,
        equals: { status: 'active' },
        where: ['present'],
      },
      0,
    ),
  ]);
  const fetchedAtMs = new Map([
    ...persons.rows.map((row) => [`person ${row.orcid}`, row.last_fetched_at ?? 0] as const),
    ...publications.rows.map((row) => [`publication ${row.doi}`, row.last_fetched_at] as const),
  ]);
  const isCurrent = ({ kind, id, attempted_at }: RefreshAttempt) =>
    kind === 'source' || (fetchedAtMs.get(`${kind} ${id}`) ?? attempted_at) < attempted_at;
  const { current = [], obsolete = [] } = Object.groupBy(attempts, (each) =>
    isCurrent(each) ? 'current' : 'obsolete',
  );
  const named = [
    ...persons.rows.map(({ orcid, name }): NamedRecord => [orcid, name]),
    ...publications.rows.map(({ doi, title }): NamedRecord => [doi, title]),
  ];
  return { current, obsolete, named };
}
