import { beforeAll, expect, test } from '@jest/globals';
import { getProject } from '#src/records/projects/store/projects.ts';
import * as deleteProject from '../../../../lambdas/dashboard/projects/delete.ts';
import { aProject, carberry } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { call, sessionOf } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { storeProject } from '../../../support/projects.ts';
import { allItems, auditRecords } from '../../../support/table.ts';

captureLog();
const authorizer = sessionOf('workspace_member');
const remove = (id: string, headers: Record<string, string> = {}) =>
  call(deleteProject, { url: `/api/projects/${id}`, authorizer, headers });

beforeAll(async () => {
  await freshTable();
  await storeProject(aProject({ data: { acronym: 'KILN' }, member_orcids: [carberry] }), new Date(1));
});

test('412: it has changed since', async () => {
  expect((await remove('kilns', { 'If-Match': '"7"' })).status).toBe(412);
  expect((await getProject('kilns'))?.deleted_at).toBeNull();
});

test('200: deleted, with its data; a second time changes nothing', async () => {
  expect(await remove('kilns', { 'If-Match': '"1"' })).toMatchObject({ status: 200, body: { success: true } });
  const project = await getProject('kilns');
  expect(project).toMatchObject({ data: { acronym: 'KILN' }, deleted_at: expect.any(String), version: 2 });
  expect(await auditRecords()).toMatchObject([
    { action: 'project.deleted', after: { deleted_at: project?.deleted_at } },
  ]);
  const before = await allItems();
  expect((await remove('kilns')).status).toBe(200);
  expect(await allItems()).toEqual(before);
});

test('404: there is no such project', async () => {
  expect(await remove('unknown')).toMatchObject({ status: 404, body: { code: 'not_found' } });
});
