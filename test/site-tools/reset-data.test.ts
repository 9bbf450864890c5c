import { BatchWriteCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { upsertProject } from '../../src/curation/projects.ts';
import { applyIncoming } from '../../src/domain/publication.ts';
import { applyWork } from '../../src/domain/work.ts';
import { Contention } from '../../src/errors.ts';
import { replicate } from '../../src/lists/load/collection.ts';
import { publicationSpec } from '../../src/lists/publications.ts';
import { type ResetOptions, type ResetResult, resetData } from '../../src/site-tools/reset-data.ts';
import { changeAffiliation } from '../../src/storage/affiliations.ts';
import { discardDeletedJob } from '../../src/storage/ingestion/delete-job.ts';
import { requestJob } from '../../src/storage/ingestion/job-requests.ts';
import { addPendingWorks, finishWork } from '../../src/storage/ingestion/job-works.ts';
import * as jobs from '../../src/storage/ingestion/jobs.ts';
import { keys, shardOf } from '../../src/storage/keys.ts';
import { getPublication, savePublication, storeSourceResponse } from '../../src/storage/publications.ts';
import { db, type Item, putItem, transact } from '../../src/storage/table.ts';
import { saveWork } from '../../src/storage/works.ts';
import { anIncoming, aProject, aSummary, carberry, lovelace } from '../support/builders.ts';
import { decide, fetchPublication, listDuplicates } from '../support/duplicates.ts';
import { freshTable } from '../support/engine.ts';
import { captureLog } from '../support/log.ts';
import { storePerson } from '../support/people.ts';
import { allItems, auditRecords } from '../support/table.ts';
import { expectWholeData } from '../support/whole-data.ts';

const now = new Date('2026-01-31T12:00:00Z');
const by = { actor: 'user:ada@example.org', now, requestId: 'request-1' };
const send = db.send.bind(db) as (command: object) => Promise<unknown>;

const lines = captureLog();

const reset = (options: Partial<ResetOptions> = {}): Promise<ResetResult> =>
  resetData({
    dryRun: false,
    clearIngestionJobs: false,
    workspace: 'library',
    by,
    deadlineMs: Number.POSITIVE_INFINITY,
    ...options,
  });

/** Stores a publication with a source response, as an ingestion would. */
async function storePublication(doi: string, aliases: string[] = []) {
  const hash = await storeSourceResponse(doi, 'crossref', { doi });
  const record = applyIncoming(undefined, anIncoming({ doi, aliases, answerHashes: { crossref: hash } }), [], now);
  expect(await savePublication(record, undefined, [])).toBe('saved');
  return record;
}

async function storeWork(id: string) {
  const work = { id, orcid: carberry, preferred: aSummary(), putCodes: [1] };
  expect(await saveWork(applyWork(undefined, work, now), undefined)).toBe('saved');
}

const request = (orcid: string) =>
  requestJob({ orcid, requestedBy: 'somebody', workspace: 'library', requestId: 'request-1' }, now);

/** More items beside a record than a transaction deletes. */
async function storeManyItems(pk: string, count = 100) {
  const items = Array.from({ length: count }, (_, n) => ({
    Put: { Item: { pk, sk: `NOTE#${String(n).padStart(3, '0')}` } },
  }));
  await transact(items);
}

/** A little of everything that a reset deletes, and some of what it keeps. */
async function store() {
  await storePublication('10.5555/pots', ['10.5555/preprint', '10.5555/reprint']);
  // Left behind when a DOI became an alias.
  await storeSourceResponse('10.5555/preprint', 'crossref', {});
  await storePublication('10.5555/kilns');
  await storeWork('work-1');
  await storePerson(carberry, 'Josiah', 'Carberry');
  await storePerson(lovelace, 'Ada', 'Lovelace');
  for (const starts_at of [1, 2]) {
    const period = { entity_id: 'primary_entity', status: 'external', starts_at } as const;
    await changeAffiliation(carberry, period, by);
  }
  const { job: ended } = await request(carberry);
  await addPendingWorks(ended.job_id, [{ doi: '10.5555/kilns', aliases: [], summary: aSummary() }]);
  await jobs.failJob(ended.job_id, 'gone', now);
  const { job: active } = await request(lovelace);
  return { ended, active };
}

const kept = /^(ACTIVITY|AUDIT|PROJECT|LIST#PROJECT)#/;
const data = async () =>
  (await allItems()).filter(
    ({ pk, sk }) => !kept.test(String(pk)) && !(String(pk).startsWith('LIST#') && sk === '!EPOCH'),
  );
const addresses = (items: Item[]) => items.map(({ pk, sk }) => `${pk} ${sk}`).sort();

const isWrite = (command: object) =>
  [TransactWriteCommand, BatchWriteCommand, PutCommand, UpdateCommand].some((kind) => command instanceof kind);

/** Decides about every call of the table until the returned function is called. */
function intercept(decide: (command: { input: unknown }, real: () => Promise<unknown>) => Promise<unknown>) {
  const spy = jest
    .spyOn(db, 'send')
    .mockImplementation(((command: { input: unknown }) => decide(command, () => send(command))) as never);
  return () => spy.mockRestore();
}

/** Runs it until its n-th write, which is not made, nor anything after it. Whether it came so far. */
async function dyingAtWrite(n: number, run: () => Promise<unknown>): Promise<boolean> {
  let writes = 0;
  let die = () => {};
  const dead = new Promise<true>((resolve) => {
    die = () => resolve(true);
  });
  const end = intercept((command, real) => {
    if (writes >= n || (isWrite(command) && ++writes === n)) {
      die();
      return new Promise(() => {});
    }
    return real();
  });
  const died = await Promise.race([run().then(() => false), dead]);
  end();
  return died;
}

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

  test('deletes publications, works and people with all that belongs to them, and keeps the rest', async () => {
    const { active, ended } = await store();
    await upsertProject(aProject(), by);
    const { totals, shards, complete } = await reset();
    expect(totals).toEqual({ publications: 2, works: 1, people: 2, duplicates: 0, jobs: 0 });
    expect(complete).toBe(true);
    expect(shards.map(({ shard, ok, left }) => ({ shard, ok, left }))).toEqual(
      Array.from({ length: 8 }, (_, shard) => ({ shard, ok: true, left: 0 })),
    );
    expect(shards.reduce((sum, { count }) => sum + count, 0)).toBe(5);
    // The jobs stay, and with the active one the pointer that it needs to end.
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
      totals: { publications: 2, works: 1, people: 2, duplicates: 0, jobs: 2 },
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
      { action: 'site_data.reset_started', actor_id: by.actor, workspace_id: 'library', after: {} },
      { action: 'site_data.reset', after: { publications: 1, works: 0, people: 0, jobs: 0, complete: true } },
    ]);
  });

  test('readers of lists learn of it: those that have loaded the list, and by the epoch all others', async () => {
    await storePublication('10.5555/pots');
    const rows = replicate(publicationSpec);
    expect((await rows.replica(0)).index.size).toBe(1);
    await reset();
    const { index, epoch } = await rows.replica(0);
    expect({ size: index.size, isRaised: epoch > 0 }).toEqual({ size: 0, isRaised: true });
    await storePublication('10.5555/pots');
    expect((await rows.replica(0)).index.size).toBe(1);
    await reset();
    expect((await rows.replica(0)).epoch).toBeGreaterThan(epoch);
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
    await putItem({ ...keys.publicationRow('10.5555/ghost'), changed: 1 });
    expect((await reset()).totals.publications).toBe(1);
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

  test('killed between any two calls: nothing is half deleted, and another call completes it', async () => {
    let survived = false;
    let n = 0;
    while (!survived) {
      n += 1;
      await storeLittle();
      survived = !(await dyingAtWrite(n, () => reset({ clearIngestionJobs: true })));
      await expectWholeData();
      await reset({ clearIngestionJobs: true });
      expect(await data()).toEqual([]);
    }
    // Two audit records, two steps for the publication, and one write at least for each other kind.
    expect(n).toBeGreaterThan(8);
  }, 120_000);
});

/** One of each kind: a publication that is deleted in two steps, and a job with a list. */
async function storeLittle() {
  await storePublication('10.5555/many', ['10.5555/many-alias']);
  await storeManyItems(keys.publication('10.5555/many').pk);
  await storeWork('work-1');
  await storePerson(carberry, 'Josiah', 'Carberry');
  const { job } = await request(carberry);
  await addPendingWorks(job.job_id, [{ doi: '10.5555/kilns', aliases: [], summary: aSummary() }]);
}

describe('concurrently', () => {
  beforeEach(() => freshTable());

  test('two resets delete everything once', async () => {
    await store();
    const results = await Promise.all([reset({ clearIngestionJobs: true }), reset({ clearIngestionJobs: true })]);
    const sum = (kind: keyof ResetResult['totals']) => results.reduce((total, { totals }) => total + totals[kind], 0);
    expect(results.map(({ complete }) => complete)).toEqual([true, true]);
    // An answer that was lost and asked for again may miss in the counts, but nothing is counted twice.
    const limits = { publications: 2, works: 1, people: 2, duplicates: 0, jobs: 2 } as const;
    for (const kind of Object.keys(limits) as (keyof typeof limits)[]) {
      expect(sum(kind)).toBeLessThanOrEqual(limits[kind]);
    }
    expect(await data()).toEqual([]);
  });

  test('an edit between reading and deleting is deleted with its publication; one after that finds nothing', async () => {
    const record = await storePublication('10.5555/pots');
    const edited = { ...record, edit_count: 1, aliases: ['10.5555/new-alias'], version: 2 };
    let edits = 0;
    const end = intercept(async (command, real) => {
      if (
        command instanceof TransactWriteCommand &&
        JSON.stringify(command.input).includes('"LIST#PUB#') &&
        edits++ === 0
      ) {
        end();
        expect(await savePublication(edited, record, [])).toBe('saved');
      }
      return real();
    });
    expect((await reset()).totals.publications).toBe(1);
    expect(edits).toBe(1);
    expect(await data()).toEqual([]);
    expect(await savePublication({ ...edited, version: 3 }, edited, [])).toBe('stale');
    expect(await data()).toEqual([]);
  });

  test('an ingestion that goes on creates its publication anew, complete', async () => {
    const { job } = await request(carberry);
    const work = { doi: '10.5555/pots', aliases: [], summary: aSummary() };
    const begun = await jobs.beginJob(job.job_id, now);
    await addPendingWorks(job.job_id, [work]);
    if (begun) await jobs.markPlanned(begun, now);
    const before = await storePublication('10.5555/pots');
    // The worker has read the publication; it is deleted before the worker writes.
    await reset();
    const fetched = { ...before, version: before.version + 1 };
    expect(await savePublication(fetched, before, finishWork(job, work, { outcome: 'updated' }, now))).toBe('stale');
    expect(await getPublication('10.5555/pots')).toBeUndefined();
    const hash = await storeSourceResponse('10.5555/pots', 'crossref', {});
    const created = applyIncoming(undefined, anIncoming({ answerHashes: { crossref: hash } }), [], now);
    expect(await savePublication(created, undefined, finishWork(job, work, { outcome: 'created' }, now))).toBe('saved');
    await jobs.finishJobIfDone(job.job_id, now);
    expect(await jobs.getJob(job.job_id)).toMatchObject({ status: 'completed' });
    await expectWholeData();
  });

  test('a worker cannot store anything for a job that was deleted', async () => {
    const { job } = await request(carberry);
    const work = { doi: '10.5555/pots', aliases: [], summary: aSummary() };
    const begun = await jobs.beginJob(job.job_id, now);
    await addPendingWorks(job.job_id, [work]);
    await reset({ clearIngestionJobs: true });
    const created = applyIncoming(undefined, anIncoming(), [], now);
    expect(await savePublication(created, undefined, finishWork(job, work, { outcome: 'created' }, now))).toBe(
      'refused',
    );
    // The worker that lists the works notices only at the end.
    await addPendingWorks(job.job_id, [work]);
    if (begun) await jobs.markPlanned(begun, now);
    expect(await discardDeletedJob(job.job_id)).toBe(true);
    expect(await data()).toEqual([]);
    expect((await request(carberry)).created).toBe(true);
  });

  test('a job requested during a reset keeps its pointer', async () => {
    await storePerson(carberry, 'Josiah', 'Carberry');
    let requested = false;
    const end = intercept(async (command, real) => {
      if (
        !requested &&
        command instanceof TransactWriteCommand &&
        JSON.stringify(command.input).includes('"LIST#PERSON#')
      ) {
        requested = true;
        end();
        await request(carberry);
      }
      return real();
    });
    expect((await reset()).totals.people).toBe(1);
    expect(requested).toBe(true);
    await expectWholeData();
    expect((await request(carberry)).created).toBe(false);
  });
});
