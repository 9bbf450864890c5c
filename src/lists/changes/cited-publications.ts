import type { PersonRow } from '#src/records/people/person.ts';
import type { PublicationRow } from '#src/records/publications/row.ts';
import type { Aggregate } from '../model/list-source.ts';
import type { Position } from '../model/page.ts';
import { publicChangeAt } from '../model/public-change.ts';
import { peopleByAnyName as people } from '../people.ts';
import { publications } from '../publications.ts';
import type { ChangeLog, ListChange } from './change-log.ts';
import { publicationChanges } from './record-changes.ts';

/** Citations name people, so a publication changes with the name or slug of a person that it lists. */

const namedAtByOrcid: Aggregate<PersonRow, Map<string, number>> = {
  start: () => new Map(),
  add: (result, { orcid, named_at }) => {
    if (named_at !== null) result.set(orcid, named_at);
  },
};

/** People whose publications are read at once. */
const peopleAtOnce = 100;

const allOfPeople = {
  page: 1,
  per_page: Number.MAX_SAFE_INTEGER,
  q: '',
  sort: 'public_change',
  dir: 'asc',
  where: ['public'],
} as const;

/**
 * The publications whose last change is the renaming of a person, as changes after a position, up to a time. At most
 * `limit`, from the earliest one on.
 */
async function renamedAfter(
  position: Position | undefined,
  { namedAt, untilMs, limit, stalenessMs }: Wanted,
): Promise<ListChange<PublicationRow>[]> {
  const sinceMs = position ? Number(position.value) : 0;
  const named = [...namedAt]
    .filter(([, namedMs]) => namedMs >= sinceMs && namedMs <= untilMs)
    .sort(([, one], [, other]) => one - other);
  const changes: ListChange<PublicationRow>[] = [];
  for (let first = 0; first < named.length && changes.length < limit; ) {
    let end = Math.min(first + peopleAtOnce, named.length);
    // Publications of people who were renamed at the same time are in the order of their DOIs.
    while (named[end]?.[1] === named[end - 1]?.[1]) end++;
    const part = named.slice(first, end);
    const times = new Set(part.map(([, namedMs]) => namedMs));
    const orcids = part.map(([orcid]) => orcid);
    const { rows } = await publications.find({ ...allOfPeople, equals: { orcid: orcids } }, stalenessMs);
    const found = rows.flatMap((row) => {
      const changedAtMs = Math.max(...row.orcids.map((orcid) => namedAt.get(orcid) ?? 0));
      // The publications of someone who was renamed later follow with theirs.
      const isNewest = times.has(changedAtMs) && changedAtMs > (publicChangeAt(row) ?? changedAtMs);
      return isNewest ? [{ id: row.doi, changedAtMs, row }] : [];
    });
    changes.push(...found.sort(byTime).filter((change) => isAfter(position, change)));
    first = end;
  }
  return changes.slice(0, limit);
}

interface Wanted {
  /** When each person was last renamed, in milliseconds since the epoch, by ORCID iD. */
  namedAt: ReadonlyMap<string, number>;
  untilMs: number;
  limit: number;
  stalenessMs: number;
}

const byTime = (one: ListChange<unknown>, other: ListChange<unknown>) =>
  one.changedAtMs - other.changedAtMs || (one.id < other.id ? -1 : 1);

const isAfter = (position: Position | undefined, { id, changedAtMs }: ListChange<unknown>): boolean =>
  position === undefined ||
  changedAtMs > Number(position.value) ||
  (changedAtMs === Number(position.value) && id > position.id);

/** The changes of publications with their citations. */
export const citedPublicationChanges: ChangeLog<PublicationRow> = {
  // A copy without citations, or whose items lack licences and people, starts over when it asks for them.
  rules: () => [publicationChanges.rules(), 'filtered-citations'].filter(Boolean).join(' '),
  async after(position, limit, stalenessMs) {
    const page = await publicationChanges.after(position, limit, stalenessMs);
    const named = await people.aggregate(namedAtByOrcid, stalenessMs);
    // Later ones would not be on the page, and their publications are many.
    const untilMs = page.hasMore ? Number(page.last?.value) : Number.POSITIVE_INFINITY;
    const wanted = { namedAt: named.value, untilMs, limit: limit + 1, stalenessMs };
    const all = [...page.changes, ...(await renamedAfter(position, wanted))].sort(byTime);
    const changes = all.slice(0, limit);
    const last = changes.at(-1);
    return {
      changes,
      last: last && { value: last.changedAtMs, id: last.id },
      hasMore: page.hasMore || all.length > limit,
      settledMs: Math.min(page.settledMs, named.settledMs),
      epoch: page.epoch,
    };
  },
  async latest(stalenessMs) {
    const { latestMs, settledMs, epoch } = await publicationChanges.latest(stalenessMs);
    const named = await people.aggregate(namedAtByOrcid, stalenessMs);
    const namedMs = [...named.value.values()].reduce((latest, at) => Math.max(latest, at), -1);
    return { latestMs: Math.max(latestMs, namedMs), settledMs: Math.min(settledMs, named.settledMs), epoch };
  },
};
