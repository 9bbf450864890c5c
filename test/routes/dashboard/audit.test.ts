import { beforeEach, expect, test } from '@jest/globals';
import { transactAudited } from '#src/logbook/audit.ts';
import type { AuditedChange } from '#src/logbook/domain/audit.ts';
import { applyIncoming } from '#src/records/publications/publication.ts';
import { savePublication } from '#src/records/publications/store/publications.ts';
import * as list from '../../../lambdas/dashboard/audit/list.ts';
import * as createProject from '../../../lambdas/dashboard/projects/create.ts';
import { aBibliography, anIncoming, carberry } from '../../support/builders.ts';
import { freshTable } from '../../support/engine.ts';
import { call, sessionOf } from '../../support/event.ts';
import { storeInstallation } from '../../support/installations.ts';
import { captureLog } from '../../support/log.ts';
import { storePerson } from '../../support/people.ts';

captureLog();
beforeEach(() => freshTable());

const dayMs = 86_400_000;
const read = (query = '', role: 'workspace_member' | 'workspace_admin' | 'superadmin' = 'superadmin') =>
  call(list, { url: `/api/site-tools/audit${query}`, authorizer: sessionOf(role) });
const resources = ({ body }: { body: { records: { resource_id: string }[] } }) =>
  body.records.map(({ resource_id }) => resource_id);

/** A change of a user, unless another action is given. */
async function changed(resource: string, atMs: number, change: Partial<AuditedChange> = {}, actor = 'operator') {
  await transactAudited([], {
    context: { actor, now: new Date(atMs), requestId: 'request-1' },
    changes: [{ action: 'user.updated', workspace: null, resource, before: {}, after: { email: resource }, ...change }],
  });
}

test('200: newest first, every field, of all workspaces, the last 30 days', async () => {
  const now = Date.now();
  await changed('old', now - 31 * dayMs);
  await changed('theirs', now - 29 * dayMs, {
    action: 'installation.updated',
    workspace: 'faculty',
    after: { status: 'active' },
  });
  await changed('first', now - 1000);
  const { status, body } = await read();
  expect(status).toBe(200);
  expect(body).toMatchObject({ page: 1, per_page: 20, total: 2, pages: 1 });
  expect(resources({ body })).toEqual(['first', 'theirs']);
  expect(body.records[1]).toEqual({
    id: expect.any(String),
    occurred_at: now - 29 * dayMs,
    action: 'installation.updated',
    actor_id: 'operator',
    workspace_id: 'faculty',
    resource_id: 'theirs',
    request_id: 'request-1',
    before: {},
    after: { status: 'active' },
  });
});

test('200: a change by a route is here as soon as it is answered', async () => {
  const authorizer = sessionOf('workspace_member');
  const body = { id: 'kilns', programme: 'Horizon', title: 'Kilns' };
  expect((await call(createProject, { url: '/api/projects', body, authorizer })).status).toBe(201);
  expect((await read('?kind=project')).body.records).toMatchObject([
    {
      action: 'project.created',
      actor_id: `user:${authorizer.email}`,
      resource_id: 'kilns',
      before: null,
      after: { title: 'Kilns' },
    },
  ]);
});

test('200: with the names of the people, projects, publications and installations, in the language asked for', async () => {
  const now = Date.now();
  await storePerson(carberry, 'Josiah', 'Carberry');
  const original = aBibliography({ title: { en: 'Kilns', de: 'Brennöfen' } });
  await savePublication(
    applyIncoming(undefined, anIncoming({ doi: '10.5555/kilns', original }), [], new Date(1)),
    undefined,
    [],
  );
  const authorizer = sessionOf('workspace_member');
  await call(createProject, { url: '/api/projects', authorizer, body: { id: 'clay', programme: 'P', title: 'Clay' } });
  await storeInstallation('site', { workspace_id: 'faculty', display_name: 'Our site' });
  await changed('site', now - 4, { action: 'installation.updated', workspace: 'faculty', after: { status: 'active' } });
  await changed(carberry, now - 3, { action: 'person.updated', after: { biography: 'New' } });
  await changed('10.5555/kilns', now - 2, { action: 'publication.rederived', after: { title: 'Kilns' } });
  await changed('10.5555/unknown', now - 1, { action: 'author_links.repaired', after: { researchers: [] } });
  const { body } = await call(list, {
    url: '/api/site-tools/audit',
    authorizer: sessionOf('superadmin'),
    headers: { 'accept-language': 'de' },
  });
  expect(body.names).toEqual({
    [carberry]: 'Josiah Carberry',
    '10.5555/kilns': 'Brennöfen',
    clay: 'Clay',
    site: 'Our site',
  });
});

test('200: selected by kind, action, actor, resource and time; several filters must all match', async () => {
  const january = Date.UTC(2026, 0, 31, 12);
  await changed('ada', january, { action: 'user.created', before: undefined }, 'user:grace@example.org');
  await changed('ada', january + 1, {}, 'operator');
  await changed('bob', january + 2, {}, 'user:grace@example.org');
  await changed('key', january + 3, { action: 'api_key.updated', after: { active: false } }, 'user:grace@example.org');
  const since = `from=${january}`;
  expect(resources(await read(`?${since}&kind=user`))).toEqual(['bob', 'ada', 'ada']);
  expect(resources(await read(`?${since}&action=user.updated`))).toEqual(['bob', 'ada']);
  expect(resources(await read(`?${since}&actor_id=user:grace@example.org`))).toEqual(['key', 'bob', 'ada']);
  expect(resources(await read(`?${since}&resource_id=ada&kind=user&actor_id=operator`))).toEqual(['ada']);
  expect((await read(`?${since}&kind=api_key&action=user.updated`)).body).toMatchObject({ records: [], total: 0 });
  expect(resources(await read(`?from=${january + 1}&to=${january + 2}`))).toEqual(['bob', 'ada']);
});

test('200: pages go through months', async () => {
  const start = Date.UTC(2026, 0, 20);
  for (let n = 0; n < 9; n++) await changed(`change ${n}`, start + n * 5 * dayMs);
  const all: string[] = [];
  for (let page = 1; page <= 3; page++) {
    const answer = await read(`?from=${start}&to=2026-04-01&perPage=4&page=${page}`);
    expect(answer.body).toMatchObject({ page, per_page: 4, total: 9, pages: 3 });
    all.push(...resources(answer));
  }
  expect(all).toEqual(Array.from({ length: 9 }, (_, n) => `change ${8 - n}`));
  expect((await read(`?from=${start}&to=2026-04-01&per_page=4&page=4`)).body).toMatchObject({ records: [], total: 9 });
});

test.each([
  ['kind=nothing', 'kind'],
  ['action=user.invented', 'action'],
  ['from=yesterday', 'from'],
  ['from=2026-02-01&to=2026-01-01', 'from'],
  ['perPage=101', 'perPage'],
])('400: %s names the parameter', async (query, path) => {
  const { status, body } = await read(`?${query}`);
  expect({ status, code: body.code, path: body.details.issues[0].path }).toEqual({
    status: 400,
    code: 'invalid_query',
    path: expect.stringContaining(path),
  });
});

test.each(['workspace_member', 'workspace_admin'] as const)('403: a %s may not read it', async (role) => {
  expect((await read('', role)).status).toBe(403);
});
