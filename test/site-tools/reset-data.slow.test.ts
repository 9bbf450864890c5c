import { BatchWriteCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { propose } from '#src/ingestion/proposals/store/proposals.ts';
import * as jobs from '#src/ingestion/store/jobs.ts';
import { saveOrcidSection } from '#src/ingestion/store/source-answers.ts';
import { replicate } from '#src/lists/load/collection.ts';
import { publicationSpec } from '#src/lists/publications.ts';
import type { ResetResult } from '#src/operations/site-tools/reset-data.ts';
import { Contention } from '#src/runtime/errors.ts';
import { keys, shardOf } from '#src/table/keys.ts';
import { putItem } from '#src/table/table.ts';
import { aProject, aQuestion, carberry, lovelace } from '../support/builders.ts';
import { decide, fetchPublication, listDuplicates } from '../support/duplicates.ts';
import { freshTable } from '../support/engine.ts';
import { storePerson } from '../support/people.ts';
import { upsertProject } from '../support/projects.ts';
import { allItems, auditRecords } from '../support/table.ts';
import { expectWholeData } from '../support/whole-data.ts';
import {
  addresses,
  context,
  data,
  intercept,
  lines,
  now,
  request,
  reset,
  store,
  storePublication,
} from './reset-data-fixture.ts';

/** Fails every call that names a partition. */
const breakRecord = (pk: string, kind?: new (...input: never[]) => object) =>
  intercept(async (command, real) => {
    if ((!kind || command instanceof kind) && JSON.stringify(command.input).includes(`"${pk}"`))
      throw new Error('It is broken');
    return real();
  });

/** This many iDs of the same list shard, including the given one. */
const shardMates = (orcid: string, count: number) =>
  Array.from({ length: 200 }, (_, n) => `0000-0001-0000-${1000 + n}`)
    .filter((each) => shardOf(each) === shardOf(orcid) && each !== orcid)
    .slice(1 - count)
    .concat(orcid);

describe('a reset', () => {
  beforeEach(() => freshTable());

  test('deletes possible duplicates, what was merged, and everything that leads to it', async () => {
    const ids = ['10.5555/article', '10.5555/preprint', '10.5555/deposit'];
    for (const doi of ids) await fetchPublication(doi, { dois: [doi, `${doi}.alias`] });
    const { duplicates } = (await listDuplicates()).body;
    expect(duplicates).toHaveLength(3);
    await decide(duplicates[0].id, { decision: 'merge', keep: duplicates[0].records[0].id });
    await decide(duplicates[1].id, { decision: 'different' });
    expect(await reset()).toMatchObject({ totals: { duplicates: 3 }, complete: true });
    expect(await data()).toEqual([]);
    expect((await listDuplicates('?status=all')).body.total).toBe(0);
  });

  test('deletes proposals with the links to them, and what was kept of ORCID records', async () => {
    await storePerson(carberry, 'Josiah', 'Carberry');
    await saveOrcidSection(carberry, 'works', { group: [] });
    await propose('p1', aQuestion({ orcids: [carberry] }), now);
    expect(await reset()).toMatchObject({ totals: { proposals: 1, people: 1 }, complete: true });
    expect(await data()).toEqual([]);
  });

  test('deletes publications, works and people with all that belongs to them, and keeps the rest', async () => {
    const { active, ended } = await store();
    await upsertProject(aProject(), context);
    const { totals, shards, complete } = await reset();
    expect(totals).toEqual({ publications: 2, works: 1, people: 2, duplicates: 0, proposals: 0, jobs: 0 });
    expect(complete).toBe(true);
    expect(shards.map(({ shard, ok, left }) => ({ shard, ok, left }))).toEqual(
      Array.from({ length: 8 }, (_, shard) => ({ shard, ok: true, left: 0 })),
    );
    expect(shards.reduce((sum, { count }) => sum + count, 0)).toBe(5);
    // The jobs stay, and the active one keeps its pointer.
    expect(addresses(await data())).toEqual(
      [
        `JOB#${active.job_id} RECORD`,
        `JOB#${ended.job_id} PENDING#10.5555/kilns`,
        `JOB#${ended.job_id} RECORD`,
        ...[active, ended].map(({ created_at, job_id }) => {
          const { pk, sk } = keys.jobRow(created_at, job_id);
          return `${pk} ${sk}`;
        }),
        `PERSON#${lovelace} JOB`,
      ].sort(),
    );
    expect((await allItems()).filter(({ pk }) => String(pk).startsWith('PROJECT#'))).toHaveLength(1);
    await expectWholeData();
    expect(await jobs.failJob(active.job_id, 'ends as ever', now)).toBeTruthy();
  });

  test('with jobs: they are ended and deleted with their items', async () => {
    const { active } = await store();
    const { totals, complete } = await reset({ clearIngestionJobs: true });
    expect({ totals, complete }).toEqual({
      totals: { publications: 2, works: 1, people: 2, duplicates: 0, proposals: 0, jobs: 2 },
      complete: true,
    });
    expect(await data()).toEqual([]);
    const events = (await allItems()).filter(({ event_type }) => event_type === 'ingestion.job.failed');
    expect(events.map(({ resource_id }) => resource_id)).toContain(active.job_id);
    expect((await reset({ clearIngestionJobs: true })).totals).toEqual({
      publications: 0,
      works: 0,
      people: 0,
      duplicates: 0,
      proposals: 0,
      jobs: 0,
    });
  });

  test('with jobs: also those whose people were deleted before, with their rows', async () => {
    await store();
    await reset();
    expect((await reset({ clearIngestionJobs: true })).totals.jobs).toBe(2);
    expect(await data()).toEqual([]);
  });

  test('a dry run counts what the run then does, and changes nothing', async () => {
    await store();
    const before = await allItems();
    const counted = await reset({ dryRun: true, clearIngestionJobs: true });
    expect(await allItems()).toEqual(before);
    const { dryRun, ...done } = await reset({ clearIngestionJobs: true });
    expect(dryRun).toBe(false);
    expect(counted).toEqual({ ...done, dryRun: true });
  });

  test('its audit records say who deleted how much; one that finds nothing leaves none', async () => {
    await reset();
    expect(await auditRecords()).toEqual([]);
    await storePublication('10.5555/pots');
    await reset();
    expect(await auditRecords()).toMatchObject([
      { action: 'site_data.reset_started', actor_id: context.actor, workspace_id: 'library', after: {} },
      { action: 'site_data.reset', after: { publications: 1, works: 0, people: 0, jobs: 0, complete: true } },
    ]);
  });

  test('readers of lists learn of it: those that have loaded the list, and by the epoch all others', async () => {
    await storePublication('10.5555/pots');
    const rows = replicate(publicationSpec);
    expect((await rows.query(0, (replica) => replica)).index.size).toBe(1);
    await reset();
    const { index, epoch } = await rows.query(0, (replica) => replica);
    expect({ size: index.size, isRaised: epoch > 0 }).toEqual({ size: 0, isRaised: true });
    await storePublication('10.5555/pots');
    expect((await rows.query(0, (replica) => replica)).index.size).toBe(1);
    await reset();
    expect((await rows.query(0, (replica) => replica)).epoch).toBeGreaterThan(epoch);
  });

  test('when the time is over it says what is left, and the next one continues', async () => {
    await store();
    const none = await reset({ deadlineMs: 0, clearIngestionJobs: true });
    expect(none).toMatchObject({ complete: false, totals: { publications: 0, works: 0, people: 0, jobs: 0 } });
    expect(none.shards.reduce((sum, { left }) => sum + (left ?? 0), 0)).toBe(7);
    const startedAtMs = Date.now();
    const time = jest.spyOn(Date, 'now');
    let deleted = 0;
    const end = intercept(async (command, real) => {
      const done = await real();
      if (
        command instanceof TransactWriteCommand &&
        JSON.stringify(command.input).includes('LIST#') &&
        ++deleted === 1
      ) {
        time.mockImplementation(() => startedAtMs + 3_600_000);
      }
      return done;
    });
    const some = await reset({ deadlineMs: startedAtMs + 1_800_000 });
    end();
    time.mockRestore();
    expect(some.complete).toBe(false);
    await expectWholeData();
    const rest = await reset();
    expect(rest.complete).toBe(true);
    for (const kind of ['publications', 'works', 'people'] as const) {
      expect(some.totals[kind] + rest.totals[kind]).toBe({ publications: 2, works: 1, people: 2 }[kind]);
    }
  });

  test('a row without a record is deleted, too', async () => {
    const rows = [keys.publicationRow('10.5555/ghost'), keys.workRow('ghost'), keys.personRow(carberry)];
    for (const row of rows) await putItem({ ...row, changed: 1 });
    expect((await reset()).totals).toMatchObject({ publications: 1, works: 1, people: 1 });
    expect(await data()).toEqual([]);
  });
});

describe('a failure', () => {
  beforeEach(() => freshTable());

  test('of one shard: it is reported with what was done in the others', async () => {
    await store();
    const broken = shardOf('10.5555/kilns');
    expect(broken).not.toBe(0);
    const partition = keys.listShard('PUB', broken);
    const end = intercept(async (command, real) => {
      if (JSON.stringify(command.input).includes(`"${partition}"`)) throw new Error('The partition is broken');
      return real();
    });
    const failure = await reset().catch((error: unknown) => error);
    end();
    expect(failure).toMatchObject({ name: 'Problem', code: 'internal_error' });
    const details = (failure as { details: unknown }).details as ResetResult;
    const reports = new Map(details.shards.map((report) => [report.shard, report]));
    expect(reports.get(broken)).toMatchObject({ ok: false, left: null, error: expect.any(String) });
    expect(JSON.stringify(details)).not.toContain('The partition is broken');
    expect(details.shards.filter(({ ok }) => !ok)).toHaveLength(1);
    expect(details).toMatchObject({ complete: false, totals: { works: 1, people: 2 } });
    expect(details.totals.publications).toBe(1);
    expect(lines.some(({ message }) => message === 'List shard failed')).toBe(true);
    await expectWholeData();
    expect(await reset()).toMatchObject({ complete: true, totals: { publications: 1 } });
  });

  test('of one record: all others go, it is named, and the next call tries it again', async () => {
    const dois = Array.from({ length: 600 }, (_, n) => `10.5555/${n}`).filter((doi) => shardOf(doi) === 3);
    const [bad = '', ...others] = dois.slice(0, 30).sort();
    for (const doi of [bad, ...others]) await storePublication(doi);
    const end = breakRecord(keys.publication(bad).pk);
    for (const attempts of [1, 2]) {
      const failure = await reset().catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'internal_error' });
      const { details } = failure as { details: ResetResult };
      expect(details).toMatchObject({ complete: false, failed_total: 1 });
      expect(details.totals.publications).toBe(attempts === 1 ? others.length : 0);
      expect(details.failed).toEqual([
        { kind: 'publications', shard: 3, id: bad, reason: 'Error: It is broken', attempts },
      ]);
      expect(details.shards[3]).toMatchObject({ ok: false, left: 1 });
      expect(details.shards.filter(({ ok }) => !ok)).toHaveLength(1);
    }
    end();
    expect(await reset()).toMatchObject({ complete: true, totals: { publications: 1 }, failed: [], failed_total: 0 });
    expect(await data()).toEqual([]);
  });

  test('of one job: only its researcher stays, and the other jobs go', async () => {
    const orcids = shardMates(carberry, 3);
    const jobOf = new Map<string, string>();
    for (const orcid of orcids) {
      await storePerson(orcid, 'Josiah', 'Carberry');
      jobOf.set(orcid, (await request(orcid)).job.job_id);
    }
    // The first of the shard, so that it comes before the others.
    const bad = [...jobOf.values()].sort()[0] ?? '';
    const end = breakRecord(keys.job(bad).pk, TransactWriteCommand);
    const failure = await reset({ clearIngestionJobs: true }).catch((error: unknown) => error);
    end();
    const { totals, failed } = (failure as { details: ResetResult }).details;
    expect(totals).toMatchObject({ jobs: 2, people: 2 });
    expect(failed).toMatchObject([{ kind: 'jobs', shard: shardOf(carberry), id: bad }]);
    expect(await reset({ clearIngestionJobs: true })).toMatchObject({ complete: true, totals: { jobs: 1, people: 1 } });
    expect(await data()).toEqual([]);
  });

  test('what was stored before the position of an earlier call is deleted, too', async () => {
    const dois = Array.from({ length: 2000 }, (_, n) => `10.5555/${n}`).filter((doi) => shardOf(doi) === 3);
    const [early = '', ...later] = dois.slice(0, 122).sort();
    const storeRow = (doi: string) => putItem({ ...keys.publicationRow(doi), changed: 1 });
    for (const doi of later) await storeRow(doi);
    const startedAtMs = Date.now();
    const time = jest.spyOn(Date, 'now');
    let stored = 0;
    const end = intercept(async (command, real) => {
      const done = await real();
      // The position after the first hundred is stored.
      if (command instanceof UpdateCommand && command.input.Key?.sk === 'PROGRESS#publications#3' && ++stored === 1) {
        time.mockImplementation(() => startedAtMs + 3_600_000);
      }
      return done;
    });
    expect((await reset({ deadlineMs: startedAtMs + 1_800_000 })).totals.publications).toBe(100);
    end();
    time.mockRestore();
    await storeRow(early);
    expect(await reset()).toMatchObject({ complete: true, totals: { publications: later.length - 100 + 1 } });
    expect(await data()).toEqual([]);
  });

  test('of jobs: the people who lead to them stay', async () => {
    await store();
    const end = intercept(async (command, real) => {
      if (command instanceof BatchWriteCommand) throw new Error('no');
      return real();
    });
    await expect(reset({ clearIngestionJobs: true })).rejects.toMatchObject({ code: 'internal_error' });
    end();
    await expectWholeData();
    await reset({ clearIngestionJobs: true });
    expect(await data()).toEqual([]);
  });

  test('contention is none: what it kept from being deleted is left', async () => {
    await storePublication('10.5555/pots');
    const end = intercept(async (command, real) => {
      if (JSON.stringify(command.input).includes('"LIST#PUB#') && command instanceof TransactWriteCommand) {
        throw new Contention('The table');
      }
      return real();
    });
    const result = await reset();
    end();
    expect(result.complete).toBe(false);
    expect(result.shards[shardOf('10.5555/pots')]).toMatchObject({ ok: true, count: 0, left: 1 });
  });
});
