import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { applyIncoming } from '../../../src/domain/publication.ts';
import {
  type ChangeLog,
  changesOf,
  initialProgress,
  nextChanges,
  type Progress,
} from '../../../src/lists/changes/change-log.ts';
import { peopleChanges } from '../../../src/lists/changes/people-changes.ts';
import { overlapMs } from '../../../src/lists/load/shards.ts';
import { people } from '../../../src/lists/people.ts';
import { projectSpec, projects } from '../../../src/lists/projects.ts';
import { publicationSpec, publications } from '../../../src/lists/publications.ts';
import { workSpec, works } from '../../../src/lists/works.ts';
import { keys } from '../../../src/storage/keys.ts';
import { putRow } from '../../../src/storage/list-rows.ts';
import { saveOrcidPerson } from '../../../src/storage/people.ts';
import { savePublication } from '../../../src/storage/publications.ts';
import { db, tableName, transact } from '../../../src/storage/table.ts';
import { anIncoming, aProject } from '../../support/builders.ts';
import { freshTable } from '../../support/engine.ts';
import { storeProject } from '../../support/projects.ts';
import {
  type Curation,
  curateProject,
  curatePublication,
  curateWork,
  importProject,
  ingestPublication,
  ingestWork,
} from '../../support/publicity.ts';

beforeAll(async () => void (await freshTable()));

/** The clock of all processes; the tests move it. */
let nowMs = 1_800_000_000_000;
beforeAll(() => void jest.spyOn(Date, 'now').mockImplementation(() => nowMs));
afterEach(() => {
  nowMs += 10 * overlapMs;
});

const publicationChanges = changesOf(publications, publicationSpec.id);
const hasWorkChanged = changesOf(works, workSpec.id);
const hasProjectChanged = changesOf(projects, projectSpec.id);

const whole = { page: 1, per_page: 100_000, q: '', dir: 'asc' } as const;

/** The lists as a reader without a copy sees them, rows by id. */
const listings = {
  publications: async () => {
    const { rows } = await publications.find({ ...whole, sort: 'last_fetched_at', where: ['public'] }, 0);
    return new Map(rows.map((row) => [row.doi, row]));
  },
  works: async () => {
    const { rows } = await works.find({ ...whole, sort: 'created_at', where: ['public'] }, 0);
    return new Map(rows.map((row) => [row.id, row]));
  },
  projects: async () => {
    const { rows } = await projects.find({ ...whole, sort: 'created_at', where: ['public'] }, 0);
    return new Map(rows.map((row) => [row.id, row]));
  },
  people: async () => {
    const counts = (await publications.facetCounts('orcid', ['public'], 0)) as ReadonlyMap<string, number>;
    const { rows } = await people.find({ ...whole, sort: 'name', where: [], ids: new Set(counts.keys()) }, 0);
    return new Map(rows.map((row) => [row.orcid, row]));
  },
};
type ListName = keyof typeof listings;
const names = Object.keys(listings) as ListName[];
const logs: Record<ListName, ChangeLog<unknown>> = {
  publications: publicationChanges,
  works: hasWorkChanged,
  projects: hasProjectChanged,
  people: peopleChanges,
};

/** A copy of a list, kept as docs/http.md says. */
class Copy {
  readonly #log: ChangeLog<unknown>;
  readonly rows = new Map<string, unknown>();
  readonly removed = new Set<string>();
  progress: Progress | undefined;

  constructor(log: ChangeLog<unknown>) {
    this.#log = log;
  }

  async next(limit: number) {
    const page = await nextChanges(this.#log, this.progress, limit, 0);
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
  async finishPass(limit: number): Promise<void> {
    if (this.progress?.after) await this.sync(limit);
  }

  async sync(limit = 100): Promise<number> {
    for (let requests = 1; ; requests++) if (!(await this.next(limit)).hasMore) return requests;
  }
}

const orcids = ['0000-0000-0000-0001', '0000-0000-0000-0002', '0000-0000-0000-0003'] as const;
const storePerson = (orcid: string, givenName: string) =>
  saveOrcidPerson({ orcid, givenName, familyName: 'X', creditName: null, biography: null }, new Date(nowMs));

/** Stores a publication that is hidden from the beginning. */
const hidden = (doi: string, orcid: string) =>
  savePublication(
    { ...applyIncoming(undefined, anIncoming({ doi, orcid }), [], new Date(nowMs)), visible: false },
    undefined,
    [],
  );

describe('a copy kept through changes', () => {
  const curation: fc.Arbitrary<Curation> = fc.constantFrom(
    { visible: false },
    { visible: true },
    { deleted_at: '2026-01-31T12:00:00.000Z' },
    { deleted_at: null },
  );
  const n = fc.integer({ min: 0, max: 1 });
  const title = fc.constantFrom('One', 'Two', 'Three');
  const orcid = fc.constantFrom(orcids[0], orcids[1]);
  /** A write: the ids of one run are its own, since the lists live as long as the process does. */
  type Write = (run: number) => Promise<unknown>;
  const write: fc.Arbitrary<Write> = fc.oneof(
    fc.tuple(n, orcid, title).map(
      ([d, o, t]): Write =>
        (run) =>
          ingestPublication(`10.5555/${run}.${d}`, `${o}.${run}`, t),
    ),
    fc.tuple(n, curation).map(
      ([d, c]): Write =>
        (run) =>
          curatePublication(`10.5555/${run}.${d}`, c),
    ),
    fc.tuple(n, title).map(
      ([d, t]): Write =>
        (run) =>
          curatePublication(`10.5555/${run}.${d}`, { edits: { title: t } }),
    ),
    fc.tuple(n, orcid, title).map(
      ([w, o, t]): Write =>
        (run) =>
          ingestWork(`${run}.${w}`, `${o}.${run}`, t),
    ),
    fc.tuple(n, orcid, curation).map(
      ([w, o, c]): Write =>
        (run) =>
          curateWork(`${run}.${w}`, `${o}.${run}`, c),
    ),
    fc.tuple(n, title).map(
      ([p, t]): Write =>
        (run) =>
          importProject(`p${run}.${p}`, t),
    ),
    fc.tuple(n, curation).map(
      ([p, c]): Write =>
        (run) =>
          curateProject(`p${run}.${p}`, c),
    ),
    fc.tuple(orcid, title).map(
      ([o, t]): Write =>
        () =>
          storePerson(o, t),
    ),
  );
  const limit = fc.integer({ min: 1, max: 4 });
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ write, lateMs: fc.constantFrom(0, 0, 10, 3_000, 8_000) }) },
    { weight: 2, arbitrary: fc.record({ laterMs: fc.constantFrom(1, 500, 5_000, overlapMs, 2 * overlapMs) }) },
    { weight: 3, arbitrary: fc.record({ page: fc.constantFrom(...names), limit }) },
    { weight: 2, arbitrary: fc.record({ sync: fc.constantFrom(...names), limit }) },
  );
  test('equals the list after any sequence of writes, late or in time, between requests and between pages', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 30 }), async (steps) => {
        run++;
        await storePerson(`${orcids[0]}.${run}`, 'Listed once published');
        await storePerson(`${orcids[1]}.${run}`, 'Listed already');
        await ingestPublication(`10.5555/${run}.0`, `${orcids[1]}.${run}`, 'There already');
        await ingestWork(`${run}.0`, `${orcids[0]}.${run}`, 'There already');
        await importProject(`p${run}.0`, 'There already');
        nowMs += 2 * overlapMs;
        const copies = Object.fromEntries(names.map((name) => [name, new Copy(logs[name])])) as Record<ListName, Copy>;
        const check = async (name: ListName, pages: number) => {
          await copies[name].finishPass(pages);
          await copies[name].sync(pages);
          expect(copies[name].rows).toEqual(await listings[name]());
        };
        for (const name of names) await copies[name].sync();
        for (const each of steps) {
          if ('write' in each) {
            // A late write carries the time at which it began.
            nowMs -= each.lateMs;
            await each.write(run);
            nowMs += each.lateMs + 1;
          } else if ('laterMs' in each) nowMs += each.laterMs;
          else if ('page' in each) await copies[each.page].next(each.limit);
          else await check(each.sync, each.limit);
        }
        for (const name of names) await check(name, 50);
        nowMs += 2 * overlapMs;
      }),
      { numRuns: 20 },
    );
  }, 120_000);
});

test('once everything is settled and nothing changes, a sync is one request without changes and the progress stays the same', async () => {
  await ingestPublication('10.5555/settled', orcids[0], 'Settled');
  for (const name of names) {
    const copy = new Copy(logs[name]);
    await copy.sync();
    nowMs += 2 * overlapMs;
    await copy.sync();
    const { progress } = copy;
    nowMs += 1;
    expect(await copy.next(100)).toEqual({ changes: [], progress, hasMore: false, isReset: false });
  }
});

test('a new copy gets no removals from before it began, but those that happen while it is made', async () => {
  for (const n of [1, 2, 3]) await ingestPublication(`10.5555/gone.${n}`, orcids[0], 'Gone');
  await curatePublication('10.5555/gone.1', { visible: false });
  nowMs += 2 * overlapMs;
  const copy = new Copy(publicationChanges);
  await copy.sync();
  expect(copy.removed).toEqual(new Set());
  const other = new Copy(publicationChanges);
  let page = await other.next(1);
  await curatePublication('10.5555/gone.2', { deleted_at: '2026-01-31T12:00:00.000Z' });
  while (page.hasMore) page = await other.next(1);
  expect(other.removed).toEqual(new Set(['10.5555/gone.2']));
});

test('an entry that was never public is in no change', async () => {
  const copies = [new Copy(publicationChanges), new Copy(hasProjectChanged), new Copy(peopleChanges)];
  for (const copy of copies) await copy.sync();
  await storePerson('0000-0000-0000-0009', 'Unknown');
  await hidden('10.5555/secret', '0000-0000-0000-0009');
  await storeProject(aProject({ id: 'secret', visible: false }), new Date(nowMs));
  await storeProject(aProject({ id: 'secret', visible: false, title: 'Still secret' }), new Date(nowMs));
  for (const copy of copies) expect((await copy.next(100)).changes).toEqual([]);
});

test('changes to a hidden entry are not visible', async () => {
  await ingestPublication('10.5555/draft', orcids[0], 'Draft');
  const copy = new Copy(publicationChanges);
  await copy.sync();
  await curatePublication('10.5555/draft', { visible: false });
  nowMs += 2 * overlapMs;
  await copy.sync();
  nowMs += 2 * overlapMs;
  await copy.sync();
  await curatePublication('10.5555/draft', { edits: { title: 'Still a draft' } });
  expect((await copy.next(100)).changes).toEqual([]);
});

test('a person is removed with the last of their public publications', async () => {
  const orcid = '0000-0000-0000-0008';
  await storePerson(orcid, 'Twice');
  for (const n of [1, 2]) await ingestPublication(`10.5555/twice.${n}`, orcid, 'Twice');
  const copy = new Copy(peopleChanges);
  await copy.sync();
  for (const [n, isLeft] of [
    [1, true],
    [2, false],
  ] as const) {
    nowMs += 2 * overlapMs;
    await copy.sync();
    await curatePublication(`10.5555/twice.${n}`, { visible: false });
    await copy.sync();
    expect(copy.rows.has(orcid)).toBe(isLeft);
  }
});

test('a copy made page by page continues with the changes since it began', async () => {
  await ingestPublication('10.5555/moves', orcids[0], 'Before');
  const copy = new Copy(publicationChanges);
  copy.progress = await initialProgress(publicationChanges, 0);
  const rows = await listings.publications();
  await curatePublication('10.5555/moves', { edits: { title: 'After' } });
  for (const [id, row] of rows) copy.rows.set(id, row);
  await copy.sync();
  expect(copy.rows).toEqual(await listings.publications());
});

test('after rows were deleted for good every copy is reset', async () => {
  await ingestPublication('10.5555/reset.a', orcids[0], 'Stays');
  await ingestPublication('10.5555/reset.b', orcids[1], 'Goes');
  nowMs += 2 * overlapMs;
  const copies = [new Copy(publicationChanges), new Copy(peopleChanges)];
  for (const copy of copies) await copy.sync();
  await db.send(new DeleteCommand({ TableName: tableName(), Key: keys.publicationRow('10.5555/reset.b') }));
  await transact([putRow({ ...keys.listEpoch('PUB'), epoch: 1 } as never)]);
  for (const copy of copies) expect((await copy.next(1)).isReset).toBe(true);
  for (const copy of copies) await copy.sync();
  expect(copies[0]?.rows).toEqual(await listings.publications());
  expect(copies[1]?.rows).toEqual(await listings.people());
});
