import { GetQueueAttributesCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { ingestResearcher } from '#src/ingestion/researcher.ts';
import { createJob } from '#src/ingestion/store/job-requests.ts';
import * as dismissRoute from '../../../../lambdas/dashboard/ingest-jobs/dismiss.ts';
import * as getJobRoute from '../../../../lambdas/dashboard/ingest-jobs/get.ts';
import * as listRoute from '../../../../lambdas/dashboard/ingest-jobs/list.ts';
import * as retryRoute from '../../../../lambdas/dashboard/ingest-jobs/retry.ts';
import { type Scripted, type SourceServer, startSource } from '../../../sources/source-server.ts';
import { carberry } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { call, sessionOf } from '../../../support/event.ts';
import { ingestWork } from '../../../support/ingest-work.ts';

// Jobs with scripted sources, for the tests of their routes. Importing this registers its hooks.

export const isolde = '0009-9999-0000-0019';
const sqs = mockClient(SQSClient);
export let source: SourceServer;
export let pages: Record<string, Scripted>;
/** The sent messages that are not delivered yet. */
export const messages: { jobId: string; doi?: string }[] = [];

beforeAll(async () => {
  source = await startSource();
  process.env.RESEARCHERS_QUEUE_URL = 'http://localhost/researchers';
  process.env.WORKS_QUEUE_URL = 'http://localhost/works';
});
afterAll(() => source.close());
beforeEach(async () => {
  await freshTable();
  messages.length = 0;
  sqs.reset();
  sqs.on(GetQueueAttributesCommand).resolves({
    Attributes: {
      ApproximateNumberOfMessages: '0',
      ApproximateNumberOfMessagesDelayed: '0',
      ApproximateNumberOfMessagesNotVisible: '0',
    },
  });
  sqs.on(SendMessageBatchCommand).callsFake(({ Entries }: { Entries: { Id: string; MessageBody: string }[] }) => {
    messages.push(...Entries.map(({ MessageBody }) => JSON.parse(MessageBody)));
    return { Successful: Entries };
  });
  pages = {};
  source.serve(pages);
});

export const doiId = (value: string) => ({
  'external-id-type': 'doi',
  'external-id-value': value,
  'external-id-relationship': 'self',
});

/** An ORCID record with these DOIs, which Crossref knows, and one work without a DOI. */
export function record(orcid: string, dois: string[]): void {
  const summaries = [[], ...dois.map((doi) => [doiId(doi)])].map((ids, index) => ({
    'put-code': index + 1,
    title: { title: { value: `Title ${index}` } },
    type: 'journal-article',
    'external-ids': { 'external-id': ids },
  }));
  pages[`/orcid/${orcid}/person`] = { json: { name: { 'given-names': { value: 'A' } } } };
  pages[`/orcid/${orcid}/works`] = {
    json: { group: summaries.map((summary) => ({ 'work-summary': [summary], 'external-ids': { 'external-id': [] } })) },
  };
  for (const doi of dois) crossref(doi);
}
const crossref = (doi: string) => {
  const message = { DOI: doi, title: [doi], type: 'journal-article' };
  pages[`/crossref/works/${encodeURIComponent(doi)}`] = { json: { 'message-type': 'work', message } };
};
export const refuse = (doi: string) => {
  pages[`/crossref/works/${encodeURIComponent(doi)}`] = { status: 403, text: '' };
};

export const now = new Date();
export const delivery = () => ({
  now: new Date(),
  receiveCount: 1,
  isLast: false,
  signal: new AbortController().signal,
});
export const deliver = ({ jobId, doi }: { jobId: string; doi?: string }) =>
  doi === undefined ? ingestResearcher(jobId, delivery()) : ingestWork(jobId, doi, delivery());
export async function drain() {
  for (let next = messages.shift(); next; next = messages.shift()) await deliver(next);
}
export const requester = { requestedBy: 'somebody', workspace: 'primary_entity', requestId: 'request-1' };
export const request = async (orcid: string, at = now) => (await createJob({ orcid, ...requester }, at)).job;

/** Ingests a researcher to the end. */
export async function ingest(orcid: string) {
  const { job_id: jobId } = await request(orcid);
  messages.push({ jobId });
  await drain();
  return jobId;
}

const authorizer = sessionOf('workspace_member', 'library');
export const detail = (jobId: string, query = '') =>
  call(getJobRoute, { url: `/api/ingest/jobs/${jobId}${query}`, authorizer });
export const list = (query = '') => call(listRoute, { url: `/api/ingest/jobs${query}`, authorizer });
export const retry = (jobId: string) => call(retryRoute, { url: `/api/ingest/jobs/${jobId}/retry`, authorizer });

export const dismiss = (job_ids: readonly string[], dismissed?: boolean) =>
  call(dismissRoute, {
    method: 'POST',
    url: '/api/ingest/jobs/dismiss',
    body: { job_ids, ...(dismissed !== undefined && { dismissed }) },
    authorizer,
  });

/** A job with a failed work that would now succeed. */
export async function failedJob(): Promise<string> {
  record(carberry, ['10.5555/a', '10.5555/b']);
  refuse('10.5555/b');
  const jobId = await ingest(carberry);
  crossref('10.5555/b');
  source.requests.length = 0;
  return jobId;
}
