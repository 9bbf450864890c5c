import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { addPerson } from '#src/ingestion/store/add-people.ts';
import { storePublication } from '#src/ingestion/store.ts';
import { getMark } from '#src/records/people/store/erasure-marks.ts';
import { getPerson } from '#src/records/people/store/people.ts';
import { markOf, readErasureKey } from '#src/records/people/store/unless-erased.ts';
import { noEnrichments } from '#src/sources/enrichments.ts';
import { db } from '#src/table/table.ts';
import * as consumerIngest from '../../../../lambdas/consumer/ingest/create.ts';
import * as importOrcid from '../../../../lambdas/dashboard/import/orcid.ts';
import * as ingest from '../../../../lambdas/dashboard/ingest/create.ts';
import * as eraseRoute from '../../../../lambdas/dashboard/people/erase.ts';
import * as restoreRoute from '../../../../lambdas/dashboard/people/restore.ts';
import * as bulkProjects from '../../../../lambdas/dashboard/projects/bulk.ts';
import * as createProject from '../../../../lambdas/dashboard/projects/create.ts';
import * as updateProject from '../../../../lambdas/dashboard/projects/update.ts';
import { ada, erase, now, settled, tracesOf } from '../../../erasure/erasure-fixture.ts';
import { aBibliography, carberry } from '../../../support/builders.ts';
import { send } from '../../../support/crash.ts';
import { freshTable } from '../../../support/engine.ts';
import { authorizerOf, call, sessionOf } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { storePerson } from '../../../support/people.ts';
import { allItems, auditRecords } from '../../../support/table.ts';

const lines = captureLog();
const sqs = mockClient(SQSClient);
const superadmin = sessionOf('superadmin');
const eraseBy = (query: string, authorizer = superadmin, orcid = carberry) =>
  call(eraseRoute, { method: 'DELETE', url: `/api/people/${orcid}${query}`, authorizer });
const restore = (authorizer = superadmin) =>
  call(restoreRoute, { method: 'POST', url: `/api/people/${carberry}/restore`, authorizer });
const confirmed = (orcid = carberry) => `?confirmation=ERASE%20${orcid}`;
const markOfCarberry = async () => getMark(markOf(carberry, await readErasureKey()));

beforeEach(async () => {
  await freshTable();
  process.env.RESEARCHERS_QUEUE_URL = 'http://localhost/researchers';
  sqs.reset();
  sqs.on(SendMessageBatchCommand).callsFake(({ Entries }: { Entries: { Id: string }[] }) => ({ Successful: Entries }));
});

describe('DELETE /api/people/{orcid}', () => {
  test('200: erases the person, says when to look again, and logs no iD', async () => {
    await storePerson(carberry, 'Josiah', 'Carberry');
    const { status, body } = await eraseBy(confirmed());
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        pseudonym: expect.stringMatching(/^erased-[0-9a-f]{16}$/),
        dry_run: false,
        done: false,
        totals: { person: 1 },
      },
    });
    expect(body.again_at).toBeGreaterThan(Date.now());
    expect(await getPerson(carberry)).toBeUndefined();
    expect(JSON.stringify(lines)).not.toContain(carberry);
    expect(JSON.stringify(await allItems())).not.toContain(carberry);
  });

  test('200: a dry run only counts', async () => {
    await storePerson(carberry, 'Josiah', 'Carberry');
    expect((await eraseBy(`${confirmed()}&dry_run=true`)).body).toMatchObject({
      dry_run: true,
      done: true,
      again_at: null,
    });
    expect(await getPerson(carberry)).toBeDefined();
    expect(await markOfCarberry()).toBeUndefined();
  });

  test('400: another confirmation, or none', async () => {
    await storePerson(carberry, 'Josiah', 'Carberry');
    for (const query of ['', confirmed(ada), `?confirmation=${carberry}`]) {
      expect((await eraseBy(query)).status).toBe(400);
    }
    expect(await getPerson(carberry)).toBeDefined();
  });

  test('403: curators and administrators', async () => {
    for (const role of ['workspace_member', 'workspace_admin'] as const) {
      expect((await eraseBy(confirmed(), sessionOf(role))).status).toBe(403);
    }
  });
});

describe('a person who was erased', () => {
  const request = (body: object, authorizer = superadmin) => call(ingest, { url: '/api/ingest', body, authorizer });

  test('is left out of ingestions, and nothing is stored of the request', async () => {
    await erase();
    await erase({ at: settled });
    const before = await allItems();
    for (const [target, url] of [
      [ingest, '/api/ingest'],
      [importOrcid, '/api/import/orcid'],
    ] as const) {
      const { status, body } = await call(target, { url, body: { orcid_ids: [carberry] }, authorizer: superadmin });
      expect({ status, body }).toMatchObject({ status: 202, body: { queued: 0, jobs: [], erased: [carberry] } });
    }
    expect(await allItems()).toEqual(before);
    const { body } = await request({ orcid_ids: [ada, carberry] });
    expect(body).toMatchObject({ queued: 1, jobs: [{ orcid_id: ada }], erased: [carberry] });
  });

  test('API keys are told no more than of a person with an active job', async () => {
    await erase();
    const { status, body } = await call(consumerIngest, {
      url: '/api/ingest',
      body: { orcid_ids: [carberry] },
      authorizer: authorizerOf(consumerIngest.route.auth) ?? {},
    });
    expect({ status, body }).toEqual({ status: 202, body: { queued: 0, requested: 1 } });
  });

  test('comes back when a superadmin asks for them, and the erasure is forgotten in the same transaction', async () => {
    await erase();
    expect((await restore(sessionOf('workspace_admin'))).status).toBe(403);
    // Not before the erasure has finished.
    expect(await restore()).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await erase({ at: settled });
    const { status, body } = await restore();
    expect({ status, body }).toMatchObject({ status: 202, body: { job: { orcid_id: carberry, status: 'queued' } } });
    expect(await markOfCarberry()).toBeUndefined();
    expect((await auditRecords()).map(({ action }) => action)).toContain('person.erasure_lifted');
    // Doing it twice has the same result.
    expect(await restore()).toMatchObject({ status: 202, body: { job: { job_id: body.job.job_id } } });
    expect((await auditRecords()).filter(({ action }) => action === 'person.erasure_lifted')).toHaveLength(1);
    await storePerson(carberry, 'Josiah', 'Carberry');
    expect(await getPerson(carberry)).toBeDefined();
  });

  test('a job that cannot be queued ends, and asking again queues another', async () => {
    sqs.on(SendMessageBatchCommand).callsFake(({ Entries }: { Entries: { Id: string }[] }) => ({
      Failed: Entries.map(({ Id }) => ({ Id, SenderFault: false, Code: 'InternalError' })),
    }));
    const refused = await restore();
    expect([refused.status, refused.body.error]).toEqual([500, 'The ingestion could not be queued. Please try again']);
    sqs
      .on(SendMessageBatchCommand)
      .callsFake(({ Entries }: { Entries: { Id: string }[] }) => ({ Successful: Entries }));
    expect(await restore()).toMatchObject({ status: 202, body: { job: { status: 'queued' } } });
  });

  test('restored although nobody erased them: an ingestion like any other', async () => {
    expect(await restore()).toMatchObject({ status: 202, body: { job: { orcid_id: carberry } } });
  });

  test.each([
    ['/api/ingest', ingest],
    ['/api/import/orcid', importOrcid],
  ] as const)('is not brought back by a field of %s', async (url, target) => {
    const asked = { orcid_ids: [carberry], restore_erased: true };
    const { status, body } = await call(target, { url, body: asked, authorizer: superadmin });
    expect({ status, issues: body.details.issues }).toMatchObject({
      status: 400,
      issues: [{ path: 'restore_erased' }],
    });
  });

  test('cannot be added', async () => {
    await erase();
    await expect(addPerson(carberry, now)).rejects.toThrow('The person was erased');
    await expect(storePerson(carberry, 'Josiah', 'Carberry')).rejects.toThrow('The person was erased');
  });

  test('cannot become a member of a project again', async () => {
    const sent = { id: 'kilns', programme: 'Horizon', title: 'Kilns', member_orcids: [ada, carberry] };
    const projects = { url: '/api/projects', authorizer: superadmin };
    expect((await call(createProject, { ...projects, body: sent })).status).toBe(201);
    await erase();
    await erase({ at: settled });
    const before = await allItems();
    const message = expect.stringMatching(/is the iD of a person who was erased$/);
    const refusedAt = (path: string) => ({
      status: 400,
      body: { code: 'invalid_body', details: { issues: [{ path, message }] } },
    });
    const other = { ...sent, id: 'other', coordinator_orcids: [], member_orcids: [ada, carberry] };
    expect(await call(createProject, { ...projects, body: other })).toMatchObject(refusedAt('member_orcids.1'));
    const bulk = (body: object) => call(bulkProjects, { ...projects, url: '/api/projects/bulk', body });
    for (const dry_run of [true, false]) {
      const answer = await bulk({ projects: [{ ...sent, member_orcids: [ada] }, other], dry_run });
      expect(answer).toMatchObject(refusedAt('projects.1.member_orcids.1'));
    }
    const patch = [{ op: 'add', path: '/coordinator_orcids/-', value: carberry }];
    const update = (body: object) => call(updateProject, { ...projects, url: '/api/projects/kilns', body });
    expect(await update(patch)).toMatchObject(refusedAt('0.path'));
    expect(await allItems()).toEqual(before);
    // Changes of a project without the person do not concern them.
    expect((await update([{ op: 'replace', path: '/title', value: 'Ovens' }])).status).toBe(200);
  });

  test('is not linked by a worker that read them just before', async () => {
    await storePerson(carberry, 'Josiah', 'Carberry');
    const agency = { source: 'crossref', doi: '10.5555/pots', bibliography: aBibliography(), raw: {} };
    const fetched = {
      doi: '10.5555/pots',
      dois: ['10.5555/pots'],
      agency,
      enrichments: noEnrichments,
      listing: undefined,
    };
    const linked = { ...fetched, orcids: [carberry] } as unknown as Parameters<typeof storePublication>[0];
    let isErased = false;
    const spy = jest.spyOn(db, 'send').mockImplementation((async (command: object) => {
      if (command instanceof TransactWriteCommand && !isErased) {
        isErased = true;
        await erase();
      }
      return send(command);
    }) as never);
    expect(await storePublication(linked, () => [], now)).toEqual({ outcome: 'nobody' });
    spy.mockRestore();
    expect(await tracesOf(carberry)).toEqual([]);
  });
});
