import { expect, jest, test } from '@jest/globals';
import { deleteJob } from '#src/ingestion/store/delete-job.ts';
import { dismissJobs } from '#src/ingestion/store/dismissals.ts';
import { rewriteJobRow } from '#src/ingestion/store/job-list.ts';
import { failJob, getJob } from '#src/ingestion/store/jobs.ts';
import { db } from '#src/table/table.ts';
import { carberry } from '../../../support/builders.ts';
import { dyingAt, send } from '../../../support/crash.ts';
import { freshTable } from '../../../support/engine.ts';
import { captureLog } from '../../../support/log.ts';
import {
  detail,
  dismiss,
  drain,
  failedJob,
  isolde,
  list,
  now,
  record,
  refuse,
  request,
  retry,
} from './jobs-fixture.ts';

captureLog();

const failures = 'status=failed|partial_failure&dismissed=false';
const listed = async (query: string) =>
  (await list(`?${query}`)).body.jobs.map(({ job_id }: { job_id: string }) => job_id);
const by = { dismissed: true, actor: 'user:c@example.org', now };

test('200: dismissed failures leave the list of failures, and can be taken back', async () => {
  const jobId = await failedJob();
  const { job_id: active } = await request(isolde);
  expect(await listed(failures)).toEqual([jobId]);
  const { status, body } = await dismiss([jobId, jobId, active, 'no-such-job']);
  expect({ status, body }).toEqual({
    status: 200,
    body: { changed_ids: [jobId], not_found: ['no-such-job'], not_failed: [active] },
  });
  expect(await listed(failures)).toEqual([]);
  expect(await listed('dismissed=true')).toEqual([jobId]);
  expect(await listed('dismissed=false')).toEqual([active]);
  expect((await detail(jobId)).body.job).toMatchObject({
    status: 'partial_failure',
    dismissed_at: expect.any(Number),
    dismissed_by: expect.stringContaining('@'),
  });
  expect((await dismiss([jobId])).body).toMatchObject({ changed_ids: [] });
  expect((await dismiss([jobId], false)).body).toMatchObject({ changed_ids: [jobId] });
  expect(await listed(failures)).toEqual([jobId]);
  expect((await detail(jobId)).body.job).toMatchObject({ dismissed_at: null, dismissed_by: null });
});

test.each([
  [{ job_ids: [] }, 'job_ids'],
  [{ job_ids: Array.from({ length: 101 }, String) }, 'job_ids'],
  [{ job_ids: [''] }, 'job_ids.0'],
])('400: %j names the field', async ({ job_ids }, path) => {
  expect((await dismiss(job_ids)).body.details.issues).toMatchObject([{ path }]);
});

test('400: a filter that is no truth value', async () => {
  expect((await list('?dismissed=yes')).body.details.issues).toMatchObject([{ path: 'dismissed' }]);
});

test('a retry with a result removes those before it; one that failed as a whole does not', async () => {
  const first = await failedJob();
  const { body } = await retry(first);
  await failJob(body.job.job_id, 'Stop', now);
  expect((await listed(failures)).sort()).toEqual([first, body.job.job_id].sort());
  const third = (await retry(body.job.job_id)).body.job.job_id;
  refuse('10.5555/b');
  await drain();
  // A publication that failed again is in the newest job only.
  expect(await listed(failures)).toEqual([third]);
  record(carberry, ['10.5555/a', '10.5555/b']);
  expect((await retry(third)).status).toBe(202);
  await drain();
  expect(await listed(failures)).toEqual([]);
  expect((await getJob(first))?.dismissed_by).toBeNull();
});

test('a dismissal killed before any call and repeated, or done twice at once, ends dismissed in record and row', async () => {
  const jobId = await failedJob();
  for (let survived = false, n = 1; !survived; n++) {
    await dismissJobs([jobId], { ...by, dismissed: false });
    survived = !(await dyingAt(n, () => dismissJobs([jobId], by)));
    await Promise.all([dismissJobs([jobId], by), dismissJobs([jobId], by)]);
    expect([await listed(failures), await rewriteJobRow(jobId)]).toEqual([[], 'current']);
    expect(n).toBeLessThan(10);
  }
});

test('a retry that ends while its predecessor is dismissed or deleted ends all the same', async () => {
  for (const meanwhile of [
    (jobId: string) => dismissJobs([jobId], by),
    (jobId: string) => deleteJob(jobId, 'Gone', now),
  ]) {
    await freshTable();
    const first = await failedJob();
    const { job_id: second } = (await retry(first)).body.job;
    let isDone = false;
    const spy = jest.spyOn(db, 'send').mockImplementation((async (command: { input: object }) => {
      const ends = JSON.stringify(command.input).includes('"completed"') && 'TransactItems' in command.input;
      if (ends && !isDone) {
        isDone = true;
        await meanwhile(first);
      }
      return send(command);
    }) as never);
    await drain();
    spy.mockRestore();
    expect([isDone, (await getJob(second))?.status]).toEqual([true, 'completed']);
    expect(await listed(failures)).toEqual([]);
  }
});
