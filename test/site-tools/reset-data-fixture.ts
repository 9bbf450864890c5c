import { BatchWriteCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, jest } from '@jest/globals';
import { addPendingItems } from '#src/ingestion/store/job-items.ts';
import { createJob } from '#src/ingestion/store/job-requests.ts';
import * as jobs from '#src/ingestion/store/jobs.ts';
import { saveSourceAnswer } from '#src/ingestion/store/source-answers.ts';
import type { ResetOptions, ResetResult } from '#src/operations/site-tools/reset-data.ts';
import * as resetTool from '#src/operations/site-tools/reset-data.ts';
import { stateJournals } from '#src/records/journals/store/journals.ts';
import { changeAffiliation } from '#src/records/people/store/affiliations.ts';
import { applyIncoming } from '#src/records/publications/publication.ts';
import { savePublication } from '#src/records/publications/store/publications.ts';
import { markRelated } from '#src/records/publications/store/relations.ts';
import { saveWork } from '#src/records/publications/store/works.ts';
import { applyWork } from '#src/records/works/work-content.ts';
import { db, type Item, transact } from '#src/table/table.ts';
import type { Relation } from '#src/vocabulary/relation.ts';
import { route } from '../../lambdas/dashboard/site-tools/reset-data.ts';
import { aBibliography, anIncoming, aSummary, carberry, lovelace } from '../support/builders.ts';
import { captureLog } from '../support/log.ts';
import { storePerson } from '../support/people.ts';
import { underRole } from '../support/roles.ts';
import { allItems } from '../support/table.ts';

// Data of every kind, for the tests of a reset. Importing this registers its hooks.

const resetData = underRole(route, resetTool.resetData);

export const now = new Date('2026-01-31T12:00:00Z');
export const context = { actor: 'user:ada@example.org', now, requestId: 'request-1' };
const send = db.send.bind(db) as (command: object) => Promise<unknown>;

export const lines = captureLog();

export const reset = (options: Partial<ResetOptions> = {}): Promise<ResetResult> =>
  resetData({
    dryRun: false,
    clearIngestionJobs: false,
    workspace: 'library',
    context,
    deadlineMs: Number.POSITIVE_INFINITY,
    ...options,
  });

/** Stores a publication with a source response, as an ingestion would. */
export async function storePublication(doi: string, aliases: string[] = [], relations: Relation[] = []) {
  const hash = await saveSourceAnswer(doi, 'crossref', { raw: { doi } });
  // Each says something else of one journal.
  const original = { ...aBibliography({ issn: ['0264-3561', '1945-2101'], publisher: doi }), relations };
  const incoming = anIncoming({ doi, aliases, original, answerHashes: { crossref: hash } });
  const record = applyIncoming(undefined, incoming, [], now);
  expect(await savePublication(record, undefined, [])).toBe('saved');
  await stateJournals(record, now);
  return record;
}

export async function storeWork(id: string) {
  const work = { id, orcid: carberry, preferred: aSummary(), putCodes: [1] };
  expect(await saveWork(applyWork(undefined, work, now), undefined)).toBe('saved');
}

export const request = (orcid: string) =>
  createJob({ orcid, requestedBy: 'somebody', workspace: 'library', requestId: 'request-1' }, now);

/** More items beside a record than a transaction deletes. */
export async function storeManyItems(pk: string, count = 100) {
  const items = Array.from({ length: count }, (_, n) => ({
    Put: { Item: { pk, sk: `NOTE#${String(n).padStart(3, '0')}` } },
  }));
  await transact(items);
}

/** Some of everything that a reset deletes, and some of what it keeps. */
export async function store() {
  await storePublication('10.5555/pots', ['10.5555/preprint', '10.5555/reprint']);
  // Left behind when a DOI became an alias.
  await saveSourceAnswer('10.5555/preprint', 'crossref', { raw: {} });
  await markRelated(await storePublication('10.5555/kilns', [], [{ type: 'is-supplement-to', doi: '10.5555/pots' }]));
  await storeWork('work-1');
  await storePerson(carberry, 'Josiah', 'Carberry');
  await storePerson(lovelace, 'Ada', 'Lovelace');
  for (const starts_at of [1, 2]) {
    const period = { entity_id: 'primary_entity', status: 'external', starts_at } as const;
    await changeAffiliation(carberry, period, context);
  }
  const { job: ended } = await request(carberry);
  await addPendingItems(ended.job_id, [{ doi: '10.5555/kilns', aliases: [], others: [], summary: aSummary() }]);
  await jobs.failJob(ended.job_id, 'gone', now);
  const { job: active } = await request(lovelace);
  return { ended, active };
}

// Notes about relations of deleted publications are processed later. Passes have their progress.
const kept = /^((ACTIVITY|AUDIT|PROJECT|LIST#PROJECT|PASS)#|RELATING)/;
export const data = async () =>
  (await allItems()).filter(
    ({ pk, sk }) => !kept.test(String(pk)) && !(String(pk).startsWith('LIST#') && sk === '!EPOCH'),
  );
export const addresses = (items: Item[]) => items.map(({ pk, sk }) => `${pk} ${sk}`).sort();

export const isWrite = (command: object) =>
  [TransactWriteCommand, BatchWriteCommand, PutCommand, UpdateCommand].some((kind) => command instanceof kind);

/** Decides about every call of the table until the returned function is called. */
export function intercept(decide: (command: { input: unknown }, real: () => Promise<unknown>) => Promise<unknown>) {
  const spy = jest
    .spyOn(db, 'send')
    .mockImplementation(((command: { input: unknown }) => decide(command, () => send(command))) as never);
  return () => spy.mockRestore();
}
