import { describe, expect, jest, test } from '@jest/globals';
import { requestIngestion } from '#src/ingestion/request.ts';
import { resumeJobs } from '#src/ingestion/resume.ts';
import { getJob } from '#src/ingestion/store/jobs.ts';
import { db } from '#src/table/table.ts';
import { freshTable } from '../support/engine.ts';
import {
  answerWorks,
  content,
  drain,
  ingest,
  isolde,
  now,
  queues,
  readResearcher,
  recordedWorks,
  requester,
  storeWork,
} from './ingestion-fixture.ts';

describe('a crash', () => {
  /** Runs `task` with the connection to the table cut at one write: before or after it takes effect. */
  async function cutAt(write: number, when: 'before' | 'after', task: () => Promise<unknown>): Promise<boolean> {
    const send = db.send.bind(db);
    let writes = 0;
    let cut = false;
    const spy = jest.spyOn(db, 'send').mockImplementation(async (...args: unknown[]) => {
      const command = args[0] as { constructor: { name: string } };
      const isWrite = /^(Put|Update|Delete|TransactWrite)/.test(command.constructor.name);
      if (!isWrite || ++writes !== write) return send(...(args as Parameters<typeof send>));
      cut = true;
      if (when === 'after') await send(...(args as Parameters<typeof send>));
      throw new Error('killed');
    });
    try {
      await task();
    } finally {
      spy.mockRestore();
    }
    return cut;
  }

  test.each(['before', 'after'] as const)(
    'at any write (%s it), and the messages delivered again: the same as without',
    async (when) => {
      const works = await recordedWorks(isolde);
      answerWorks(isolde, { ...works, group: works.group.slice(-3) });
      await ingest(isolde);
      const undisturbed = await content();
      for (let write = 1; ; write++) {
        queues.purge();
        await freshTable();
        const { jobs } = await requestIngestion([isolde], requester, now);
        const jobId = String(jobs[0]?.job_id);
        const cut = await cutAt(write, when, async () => {
          await queues.deliver('researchers', readResearcher);
          await queues.deliver('works', storeWork);
        });
        if (!cut) break;
        // Redelivers undeleted messages, as SQS does after the visibility timeout.
        queues.purge();
        await resumeJobs(new Date(Date.now() + 2 * 3_600_000), Number.POSITIVE_INFINITY);
        await drain();
        expect(await getJob(jobId)).toMatchObject({ status: 'completed' });
        expect(await content()).toEqual(undisturbed);
      }
    },
  );
});
