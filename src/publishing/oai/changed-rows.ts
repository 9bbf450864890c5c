import { laterTimeOf } from '#src/lists/changes/later-changes.ts';
import { isInLists, publicChangeAt } from '#src/lists/model/public-change.ts';
import { publications } from '#src/lists/publications.ts';
import type { PublicationRow } from '#src/records/publications/row.ts';
import type { Members, SetFilters } from './sets.ts';

/** Times of changes, in milliseconds since the epoch; `mostMs` null without a limit. */
interface Changes {
  leastMs: number;
  mostMs: number | null;
}

/** When a record last changed for harvesters: with its row, or with its groups, which are some of its sets. */
export function changedAt(row: PublicationRow, { regrouped }: Pick<Members, 'regrouped'>): number {
  const changedMs = publicChangeAt(row) ?? row.changed;
  return isInLists(row) ? Math.max(changedMs, laterTimeOf(regrouped, row.doi, row.orcids)) : changedMs;
}

/** The rows of a set that changed at these times, in the order of their DOIs: those of one page after a DOI. */
export async function rowsChangedIn(
  { leastMs, mostMs }: Changes,
  { equals, groups }: SetFilters,
  members: Members,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<{ rows: PublicationRow[]; hasMore: boolean }> {
  const isInTime = (ms: number) => ms >= leastMs && ms <= (mostMs ?? Number.POSITIVE_INFINITY);
  const { byPerson, byId } = members.regrouped;
  const keysIn = (times: ReadonlyMap<string, number>) => [...times].flatMap(([key, ms]) => (isInTime(ms) ? key : []));
  // From the beginning on, each row that can be in the period is found by its own time.
  const [people, ids] = leastMs === 0 ? [[], new Set<string>()] : [keysIn(byPerson), new Set(keysIn(byId))];
  const all = { page: 1, per_page: limit, q: '', sort: 'doi', dir: 'asc', ...(groups && { groups }) } as const;
  const { orcid: ofSet, ...others } = equals ?? {};
  const isOfSet = (row: PublicationRow) => ofSet === undefined || row.orcids.some((orcid) => ofSet.includes(orcid));
  const range = { atLeast: { public_change: leastMs }, atMost: { public_change: mostMs } };

  for (let last = after; ; ) {
    const place = last === undefined ? undefined : { value: null, id: last };
    const sources = await Promise.all([
      publications.findAfter({ ...all, ...range, ...(equals && { equals }), where: ['ever_public'] }, place, 0),
      ...(people.length > 0
        ? [publications.findAfter({ ...all, equals: { ...others, orcid: people }, where: ['public'] }, place, 0)]
        : []),
      ...(ids.size > 0 ? [publications.findAfter({ ...all, equals: others, ids, where: ['public'] }, place, 0)] : []),
    ]);
    // After the end of a page that is not the last one of its source, rows of it may be missing.
    const ends = sources.flatMap(({ hasMore, rows }) => (hasMore ? (rows.at(-1)?.doi ?? []) : []));
    const end = ends.sort()[0];
    const found = new Map(sources.flatMap(({ rows }) => rows).map((row) => [row.doi, row]));
    const known = [...found.values()]
      .filter(({ doi }) => end === undefined || doi <= end)
      .sort((one, other) => (one.doi < other.doi ? -1 : 1));
    const rows = known.filter((row) => isOfSet(row) && isInTime(changedAt(row, members)));
    // A page without rows is no page.
    if (rows.length > 0 || end === undefined)
      return { rows: rows.slice(0, limit), hasMore: end !== undefined || rows.length > limit };
    last = end;
  }
}
