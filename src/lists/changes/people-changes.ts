import type { PersonRow } from '../../domain/person.ts';
import { isPublic, type PublicationRow } from '../../domain/publication.ts';
import type { Knowledge, Summary } from '../model/list-source.ts';
import type { Place } from '../model/page.ts';
import { publicChangeAt } from '../model/public-change.ts';
import { peopleByAnyName as people } from '../people.ts';
import { publications } from '../publications.ts';
import type { Change, ChangeLog } from './change-log.ts';

/**
 * Whether somebody is listed follows from the publications that name them, so what there is to tell of a person is made
 * of two lists. That a person is listed is told when their own row changes, and when the first of their publications
 * comes: since the earliest writing of one that is public now they have been listed all the time.
 */
interface Standing {
  /** When the first was written of the publications that are public now; undefined when none is. */
  listedMs?: number;
  /** When the last was withdrawn of those that were public. */
  lostMs?: number;
}

const standings: Summary<PublicationRow, Map<string, Standing>> = {
  start: () => new Map(),
  add: (summary, row) => {
    const toldMs = publicChangeAt(row);
    if (toldMs === null) return;
    const isListed = isPublic(row);
    for (const orcid of row.orcids) {
      const { listedMs, lostMs } = summary.get(orcid) ?? {};
      const standing = isListed
        ? { listedMs: Math.min(listedMs ?? toldMs, toldMs), ...(lostMs !== undefined && { lostMs }) }
        : { lostMs: Math.max(lostMs ?? 0, toldMs), ...(listedMs !== undefined && { listedMs }) };
      summary.set(orcid, standing);
    }
  },
};

const writings: Summary<PersonRow, Map<string, number>> = {
  start: () => new Map(),
  add: (summary, { orcid, changed }) => void summary.set(orcid, changed),
};

/** One person to be told of. */
interface Entry {
  orcid: string;
  toldMs: number;
  isListed: boolean;
}

/** Everybody there is something to tell of, in the order of telling. */
interface Entries {
  madeOf: readonly [unknown, unknown];
  ordered: Entry[];
}
let latest: Entries | undefined;

async function entries(stalenessMs: number): Promise<{ ordered: Entry[] } & Knowledge> {
  const [publication, person] = await Promise.all([
    publications.summary(standings, stalenessMs),
    people.summary(writings, stalenessMs),
  ]);
  const isCurrent = latest?.madeOf[0] === publication.value && latest.madeOf[1] === person.value;
  if (!latest || !isCurrent) {
    latest = { madeOf: [publication.value, person.value], ordered: ordered(publication.value, person.value) };
  }
  return {
    ordered: latest.ordered,
    settledMs: Math.min(publication.settledMs, person.settledMs),
    // Both only ever rise, and so does their sum whenever one of them does.
    epoch: publication.epoch + person.epoch,
  };
}

function ordered(publicationsOf: ReadonlyMap<string, Standing>, written: ReadonlyMap<string, number>): Entry[] {
  const all: Entry[] = [];
  for (const [orcid, { listedMs, lostMs }] of publicationsOf) {
    const writtenMs = written.get(orcid);
    if (writtenMs === undefined) continue;
    if (listedMs !== undefined) all.push({ orcid, toldMs: Math.max(listedMs, writtenMs), isListed: true });
    else if (lostMs !== undefined) all.push({ orcid, toldMs: lostMs, isListed: false });
  }
  return all.sort((one, other) => one.toldMs - other.toldMs || (one.orcid < other.orcid ? -1 : 1));
}

/** The changes of the list of people with public publications. */
export const peopleChanges: ChangeLog<PersonRow> = {
  async after(place, limit, stalenessMs) {
    const { ordered: all, ...knowledge } = await entries(stalenessMs);
    const first = place ? countUpTo(all, place) : 0;
    const told = all.slice(first, first + limit);
    const rows = await rowsOf(
      told.flatMap(({ orcid, isListed }) => (isListed ? [orcid] : [])),
      stalenessMs,
    );
    const changes = told.map(
      ({ orcid, toldMs }): Change<PersonRow> => ({ id: orcid, changedAtMs: toldMs, row: rows.get(orcid) ?? null }),
    );
    const last = told.at(-1);
    return {
      changes,
      last: last && { value: last.toldMs, id: last.orcid },
      hasMore: all.length > first + limit,
      ...knowledge,
    };
  },
  async newest(stalenessMs) {
    const { ordered: all, ...knowledge } = await entries(stalenessMs);
    return { newestMs: all.at(-1)?.toldMs ?? -1, ...knowledge };
  },
};

/** The ORCID iDs of those who are listed, and of whom there has been something to tell since a time. */
export async function listedPeople(sinceMs: number, stalenessMs: number): Promise<Set<string>> {
  const { ordered: all } = await entries(stalenessMs);
  return new Set(all.flatMap(({ orcid, isListed, toldMs }) => (isListed && toldMs >= sinceMs ? [orcid] : [])));
}

/** How many entries are before a place in the order or at it. */
function countUpTo(all: readonly Entry[], { value, id }: Place): number {
  const ms = Number(value);
  let first = 0;
  let end = all.length;
  while (first < end) {
    const middle = (first + end) >>> 1;
    const entry = all[middle];
    if (entry && (entry.toldMs < ms || (entry.toldMs === ms && entry.orcid <= id))) first = middle + 1;
    else end = middle;
  }
  return first;
}

async function rowsOf(orcids: string[], stalenessMs: number): Promise<Map<string, PersonRow>> {
  if (orcids.length === 0) return new Map();
  const query = { page: 1, per_page: orcids.length, q: '', sort: 'name', dir: 'asc', where: [] } as const;
  const { rows } = await people.find({ ...query, ids: new Set(orcids) }, stalenessMs);
  return new Map(rows.map((row) => [row.orcid, row]));
}
