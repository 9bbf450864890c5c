import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { discardDeletedJob } from '#src/ingestion/store/delete-job.ts';
import { addPendingItems, finishItem } from '#src/ingestion/store/job-items.ts';
import * as jobs from '#src/ingestion/store/jobs.ts';
import { saveSourceAnswer } from '#src/ingestion/store/source-answers.ts';
import type { ResetResult } from '#src/operations/site-tools/reset-data.ts';
import { applyIncoming } from '#src/records/publications/publication.ts';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import { anIncoming, aSummary, carberry } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { storePerson } from '../support/people.ts';
import { outsideRole } from '../support/roles.ts';
import { expectWholeData } from '../support/whole-data.ts';
import { data, intercept, now, request, reset, store, storePublication } from './reset-data-fixture.ts';

describe('concurrently', () => {
  beforeEach(() => freshTable());

  test('two resets delete everything once', async () => {
    await store();
    const results = await Promise.all([reset({ clearIngestionJobs: true }), reset({ clearIngestionJobs: true })]);
    const sum = (kind: keyof ResetResult['totals']) => results.reduce((total, { totals }) => total + totals[kind], 0);
    expect(results.map(({ complete }) => complete)).toEqual([true, true]);
    // A result that was lost and requested again may be missing in the counts, but nothing is counted twice.
    const limits = { publications: 2, works: 1, people: 2, duplicates: 0, proposals: 0, jobs: 2 } as const;
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
        expect(await outsideRole(() => savePublication(edited, record, []))).toBe('saved');
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
    const work = { doi: '10.5555/pots', aliases: [], grouped: [], replaces: [], others: [], summary: aSummary() };
    const begun = await jobs.beginJob(job.job_id, now);
    await addPendingItems(job.job_id, [work]);
    if (begun) await jobs.markPlanned(begun, now);
    const before = await storePublication('10.5555/pots');
    // The worker has read the publication; it is deleted before the worker writes.
    await reset();
    const fetched = { ...before, version: before.version + 1 };
    expect(await savePublication(fetched, before, finishItem(job, work, { outcome: 'updated' }, now))).toBe('stale');
    expect(await getPublication('10.5555/pots')).toBeUndefined();
    const hash = await saveSourceAnswer('10.5555/pots', 'crossref', { raw: {} });
    const created = applyIncoming(undefined, anIncoming({ answerHashes: { crossref: hash } }), [], now);
    expect(await savePublication(created, undefined, finishItem(job, work, { outcome: 'created' }, now))).toBe('saved');
    await jobs.finishJobIfDone(job.job_id, now);
    expect(await jobs.getJob(job.job_id)).toMatchObject({ status: 'completed' });
    await expectWholeData();
  });

  test('a worker cannot store anything for a job that was deleted', async () => {
    const { job } = await request(carberry);
    const work = { doi: '10.5555/pots', aliases: [], grouped: [], replaces: [], others: [], summary: aSummary() };
    const begun = await jobs.beginJob(job.job_id, now);
    await addPendingItems(job.job_id, [work]);
    await reset({ clearIngestionJobs: true });
    const created = applyIncoming(undefined, anIncoming(), [], now);
    expect(await savePublication(created, undefined, finishItem(job, work, { outcome: 'created' }, now))).toBe(
      'refused',
    );
    // The worker that lists the works notices only at the end.
    await addPendingItems(job.job_id, [work]);
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
        await outsideRole(() => request(carberry));
      }
      return real();
    });
    expect((await reset()).totals.people).toBe(1);
    expect(requested).toBe(true);
    await expectWholeData();
    expect((await request(carberry)).created).toBe(false);
  });
});
