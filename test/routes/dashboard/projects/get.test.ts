import { beforeAll, expect, test } from '@jest/globals';
import * as getProject from '../../../../lambdas/dashboard/projects/get.ts';
import { aProject, carberry } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { call, sessionOf } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { storePerson } from '../../../support/people.ts';
import { storeProject } from '../../../support/projects.ts';
import { curateProject } from '../../../support/publicity.ts';

captureLog();
const authorizer = sessionOf('workspace_member');
const get = (id: string, headers: Record<string, string> = {}) =>
  call(getProject, { url: `/api/projects/${id}`, authorizer, headers });
const now = new Date('2026-01-31T12:00:00Z');

beforeAll(async () => {
  await freshTable();
  await storeProject(aProject({ member_orcids: [carberry] }), now);
});

test('200: a project, also when it is hidden or deleted', async () => {
  expect((await get('kilns')).body).toMatchObject({ id: 'kilns', visible: true, deleted: false, version: 1 });
  await curateProject('kilns', { visible: false, deleted_at: now.toISOString() });
  const { status, body } = await get('kilns');
  expect(status).toBe(200);
  expect(body).toMatchObject({ visible: false, deleted: true, deleted_at: now.toISOString(), version: 2 });
  expect(body).not.toHaveProperty('withdrawn_at');
});

test('304: the tag changes with the version and with the names of the people', async () => {
  const { headers } = await get('kilns');
  expect(headers.etag).toMatch(/^"\d+-[\w-]{16}"$/);
  const cached = { 'If-None-Match': String(headers.etag) };
  expect((await get('kilns', cached)).status).toBe(304);
  await storePerson(carberry, 'Josiah', 'Carberry');
  const { status, body } = await get('kilns', cached);
  expect(status).toBe(200);
  expect(body.members).toEqual([{ orcid: carberry, name: 'Josiah Carberry' }]);
  const named = { 'If-None-Match': String((await get('kilns')).headers.etag) };
  await curateProject('kilns', { visible: true });
  expect((await get('kilns', named)).status).toBe(200);
});

test.each(['unknown', '%20', 'a%2Fb'])('404: %s', async (id) => {
  expect(await get(id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
});
