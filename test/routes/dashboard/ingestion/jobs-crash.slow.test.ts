import { describe, expect, jest, test } from '@jest/globals';
import { resumeJobs } from '#src/ingestion/resume.ts';
import { retryJob } from '#src/ingestion/retry.ts';
import { createJob } from '#src/ingestion/store/job-requests.ts';
import { failJob, getJob } from '#src/ingestion/store/jobs.ts';
import { db } from '#src/table/table.ts';
import { dyingAt, send } from '../../../support/crash.ts';
import { freshTable } from '../../../support/engine.ts';
import { ingestWork } from '../../../support/ingest-work.ts';
import { allItems } from '../../../support/table.ts';
import { deliver, delivery, drain, failedJob, messages, now, record, request, requester } from './jobs-fixture.ts';

test('a retry killed before any call and repeated: one job tries the works again, and it ends', async () => {
  for (let survived = false, n = 1; !survived; n++) {
    await freshTable();
    const jobId = await failedJob();
    survived = !(await dyingAt(n, () => retryJob(jobId, requester, now)));
    if (!survived) await retryJob(jobId, requester, now).catch(({ code }) => expect(code).toBe('conflict'));
    messages.length = 0;
    await resumeJobs(new Date(Date.now() + 2 * 3_600_000), Number.POSITIVE_INFINITY);
    await drain();
    const retries = (await allItems()).filter(({ retry_of }) => retry_of === jobId);
    expect(retries).toMatchObject([{ status: 'completed', counts: { found: 1, created: 1 } }]);
    expect(n).toBeLessThan(15);
  }
});

describe('a job that is force-failed', () => {
  test('before any call of a running worker: stays failed, its messages do nothing, and it can be requested anew', async () => {
    for (let isOver = false, n = 1; !isOver; n++) {
      await freshTable();
      const orcid = `0000-0000-0000-${String(n).padStart(4, '0')}`;
      record(orcid, [`10.5555/force.${n}`]);
      const { job_id: jobId } = await request(orcid);
      messages.push({ jobId });
      let calls = 0;
      let failing: Promise<unknown> | undefined;
      const spy = jest.spyOn(db, 'send').mockImplementation((async (command: object) => {
        if (++calls !== n) return send(command);
        failing = failJob(jobId, 'Stop', now);
        await failing;
        return send(command);
      }) as never);
      const handled: typeof messages = [];
      for (let next = messages.shift(); next; next = messages.shift()) {
        handled.push(next);
        await deliver(next);
      }
      spy.mockRestore();
      const job = await getJob(jobId);
      isOver = (await failing) === undefined;
      if (isOver) continue;
      expect(job).toMatchObject({ status: 'failed', error_message: 'Stop' });
      const before = await itemsOf(orcid, jobId, n);
      for (const message of handled) await deliver(message);
      await ingestWork(jobId, `10.5555/force.${n}`, delivery());
      await resumeJobs(new Date(Date.now() + 2 * 3_600_000), Number.POSITIVE_INFINITY);
      expect(await itemsOf(orcid, jobId, n)).toEqual(before);
      expect((await createJob({ orcid, ...requester }, now)).created).toBe(true);
      expect(n).toBeLessThan(60);
    }
  });

  /** All items that a job of one run of the test may have written. */
  async function itemsOf(orcid: string, jobId: string, n: number) {
    const marks = [orcid, jobId, `10.5555/force.${n}`];
    return (await allItems()).filter((item) => {
      const { body: _, ...text } = item;
      return marks.some((mark) => JSON.stringify(text).includes(mark));
    });
  }
});
