import type { PersonRow } from '#src/records/people/person.ts';
import { contentChangeAt } from '#src/records/publications/publicity.ts';
import type { Aggregate, ListCurrency } from '../model/list-source.ts';
import type { Position } from '../model/page.ts';
import { versionRules } from '../model/public-change.ts';
import { peopleByAnyName as people } from '../people.ts';
import { publications } from '../publications.ts';
import { leftAt, listedSince } from '../tallies.ts';
import type { ChangeLog, ListChange } from './change-log.ts';

/**
 * People are listed through their publications, so their changes come from both lists. A person is upserted when their
 * row is written or when they become listed: at the earliest write of a publication that lists them now, because they
 * have been listed without a break since then.
 */
type RowState = Pick<PersonRow, 'changed' | 'was_unlinked'>;

const stateByOrcid: Aggregate<PersonRow, Map<string, RowState>> = {
  start: () => new Map(),
  add: (result, row) => void result.set(row.orcid, { changed: contentChangeAt(row), was_unlinked: row.was_unlinked }),
};

interface PersonChange {
  orcid: string;
  changeMs: number;
  isListed: boolean;
}

/** All people's changes in order, with what they were computed from. */
let cache: { inputs: readonly unknown[]; changes: PersonChange[] } | undefined;

async function orderedChanges(stalenessMs: number): Promise<{ changes: PersonChange[] } & ListCurrency> {
  const [listed, left, states] = await Promise.all([
    publications.tally(listedSince, stalenessMs),
    publications.tally(leftAt, stalenessMs),
    people.aggregate(stateByOrcid, stalenessMs),
  ]);
  const inputs = [listed.value, left.value, states.value];
  if (!cache || inputs.some((input, index) => input !== cache?.inputs[index])) {
    cache = { inputs, changes: computeChanges(listed.value, left.value, states.value) };
  }
  return {
    changes: cache.changes,
    settledMs: Math.min(listed.settledMs, left.settledMs, states.settledMs),
    // Epochs only increase, so their sum increases with either of them.
    epoch: Math.min(listed.epoch, left.epoch) + states.epoch,
  };
}

function computeChanges(
  listedMsOf: ReadonlyMap<string, number>,
  leftMsOf: ReadonlyMap<string, number>,
  stateOf: ReadonlyMap<string, RowState>,
): PersonChange[] {
  const changes: PersonChange[] = [];
  for (const [orcid, { changed, was_unlinked }] of stateOf) {
    const [listedMs, leftMs] = [listedMsOf.get(orcid), leftMsOf.get(orcid)];
    // Older versions recorded departures only in the person's row.
    const unlinkedMs = was_unlinked ? changed : undefined;
    if (listedMs !== undefined) changes.push({ orcid, changeMs: Math.max(listedMs, changed), isListed: true });
    else if (leftMs !== undefined || unlinkedMs !== undefined)
      changes.push({ orcid, changeMs: Math.max(leftMs ?? 0, unlinkedMs ?? 0), isListed: false });
  }
  return changes.sort((one, other) => one.changeMs - other.changeMs || (one.orcid < other.orcid ? -1 : 1));
}

/** The changes of the list of people with public publications. */
export const peopleChanges: ChangeLog<PersonRow> = {
  // Before publications recorded departures, copies kept some people who had left.
  rules: () => ['departures', versionRules()].filter(Boolean).join(' '),
  async after(position, limit, stalenessMs) {
    const { changes: all, ...currency } = await orderedChanges(stalenessMs);
    const first = position ? countUpTo(all, position) : 0;
    const page = all.slice(first, first + limit);
    const rows = await rowsOf(
      page.flatMap(({ orcid, isListed }) => (isListed ? [orcid] : [])),
      stalenessMs,
    );
    const changes = page.map(
      ({ orcid, changeMs }): ListChange<PersonRow> => ({
        id: orcid,
        changedAtMs: changeMs,
        row: rows.get(orcid) ?? null,
      }),
    );
    const last = page.at(-1);
    return {
      changes,
      last: last && { value: last.changeMs, id: last.orcid },
      hasMore: all.length > first + limit,
      ...currency,
    };
  },
  async latest(stalenessMs) {
    const { changes, ...currency } = await orderedChanges(stalenessMs);
    return { latestMs: changes.at(-1)?.changeMs ?? -1, ...currency };
  },
};

/** ORCID iDs of listed people who have changed since a time. */
export async function listedPeople(sinceMs: number, stalenessMs: number): Promise<Set<string>> {
  const { changes } = await orderedChanges(stalenessMs);
  return new Set(changes.flatMap(({ orcid, isListed, changeMs }) => (isListed && changeMs >= sinceMs ? [orcid] : [])));
}

/** The number of changes at or before a position, by binary search. */
function countUpTo(changes: readonly PersonChange[], { value, id }: Position): number {
  const ms = Number(value);
  let first = 0;
  let end = changes.length;
  while (first < end) {
    const middle = (first + end) >>> 1;
    const change = changes[middle];
    if (change && (change.changeMs < ms || (change.changeMs === ms && change.orcid <= id))) first = middle + 1;
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
