import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { requestIngestion } from '#src/ingestion/request.ts';
import { getJob } from '#src/ingestion/store/jobs.ts';
import { db } from '#src/table/table.ts';
import * as researcherWorker from '../../lambdas/background/ingestion/ingest-researcher.ts';
import * as workWorker from '../../lambdas/background/ingestion/ingest-work.ts';
import { startReplay } from '../../local/sources/replay.ts';
import { send } from '../support/crash.ts';
import { freshTable } from '../support/engine.ts';
import { interceptLog } from '../support/log.ts';
import { startQueues, type TestQueues } from '../support/queues.ts';
import { underRole } from '../support/roles.ts';
import { syntheticSources } from '../support/synthetic-sources.ts';

const readResearcher = underRole(researcherWorker.job, researcherWorker.handler);
const storeWork = underRole(workWorker.job, workWorker.handler);
/** As many as are in one batch of the tests' queues. */
const publications = 10;
const sources = syntheticSources({ publications, researchers: 1, faultShare: 0, seed: 1 });
let queues: TestQueues;
let replay: Awaited<ReturnType<typeof startReplay>>;

beforeAll(async () => {
  interceptLog();
  queues = await startQueues();
  replay = await startReplay({ dir: join(import.meta.dirname, '../../local/sample'), intercept: sources.intercept });
  for (const [source, url] of Object.entries(replay.urls)) {
    process.env[`${source.toUpperCase()}_URL`] = url;
    process.env[`${source.toUpperCase()}_REQUESTS_PER_SECOND`] = '0';
  }
  process.env.OPENALEX_REQUESTS_PER_DAY = '0';
  process.env.SOURCES_CONTACT_EMAIL = '';
});
beforeEach(() => freshTable());
afterAll(async () => {
  await replay.close();
  await queues.stop();
});

type Keyed = { pk?: unknown; sk?: unknown } | undefined;

/** `PUB RECORD` of the key of a publication, and `RELATED` of a whole partition. */
function kindOf({ pk, sk = '' }: NonNullable<Keyed>): string {
  const [first = '', second = ''] = String(pk).split('#');
  return `${first} ${first === 'LIST' ? second : String(sk).split(/[#\d]/)[0]}`.trim();
}

function called(command: { input: object }): string {
  const { Key, Item, RequestItems, TransactItems, ExpressionAttributeValues, Parameters } = command.input as {
    Key?: Keyed;
    Item?: Keyed;
    RequestItems?: Record<string, { Keys?: Keyed[] }>;
    TransactItems?: object[];
    ExpressionAttributeValues?: Record<string, unknown>;
    Parameters?: unknown[];
  };
  const selected = (Parameters ?? []).map((pk) => ({ pk }));
  const read = [...Object.values(RequestItems ?? {}).flatMap(({ Keys = [] }) => Keys), ...selected];
  const queried = { pk: ExpressionAttributeValues?.[':pk'], sk: ExpressionAttributeValues?.[':prefix'] };
  const keys = TransactItems ? [] : read.length > 0 ? read : [Key ?? Item ?? queried];
  const kinds = [...new Set(keys.map((key) => kindOf(key ?? {})))].sort().join(', ');
  return `${command.constructor.name.replace('Command', '')} ${kinds}`.trim();
}

/** The calls of the table by what they do, without looks whether a source is paused. */
async function callsOf(run: () => Promise<unknown>): Promise<Record<string, number>> {
  const calls: Record<string, number> = {};
  const spy = jest.spyOn(db, 'send').mockImplementation(((command: { input: object }) => {
    const name = called(command);
    if (!name.includes('PACE')) calls[name] = (calls[name] ?? 0) + 1;
    return send(command);
  }) as never);
  await run();
  spy.mockRestore();
  return calls;
}

test('a batch of new publications', async () => {
  const requester = { requestedBy: 'somebody', workspace: 'primary_entity', requestId: 'request-1' };
  const { jobs } = await requestIngestion(sources.orcids, requester, new Date());
  await queues.deliver('researchers', readResearcher);
  const calls = await callsOf(() => queues.deliver('works', storeWork));
  expect(await getJob(String(jobs[0]?.job_id))).toMatchObject({ status: 'completed' });
  expect(calls).toEqual({
    // Once for the batch.
    'BatchGet JOB PENDING, JOB RECORD, PUB RECORD': 1,
    // For each publication.
    'BatchGet JOB RECORD, LIST PROPOSAL, PERSON RECORD, PUB RECORD': 10,
    'Put PUB SOURCE': 18,
    TransactWrite: 10 + 1,
    // Its pairs and possible duplicates, and who names it, at once.
    'Query DUPLICATE': 70,
    'Query RELATED': 10,
    // For the one whose contributors are read from ORCID, and at the end of the batch and the job.
    'Get JOB BATCH': 1,
    'Update JOB BATCH': 1,
    'Query JOB PENDING': 2,
    'Get JOB RECORD': 1,
    'Get PERSON RECORD': 1,
    'Query JOB WORK': 1,
  });
});
