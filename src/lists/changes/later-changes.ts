import { contentChangeAt } from '#src/records/publications/publicity.ts';
import type { ListCurrency } from '../model/list-source.ts';
import type { Position } from '../model/page.ts';
import { type PublicState, publicChangeAt } from '../model/public-change.ts';
import type { GroupFilter } from '../model/query.ts';
import { byTime, type ChangeLog, isAfter, type ListChange } from './change-log.ts';

/** Changes of the entries of a list without a write of their rows: times in milliseconds since the epoch. */
export interface LaterTimes {
  /** By iD of a person of the entries. */
  byPerson: ReadonlyMap<string, number>;
  /** By id of the entry. */
  byId: ReadonlyMap<string, number>;
}

/** A list whose entries are of people. */
export interface PeoplesEntries<Row> {
  id: (row: Row) => string;
  orcids: (row: Row) => readonly string[];
  /** Finds entries that are in lists. */
  find: (
    query: { orcid: readonly string[] } | { ids: ReadonlySet<string>; groups?: GroupFilter },
    stalenessMs: number,
  ) => Promise<Row[]>;
}

/** People whose entries are read at once. */
const peopleAtOnce = 100;

/** The time of the last later change of an entry; 0 for none. */
export const laterTimeOf = ({ byPerson, byId }: LaterTimes, id: string, orcids: readonly string[]): number =>
  Math.max(byId.get(id) ?? 0, ...orcids.map((orcid) => byPerson.get(orcid) ?? 0));

/**
 * A log with the later changes of its entries. `rules` distinguishes it: a copy made by others starts over.
 */
export function withLaterChanges<Row extends PublicState>(
  log: ChangeLog<Row>,
  entries: PeoplesEntries<Row>,
  rules: () => string,
  readTimes: (stalenessMs: number) => Promise<{ times: LaterTimes } & ListCurrency>,
): ChangeLog<Row> {
  return {
    rules: () => [log.rules(), rules()].filter(Boolean).join(' '),
    async after(position, limit, stalenessMs) {
      const page = await log.after(position, limit, stalenessMs);
      const { times, settledMs, epoch } = await readTimes(stalenessMs);
      // Later ones would not be on the page, and a person may have many entries.
      const untilMs = page.hasMore ? Number(page.last?.value) : Number.POSITIVE_INFINITY;
      const later = await laterAfter(position, entries, { times, untilMs, limit: limit + 1, stalenessMs });
      const all = [...page.changes, ...later].sort(byTime);
      const changes = all.slice(0, limit);
      const last = changes.at(-1);
      return {
        changes,
        last: last && { value: last.changedAtMs, id: last.id },
        hasMore: page.hasMore || all.length > limit,
        settledMs: Math.min(page.settledMs, settledMs),
        // Epochs only increase, so their sum increases with either of them.
        epoch: page.epoch + epoch,
      };
    },
    async latest(stalenessMs) {
      const [{ latestMs, settledMs, epoch }, later] = await Promise.all([
        log.latest(stalenessMs),
        readTimes(stalenessMs),
      ]);
      const { byPerson, byId } = later.times;
      let newestMs = latestMs;
      for (const times of [byPerson, byId]) for (const ms of times.values()) newestMs = Math.max(newestMs, ms);
      return { latestMs: newestMs, settledMs: Math.min(settledMs, later.settledMs), epoch: epoch + later.epoch };
    },
  };
}

interface Wanted {
  times: LaterTimes;
  untilMs: number;
  limit: number;
  stalenessMs: number;
}

/**
 * The entries whose last change is a later one, as changes after a position, up to a time. At most `limit`, from the
 * earliest one on.
 */
async function laterAfter<Row extends PublicState>(
  position: Position | undefined,
  { id, orcids, find }: PeoplesEntries<Row>,
  { times, untilMs, limit, stalenessMs }: Wanted,
): Promise<ListChange<Row>[]> {
  const sinceMs = position ? Number(position.value) : 0;
  const inTime = (all: ReadonlyMap<string, number>, kind: 'person' | 'entry') =>
    [...all].flatMap(([key, atMs]) => (atMs >= sinceMs && atMs <= untilMs ? [{ kind, key, atMs }] : []));
  const sources = [...inTime(times.byPerson, 'person'), ...inTime(times.byId, 'entry')].sort(
    (one, other) => one.atMs - other.atMs,
  );
  const changes: ListChange<Row>[] = [];
  for (let first = 0; first < sources.length && changes.length < limit; ) {
    let end = Math.min(first + peopleAtOnce, sources.length);
    // Entries that changed at the same time are in the order of their ids.
    while (sources[end]?.atMs === sources[end - 1]?.atMs && end < sources.length) end++;
    const part = sources.slice(first, end);
    const keys = (kind: 'person' | 'entry') => part.flatMap((source) => (source.kind === kind ? [source.key] : []));
    const [people, ids] = [keys('person'), new Set(keys('entry'))];
    const [ofPeople, named] = await Promise.all([
      people.length === 0 ? [] : find({ orcid: people }, stalenessMs),
      ids.size === 0 ? [] : find({ ids }, stalenessMs),
    ]);
    const atTimes = new Set(part.map(({ atMs }) => atMs));
    const rows = new Map([...ofPeople, ...named].map((row) => [id(row), row]));
    const found = [...rows.values()].flatMap((row) => {
      const changedAtMs = laterTimeOf(times, id(row), orcids(row));
      // An entry that changed again later follows with that.
      const isNewest = atTimes.has(changedAtMs) && changedAtMs > (publicChangeAt(row) ?? contentChangeAt(row));
      return isNewest ? [{ id: id(row), changedAtMs, row }] : [];
    });
    changes.push(...found.sort(byTime).filter((change) => isAfter(position, change)));
    first = end;
  }
  return changes.slice(0, limit);
}
