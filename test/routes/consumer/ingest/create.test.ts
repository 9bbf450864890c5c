import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { IngestionJob } from '#src/ingestion/domain/job.ts';
import * as create from '../../../../lambdas/consumer/ingest/create.ts';
import { carberry } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { authorizerOf, call } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { manyOrcids } from '../../../support/people.ts';
import { allItems, events } from '../../../support/table.ts';

captureLog();
const others = ['0009-9999-0000-0019', '0009-9999-0000-0027'];
const sqs = mockClient(SQSClient);
/** The messages of a batch that SQS accepts. */
let takes: (index: number) => boolean;

beforeEach(async () => {
  await freshTable();
  process.env.RESEARCHERS_QUEUE_URL = 'http://localhost/researchers';
  takes = () => true;
  sqs.reset();
  sqs.on(SendMessageBatchCommand).callsFake(({ Entries }: { Entries: { Id: string }[] }) => ({
    Successful: Entries.filter((_, index) => takes(index)),
    Failed: Entries.filter((_, index) => !takes(index)),
  }));
});

const post = (body: unknown, authorizer = authorizerOf(create.route.auth)) =>
  call(create, { url: '/api/ingest', body, ...(authorizer && { authorizer }) });

async function jobs(): Promise<IngestionJob[]> {
  const items = (await allItems()).filter(({ pk, sk }) => String(pk).startsWith('JOB#') && sk === 'RECORD');
  return items.map((item) => IngestionJob.parse(item));
}
const sent = () => sqs.commandCalls(SendMessageBatchCommand).flatMap(({ args }) => args[0].input.Entries ?? []);

describe('202', () => {
  test('one job, message and event per researcher, for repeated iDs in any notation', async () => {
    const ids = [carberry, carberry, `https://orcid.org/${carberry}`, ' 0000000218250097 ', ...others];
    expect(await post({ orcid_ids: ids })).toMatchObject({ status: 202, body: { queued: 3, requested: 6 } });
    const made = await jobs();
    expect(made.map(({ orcid_id }) => orcid_id).sort()).toEqual([carberry, ...others]);
    expect(
      sent()
        .map(({ MessageBody }) => JSON.parse(String(MessageBody)).jobId)
        .sort(),
    ).toEqual(made.map(({ job_id }) => job_id).sort());
    expect((await events()).map(({ resource_id }) => resource_id).sort()).toEqual(
      made.map(({ job_id }) => job_id).sort(),
    );
    expect(new Set(made.map(({ request_id }) => request_id)).size).toBe(1);
  });

  test('a researcher whose job is active gets no second one, but its message again', async () => {
    await post({ orcid_ids: [carberry] });
    expect(await post({ orcid_ids: [carberry] })).toMatchObject({ status: 202, body: { queued: 0, requested: 1 } });
    expect(await jobs()).toHaveLength(1);
    expect(sent()).toHaveLength(2);
  });

  test('a message SQS does not take: that job fails and does not count', async () => {
    takes = (index) => index !== 1;
    expect(await post({ orcid_ids: [carberry, ...others] })).toMatchObject({
      status: 202,
      body: { queued: 2, requested: 3 },
    });
    expect((await jobs()).filter(({ status }) => status === 'failed')).toMatchObject([
      { error_message: 'The job could not be queued' },
    ]);
  });

  test('a hundred researchers go in batches of ten', async () => {
    expect(await post({ orcid_ids: manyOrcids(100) })).toMatchObject({ body: { queued: 100 } });
    const sizes = sqs.commandCalls(SendMessageBatchCommand).map(({ args }) => args[0].input.Entries?.length);
    expect(sizes).toEqual(new Array(10).fill(10));
  });
});

test('500: SQS rejects all messages; no job stays active, and a new request works', async () => {
  takes = () => false;
  expect(await post({ orcid_ids: [carberry] })).toMatchObject({ status: 500, body: { code: 'internal_error' } });
  sqs.on(SendMessageBatchCommand).rejects(new Error('no such queue: secret-name'));
  const { status, body } = await post({ orcid_ids: [carberry] });
  expect(status).toBe(500);
  expect(JSON.stringify(body)).not.toContain('secret-name');
  expect((await jobs()).map(({ status }) => status)).toEqual(['failed', 'failed']);
});

describe('400: nothing is queued', () => {
  test.each<[string, unknown, string[]]>([
    ['no list', {}, ['orcid_ids']],
    ['an empty list', { orcid_ids: [] }, ['orcid_ids']],
    ['too many', { orcid_ids: new Array(101).fill(carberry) }, ['orcid_ids']],
    [
      'a wrong check character, an empty one, a number',
      { orcid_ids: [carberry, '0000-0002-1825-0098', '', 7] },
      ['orcid_ids.1', 'orcid_ids.2', 'orcid_ids.3'],
    ],
    ['fields nobody knows', { orcid_ids: [carberry], skip_existing: true, x: 1 }, ['skip_existing', 'x']],
    ['a list for an object', [carberry], ['']],
  ])('%s', async (_, body, paths) => {
    const response = await post(body);
    expect(response.status).toBe(400);
    expect(response.body.details.issues.map(({ path }: { path: string }) => path)).toEqual(paths);
    expect(await allItems()).toEqual([]);
    expect(sent()).toEqual([]);
  });
});

test('403: a key without the scope, before its body is looked at', async () => {
  const key = { ...authorizerOf(create.route.auth), scopes: 'membership.update' };
  expect(await post('{', key)).toMatchObject({ status: 403, body: { code: 'scope_not_granted' } });
});

test('401: no key', async () => {
  const response = await call(create, { url: '/api/ingest', body: { orcid_ids: [carberry] } });
  expect(response).toMatchObject({ status: 401, body: { code: 'missing_credential' } });
});
