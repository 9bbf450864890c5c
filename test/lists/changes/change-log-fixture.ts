import { afterEach, beforeAll, expect, jest } from '@jest/globals';
import { saveOrcidPerson } from '#src/ingestion/store/add-people.ts';
import { type ChangeLog, type CopyProgress, nextChanges } from '#src/lists/changes/change-log.ts';
import { groupChanges } from '#src/lists/changes/group-changes.ts';
import { publicationChangesWith, workChangesWith } from '#src/lists/changes/output-changes.ts';
import { peopleChanges } from '#src/lists/changes/people-changes.ts';
import { projectChanges, publicationChanges, workChanges } from '#src/lists/changes/record-changes.ts';
import { type KnownGroups, knownGroups } from '#src/lists/groups/group-filter.ts';
import { groupAsShown, groups } from '#src/lists/groups/groups.ts';
import { lateCommitMs } from '#src/lists/load/shards.ts';
import { people } from '#src/lists/people.ts';
import { projects } from '#src/lists/projects.ts';
import { publications } from '#src/lists/publications.ts';
import { works } from '#src/lists/works.ts';
import { daysOfDate } from '#src/records/groups/days.ts';
import type { GroupedOutput } from '#src/records/groups/group-condition.ts';
import type { PublicationRow } from '#src/records/publications/row.ts';
import { type WorkRow, workOrcids } from '#src/records/works/work-row.ts';
import { freshTable } from '../../support/engine.ts';

// The lists and copies of them, for the tests of changes. Importing this registers its hooks.

beforeAll(async () => void (await freshTable()));

/** The clock of all processes; the tests move it. */
export const clock = { nowMs: 1_800_000_000_000 };
beforeAll(() => void jest.spyOn(Date, 'now').mockImplementation(() => clock.nowMs));
afterEach(() => {
  clock.nowMs += 10 * lateCommitMs;
});

const whole = { page: 1, per_page: 100_000, q: '', dir: 'asc' } as const;

/** The lists as seen without a copy, rows by id, at most this old. */
export const listings = {
  publications: async (stalenessMs = 0) => {
    const { rows } = await publications.find({ ...whole, sort: 'last_fetched_at', where: ['public'] }, stalenessMs);
    return new Map(rows.map((row) => [row.doi, row]));
  },
  works: async (stalenessMs = 0) => {
    const { rows } = await works.find({ ...whole, sort: 'created_at', where: ['public'] }, stalenessMs);
    return new Map(rows.map((row) => [row.id, row]));
  },
  projects: async (stalenessMs = 0) => {
    const { rows } = await projects.find({ ...whole, sort: 'created_at', where: ['public'] }, stalenessMs);
    return new Map(rows.map((row) => [row.id, row]));
  },
  people: async (stalenessMs = 0) => {
    const counts = (await publications.facetCounts('orcid', ['public'], stalenessMs)) as ReadonlyMap<string, number>;
    const { rows } = await people.find({ ...whole, sort: 'name', where: [], ids: new Set(counts.keys()) }, stalenessMs);
    return new Map(rows.map((row) => [row.orcid, row]));
  },
};
/** The lists of outputs with the groups of each, and the list of groups. */
const grouped = {
  groups: async (stalenessMs = 0) => {
    const { rows } = await groups.find({ ...whole, sort: 'name', where: ['public'] }, stalenessMs);
    const shown = new Set(rows.map(({ id }) => id));
    return new Map(rows.map((row) => [row.id, groupAsShown(row, (id) => shown.has(id))]));
  },
  groupedPublications: async (stalenessMs = 0) => {
    const [rows, known] = [
      await listings.publications(stalenessMs),
      await knownGroups('publication', 'public', stalenessMs),
    ];
    return new Map(Array.from(rows, ([id, row]) => [id, groupedPublication(row, known)]));
  },
  groupedWorks: async (stalenessMs = 0) => {
    const [rows, known] = [await listings.works(stalenessMs), await knownGroups('work', 'public', stalenessMs)];
    return new Map(Array.from(rows, ([id, row]) => [id, groupedWork(row, known)]));
  },
};
/** A row with its groups, as items have them. */
const itemGroups = (output: GroupedOutput, known: KnownGroups) => {
  const now = new Date(clock.nowMs);
  const direct = known.groupsOf(output, now, false);
  return known.groupsOf(output, now).map((id) => ({ id, is_direct: direct.includes(id) }));
};
const groupedPublication = (row: PublicationRow, known: KnownGroups) => ({
  ...row,
  groups: itemGroups({ id: row.doi, orcids: row.orcids, days: daysOfDate(row.publication_date) }, known),
});
const groupedWork = (row: WorkRow, known: KnownGroups) => ({
  ...row,
  groups: itemGroups({ id: row.id, orcids: workOrcids(row), days: daysOfDate(row.publication_date) }, known),
});

/** A log whose items have the groups that each has when it is read. */
const logWithGroups = <Row>(
  log: ChangeLog<Row>,
  kind: 'publication' | 'work',
  itemOf: (row: Row, known: KnownGroups) => unknown,
): ChangeLog<unknown> => ({
  ...log,
  async after(position, limit, stalenessMs) {
    const page = await log.after(position, limit, stalenessMs);
    const known = await knownGroups(kind, 'public', stalenessMs);
    const changes = page.changes.map((change) => ({ ...change, row: change.row && itemOf(change.row, known) }));
    return { ...page, changes };
  },
});

/** The lists of `listings`, and those with groups. */
export const allListings = { ...listings, ...grouped };
export type ListName = keyof typeof allListings;
export const names = Object.keys(allListings) as ListName[];
export const logs: Record<ListName, ChangeLog<unknown>> = {
  publications: publicationChanges,
  works: workChanges,
  projects: projectChanges,
  people: peopleChanges,
  groups: groupChanges,
  groupedPublications: logWithGroups(publicationChangesWith(['groups']), 'publication', groupedPublication),
  groupedWorks: logWithGroups(workChangesWith(['groups']), 'work', groupedWork),
};

/** A copy of a list, updated as docs/http.md says. */
export class Copy {
  readonly #log: ChangeLog<unknown>;
  readonly rows: Map<string, unknown>;
  readonly removed = new Set<string>();
  progress: CopyProgress | undefined;

  /** `from`: a copy that was made earlier. */
  constructor(
    log: ChangeLog<unknown>,
    from: { rows: ReadonlyMap<string, unknown>; progress: CopyProgress | undefined } | undefined = undefined,
  ) {
    this.#log = log;
    this.rows = new Map(from?.rows);
    this.progress = from?.progress;
  }

  async next(limit: number, stalenessMs = 0) {
    const page = await nextChanges(this.#log, this.progress, limit, stalenessMs);
    if (page.isReset) this.rows.clear();
    for (const { id, row } of page.changes) {
      if (row === null) {
        this.rows.delete(id);
        this.removed.add(id);
      } else this.rows.set(id, row);
    }
    expect(page.changes.length).toBeLessThanOrEqual(limit);
    this.progress = page.progress;
    return page;
  }

  /** A pass that began before the last writes need not include late ones: the next pass does. */
  async finishPass(limit: number, stalenessMs = 0): Promise<void> {
    if (this.progress?.after) await this.sync(limit, stalenessMs);
  }

  async sync(limit = 100, stalenessMs = 0): Promise<number> {
    for (let requests = 1; ; requests++) if (!(await this.next(limit, stalenessMs)).hasMore) return requests;
  }
}

export const orcids = ['0000-0000-0000-0001', '0000-0000-0000-0002', '0000-0000-0000-0003'] as const;
export const storePerson = (orcid: string, givenName: string) =>
  saveOrcidPerson({ orcid, givenName, familyName: 'X', creditName: null, biography: null }, new Date(clock.nowMs));
