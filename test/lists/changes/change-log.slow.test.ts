import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { lateCommitMs } from '#src/lists/load/shards.ts';
import {
  type Curation,
  curateProject,
  curatePublication,
  curateWork,
  importProject,
  ingestPublication,
  ingestWork,
} from '../../support/publicity.ts';
import { allListings, Copy, clock, type ListName, logs, names, orcids, storePerson } from './change-log-fixture.ts';

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
  /** A write. The ids of one run are its own, because lists live as long as the process. */
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
    { weight: 2, arbitrary: fc.record({ laterMs: fc.constantFrom(1, 500, 5_000, lateCommitMs, 2 * lateCommitMs) }) },
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
        clock.nowMs += 2 * lateCommitMs;
        const copies = Object.fromEntries(names.map((name) => [name, new Copy(logs[name])])) as Record<ListName, Copy>;
        const check = async (name: ListName, pages: number) => {
          await copies[name].finishPass(pages);
          await copies[name].sync(pages);
          expect(copies[name].rows).toEqual(await allListings[name]());
        };
        for (const name of names) await copies[name].sync();
        for (const each of steps) {
          if ('write' in each) {
            // A late write has the time at which it began.
            clock.nowMs -= each.lateMs;
            await each.write(run);
            clock.nowMs += each.lateMs + 1;
          } else if ('laterMs' in each) clock.nowMs += each.laterMs;
          else if ('page' in each) await copies[each.page].next(each.limit);
          else await check(each.sync, each.limit);
        }
        for (const name of names) await check(name, 50);
        clock.nowMs += 2 * lateCommitMs;
      }),
      { numRuns: 20 },
    );
  });
});
