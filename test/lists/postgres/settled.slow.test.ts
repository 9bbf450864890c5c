import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { curatedPublicationList } from '#src/lists/curated-publications.ts';
import type { RowSchema } from '#src/lists/model/spec.ts';
import { bringUpToDate, feed, reader } from '#src/lists/postgres/feeding/feed.ts';
import { keepUp } from '#src/lists/postgres/feeding/fill.ts';
import { keepCurrent } from '#src/lists/postgres/feeding/keep-current.ts';
import { tellReadiness, wakeFeeder, wakeOnce } from '#src/lists/postgres/feeding/wake.ts';
import { type PostgresList, tableOf } from '#src/lists/postgres/list.ts';
import { postgresSource } from '#src/lists/postgres/reading/source.ts';
import { publicationList } from '#src/lists/publications.ts';
import { countedKey, listedSince, publicationsOfPeople } from '#src/lists/tallies.ts';
import { deleteRecords } from '#src/operations/deletion/delete-records.ts';
import type { Problem } from '#src/runtime/errors.ts';
import { db } from '#src/table/table.ts';
import { startControlPlane } from '../../../local/control-plane/control-plane.ts';
import { clockIs, isBusy, soon, write } from '../../support/database-lists.ts';
import { freshTable } from '../../support/engine.ts';
import { captureLog } from '../../support/log.ts';
import { describeWithPostgres, usePostgres } from '../../support/postgres.ts';
import { curatePublication, ingestPublication } from '../../support/publicity.ts';

const list = publicationList;
const table = tableOf(list);
const people = ['0000-0002-1825-0097', '0000-0001-5109-3700', '0000-0002-1694-233X'];
const doiOf = (n: number) => `10.5555/${n}`;
const ingest = (n: number, title: string) => ingestPublication(doiOf(n), people[n % 3] ?? '', title);
const asked = { page: 1, per_page: 100, q: '', sort: 'doi', dir: 'asc' } as const;
const ofPublic = { ...asked, where: ['public'], facets: ['orcid', 'publication_type'] } as const;
const publicStalenessMs = 5_000;

describeWithPostgres('lists in PostgreSQL that are behind', () => {
  const server = usePostgres();
  const lines = captureLog();
  const nobody = async () => {};

  beforeEach(async () => {
    await freshTable();
    process.env.LISTS_MARK_LEFT_ROWS = 'true';
    await server.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  });

  afterEach(() => {
    jest.useRealTimers();
    delete process.env.LISTS_MARK_LEFT_ROWS;
  });

  const newSource = () => postgresSource(server.database, list, feed(server.database, table, nobody));
  /** Readers leave everything to a job from now on, which does not come. */
  const fallBehind = () => wakeOnce(server.database, table, nobody);
  const catchUp = async () => expect(await keepUp(server.database, table, soon())).toBe(true);

  /** Settled rows of three people, of which readers know nothing but what the database has. */
  async function settled(rows: number) {
    for (let n = 0; n < rows; n++) await ingest(n, `title ${n}`);
    await catchUp();
    return newSource();
  }

  test('the public sees the last settled state, for 15 seconds, and curators are told when to ask again', async () => {
    const source = await settled(4);
    await fallBehind();
    await ingest(0, 'changed');
    await ingest(4, 'new');
    const { rows, total } = await source.find(ofPublic, publicStalenessMs);
    expect(rows.map(({ title }) => title)).toEqual(['title 0', 'title 1', 'title 2', 'title 3']);
    expect(total).toBe(4);
    await expect(source.find(asked as never, 0)).rejects.toEqual(isBusy);
    clockIs(Date.now() + 15_100);
    await expect(newSource().find(ofPublic, publicStalenessMs)).rejects.toEqual(isBusy);
    jest.useRealTimers();
    await catchUp();
    expect((await source.find(ofPublic, 0)).rows.map(({ title }) => title)).toContain('changed');
  });

  test.each([
    ['hidden', () => curatePublication(doiOf(1), { visible: false })],
    ['deleted', () => curatePublication(doiOf(1), { deleted_at: '2026-01-31T12:00:00.000Z' })],
    ['replaced', () => curatePublication(doiOf(1), { superseded_by: doiOf(0) })],
    ['erased', () => deleteRecords('PUB', [doiOf(1)], () => {})],
  ])('what was %s since is in no page, total, facet, tally or feed of them', async (_, leave) => {
    const source = await settled(4);
    await source.find(ofPublic, publicStalenessMs);
    await fallBehind();
    await leave();
    for (const each of [source, newSource()]) {
      const { rows, total, facets } = await each.find(ofPublic, publicStalenessMs);
      expect(rows.map(({ doi }) => doi)).toEqual([doiOf(0), doiOf(2), doiOf(3)]);
      expect(total).toBe(3);
      expect(facets?.orcid).toEqual(new Map().set(people[0], 2).set(people[2], 1));
      const searched = { ...ofPublic, q: 'title', facets: ['orcid'] } as const;
      expect(await each.find(searched, publicStalenessMs)).toMatchObject({ total: 3, rows: { length: 3 } });
      const last = await each.find({ ...ofPublic, page: 3, per_page: 1 }, publicStalenessMs);
      expect(last).toMatchObject({ total: 3, pages: 3, rows: [{ doi: doiOf(3) }] });
      const feedOf = { ...asked, sort: 'public_change', where: ['ever_public'] } as const;
      const changes = await each.findAndCountAfter(feedOf, undefined, publicStalenessMs);
      expect(changes).toMatchObject({ total: 3, hasMore: false });
      expect(changes.rows.map(({ doi }) => doi)).not.toContain(doiOf(1));
      expect((await each.findAfter(feedOf, { value: 1, id: '' }, publicStalenessMs)).rows).toHaveLength(3);
      expect(await each.facetCounts('orcid', ['public'], publicStalenessMs)).toEqual(facets?.orcid);
      expect([...(await each.tally(listedSince, publicStalenessMs)).value.keys()].sort()).toEqual(
        [people[0], people[2]].sort(),
      );
      const counts = (await each.tally(publicationsOfPeople, publicStalenessMs)).value;
      expect(people.map((orcid) => counts.get(countedKey(orcid, 'visible')))).toEqual([2, undefined, 1]);
      expect(await each.idsBeginning('10.5555/', 10, publicStalenessMs)).not.toContain(doiOf(1));
      const visited: string[] = [];
      await each.visitRows(({ doi }) => visited.push(doi), publicStalenessMs);
      expect(visited).toHaveLength(3);
    }
  });

  test('a row that is back, or was written since it left a person, is shown once it is settled', async () => {
    const source = await settled(2);
    await curatePublication(doiOf(0), { researchers: [] });
    await catchUp();
    await fallBehind();
    const { rows } = await source.find(ofPublic, publicStalenessMs);
    expect(rows).toMatchObject([{ orcids: [] }, { doi: doiOf(1) }]);
  });

  test('while nothing is behind, what has left is not shown either, although readers may be some seconds late', async () => {
    const source = await settled(3);
    await source.find(ofPublic, publicStalenessMs);
    await ingest(0, 'changed');
    expect((await source.find(ofPublic, 60_000)).rows[0]).toMatchObject({ title: 'title 0' });
    await curatePublication(doiOf(1), { visible: false });
    expect((await source.find(ofPublic, 60_000)).rows).toMatchObject([{ title: 'changed' }, { doi: doiOf(2) }]);
  });

  test('of many who find a list behind, one wakes the job, and the others read no changes', async () => {
    await settled(1);
    for (let n = 0; n < 5; n++) await write(n, 'a');
    const wakeJob = jest.fn(nobody);
    const ask = () => bringUpToDate(server.database, table, { ...reader, maxRows: 4 }, { wakeJob });
    await Promise.all(Array.from({ length: 6 }, () => expect(ask()).rejects.toEqual(isBusy)));
    expect(wakeJob).toHaveBeenCalledTimes(1);
    const send = jest.spyOn(db, 'send');
    await Promise.all(Array.from({ length: 6 }, () => expect(ask()).rejects.toEqual(isBusy)));
    expect(send.mock.calls.filter(([command]) => command instanceof QueryCommand)).toEqual([]);
    send.mockRestore();
    expect(wakeJob).toHaveBeenCalledTimes(1);
    // A job that was killed is not waited for.
    await server.pool.query(`UPDATE list_states SET wake = wake || '{"renewedMs": 0}'`);
    await expect(ask()).rejects.toEqual(isBusy);
    expect(wakeJob).toHaveBeenCalledTimes(2);
    await catchUp();
    await expect(ask()).resolves.toMatchObject({ written: 0 });
  });

  test('a job that is at work on another list comes to this one afterwards', async () => {
    await settled(1);
    await keepUp(server.database, tableOf(curatedPublicationList), soon());
    const wakeJob = jest.fn(nobody);
    await wakeOnce(server.database, table, wakeJob);
    await wakeOnce(server.database, tableOf(curatedPublicationList), wakeJob);
    expect(wakeJob).toHaveBeenCalledTimes(1);
    const lists = [list, curatedPublicationList] as unknown as PostgresList<RowSchema>[];
    await keepCurrent(server.database, lists)(soon());
    expect((await server.pool.query('SELECT DISTINCT wake FROM list_states')).rows).toEqual([{ wake: null }]);
  });

  test('so does one that is to be compared, and the public goes on seeing it without what was erased', async () => {
    await settled(3);
    const wakeJob = jest.fn(nobody);
    const source = postgresSource(server.database, list, feed(server.database, table, wakeJob));
    await deleteRecords('PUB', [doiOf(2)], () => {});
    expect((await source.find(ofPublic, publicStalenessMs)).total).toBe(2);
    await expect(source.find(ofPublic, 0)).rejects.toEqual(isBusy);
    expect(wakeJob).toHaveBeenCalledTimes(1);
    // Its comparison has begun.
    await server.pool.query(`UPDATE list_states SET filling = '{"begunMs": 1, "epoch": 1, "isFirst": false}'`);
    expect((await source.find(ofPublic, publicStalenessMs)).total).toBe(2);
    await expect(source.find(ofPublic, 0)).rejects.toEqual(isBusy);
  });

  test('who has to wait is told as long as the job needs, and then answered', async () => {
    const source = await settled(1);
    await fallBehind();
    const seconds = async () =>
      ((await source.find(ofPublic, 0).catch((error: Problem) => error)) as Problem).retryAfterSeconds;
    expect(await seconds()).toBeGreaterThan(10);
    expect(await seconds()).toBeLessThanOrEqual(15);
    await tellReadiness(server.database, table, 90_500);
    expect(await seconds()).toBeGreaterThan(85);
    expect(await seconds()).toBeLessThanOrEqual(91);
    await catchUp();
    expect(await seconds()).toBeUndefined();
  });

  test('the job says before it writes how long the rest takes', async () => {
    await settled(1);
    await fallBehind();
    for (let n = 0; n < 5; n++) await write(n, 'a');
    const told: (number | undefined)[] = [];
    const run: typeof server.database.run = async (statement, values) => {
      const found = await server.database.run(statement, values);
      if (/readyMs/.test(statement))
        told.push((await server.pool.query('SELECT wake FROM list_states')).rows[0].wake.readyMs);
      return found;
    };
    await keepUp({ ...server.database, run }, table, soon());
    expect(told).toEqual([expect.any(Number)]);
    expect((await server.pool.query('SELECT wake FROM list_states')).rows).toEqual([{ wake: null }]);
  });

  test('tables of the release before, which has no jobs to wake, are read, and it goes on using them', async () => {
    const source = await settled(1);
    await server.pool.query('ALTER TABLE list_states DROP COLUMN wake');
    expect((await source.find(ofPublic, 0)).total).toBe(1);
    await ingest(1, 'new');
    expect((await source.find(ofPublic, 0)).total).toBe(2);
    await catchUp();
    await fallBehind();
    await expect(source.find(ofPublic, 0)).rejects.toEqual(isBusy);
    // As it begins a list.
    await server.pool.query(`INSERT INTO list_states VALUES ('list_of_before_00', 1, 2, 0, 0, 2, '{"begunMs": 1}')`);
  });

  test('the job is a function that is invoked, and a failure is logged: it has a schedule, too', async () => {
    const invoked: unknown[] = [];
    const functions = { byName: (name: string) => ({ invoke: async (event: unknown) => invoked.push([name, event]) }) };
    const plane = await startControlPlane({ functions });
    const { AWS_ENDPOINT_URL } = process.env;
    process.env.AWS_ENDPOINT_URL_LAMBDA = plane.url;
    await wakeFeeder();
    process.env.LISTS_FEEDER = 'feeder';
    await wakeFeeder();
    expect(invoked).toEqual([['feeder', {}]]);
    await plane.close();
    await wakeFeeder();
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 'error', message: 'The job of the lists was not woken' }),
    );
    delete process.env.LISTS_FEEDER;
    delete process.env.AWS_ENDPOINT_URL_LAMBDA;
    expect(process.env.AWS_ENDPOINT_URL).toBe(AWS_ENDPOINT_URL);
  });

  // A public answer shows rows that were public when it was asked for, at most 15 s old; a curator's is that of the table.
  test('any writes between any answers: none shows what had left before, is older than 15 s, or differs in its numbers', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('ingest' as const), n: fc.nat(5) }),
      fc.record({
        kind: fc.constantFrom('hide' as const, 'show' as const, 'erase' as const, 'unlink' as const),
        n: fc.nat(5),
      }),
      {
        weight: 2,
        arbitrary: fc.record({ kind: fc.constantFrom('public' as const, 'curators' as const), n: fc.nat(1) }),
      },
      fc.record({ kind: fc.constantFrom('behind' as const, 'job' as const), n: fc.constant(0) }),
    );
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        await freshTable();
        await server.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
        /** Each version of each row, with the time until which it was the newest. */
        const versions = new Map<string, { title: string; untilMs: number }[]>();
        const shown = new Map<string, string>();
        const put = async (n: number, title: string) => {
          await ingest(n, title);
          for (const each of versions.get(doiOf(n)) ?? []) each.untilMs = Math.min(each.untilMs, Date.now());
          versions.set(doiOf(n), [...(versions.get(doiOf(n)) ?? []), { title, untilMs: Number.POSITIVE_INFINITY }]);
        };
        const hidden = new Set<string>();
        const update = (doi: string, title: string | undefined) => {
          if (title === undefined) shown.delete(doi);
          else if (!hidden.has(doi)) shown.set(doi, title);
        };
        for (let n = 0; n < 3; n++) {
          await put(n, `start ${n}`);
          update(doiOf(n), `start ${n}`);
        }
        await catchUp();
        const sources = [newSource(), newSource()];
        for (const [index, { kind, n }] of steps.entries()) {
          const doi = doiOf(n);
          const newest = versions.get(doi)?.at(-1)?.title;
          if (kind === 'ingest') {
            await put(n, `title ${index}`);
            update(doi, `title ${index}`);
          } else if (kind === 'hide') {
            await curatePublication(doi, { visible: false });
            if (newest !== undefined) hidden.add(doi);
            update(doi, undefined);
          } else if (kind === 'show') {
            await curatePublication(doi, { visible: true });
            hidden.delete(doi);
            update(doi, newest);
          } else if (kind === 'erase') {
            await deleteRecords('PUB', [doi], () => {});
            versions.delete(doi);
            hidden.delete(doi);
            update(doi, undefined);
          } else if (kind === 'unlink') await curatePublication(doi, { researchers: [] });
          else if (kind === 'behind') await fallBehind();
          else if (kind === 'job') await catchUp();
          else if (kind === 'curators') {
            const found = await sources[n]?.find(ofPublic, 0).catch(orBusy);
            if (found)
              expect(Object.fromEntries(found.rows.map((row) => [row.doi, row.title]))).toEqual(
                Object.fromEntries(shown),
              );
          } else {
            const askedMs = Date.now();
            const found = await sources[n]?.find(ofPublic, publicStalenessMs).catch(orBusy);
            if (!found) continue;
            answered += 1;
            for (const row of found.rows) {
              expect([...shown.keys()]).toContain(row.doi);
              const version = versions.get(row.doi)?.findLast(({ title }) => title === row.title);
              expect(version?.untilMs).toBeGreaterThan(askedMs - 15_000);
            }
            expect(found.total).toBe(found.rows.length);
            const named = found.rows.flatMap(({ orcids }) => orcids);
            const counts = new Map(
              people.flatMap((orcid) =>
                named.includes(orcid) ? [[orcid, named.filter((each) => each === orcid).length] as const] : [],
              ),
            );
            expect(found.facets?.orcid).toEqual(counts);
            const listed = await sources[n]?.tally(listedSince, publicStalenessMs).catch(orBusy);
            if (listed) expect([...listed.value.keys()].sort()).toEqual([...counts.keys()].sort());
          }
        }
      }),
      { numRuns: Number(process.env.SEQUENCES ?? 25) },
    );
    expect(answered).toBeGreaterThan(10);
  }, 600_000);
});

const orBusy = (error: unknown): undefined => {
  expect(error).toEqual(isBusy);
};
