import { beforeAll, expect, test } from '@jest/globals';
import { saveWork } from '#src/records/publications/store/works.ts';
import { applyWork } from '#src/records/works/work-content.ts';
import * as getPublicationGroups from '../../../../lambdas/dashboard/publication-groups/get.ts';
import * as putPublicationGroups from '../../../../lambdas/dashboard/publication-groups/update.ts';
import * as getWorkGroups from '../../../../lambdas/dashboard/work-groups/get.ts';
import * as putWorkGroups from '../../../../lambdas/dashboard/work-groups/update.ts';
import { aSummary, carberry } from '../../../support/builders.ts';
import { dyingAt, isWrite } from '../../../support/crash.ts';
import { fetchPublication } from '../../../support/duplicates.ts';
import { freshTable } from '../../../support/engine.ts';
import { call, sessionOf } from '../../../support/event.ts';
import { findInconsistencies } from '../../../support/inconsistencies.ts';
import { captureLog } from '../../../support/log.ts';
import { allItems, auditRecords } from '../../../support/table.ts';
import { deleteGroupOf, postGroup } from './requests.ts';

captureLog();
const authorizer = sessionOf('workspace_admin');
const doi = '10.5555/pots';

beforeAll(async () => {
  await freshTable();
  for (const id of ['clay', 'glass', 'iron']) await postGroup({ id, name: id });
  await fetchPublication(doi, { orcids: [carberry], dois: [doi, '10.5555/alias'] });
  const preferred = aSummary({ title: 'A report' });
  const work = applyWork(undefined, { id: 'work-1', orcid: carberry, preferred, putCodes: [1] }, new Date());
  await saveWork(work, undefined);
  const gone = { ...work, id: 'work-2', replaced_by: doi, deleted_at: '2026-01-01T00:00:00.000Z' };
  await saveWork(gone, undefined);
});

const routes = {
  publication: { get: getPublicationGroups, put: putPublicationGroups },
  work: { get: getWorkGroups, put: putWorkGroups },
};
type Kind = keyof typeof routes;
const get = (kind: Kind, id: string) => call(routes[kind].get, { url: `/api/${kind}-groups/${id}`, authorizer });
const put = (kind: Kind, id: string, body: object) =>
  call(routes[kind].put, { url: `/api/${kind}-groups/${id}`, body, authorizer });

test.each([
  ['publication', doi, '10.5555/alias'],
  ['work', 'work-1', 'work-1'],
] as const)('%s: PUT replaces both lists, GET shows them, and the audit trail tells', async (kind, id, written) => {
  expect((await get(kind, id)).body).toEqual({ id, added: [], excluded: [] });
  const { status, body } = await put(kind, written, { added: ['glass', 'clay', 'clay'], excluded: ['iron'] });
  expect([status, body]).toEqual([200, { id, added: ['clay', 'glass'], excluded: ['iron'] }]);
  expect((await get(kind, written)).body).toEqual(body);
  await put(kind, id, { added: ['glass', 'clay'], excluded: ['iron'] });
  expect((await put(kind, id, { added: [], excluded: ['clay'] })).body).toEqual({ id, added: [], excluded: ['clay'] });
  const told = (await auditRecords()).filter(({ action }) => action === `${kind}.groups_changed`);
  expect(told.map(({ resource_id, after }) => [resource_id, after]).sort()).toEqual(
    [
      [id, { groups_added: ['clay', 'glass'], groups_excluded: ['iron'] }],
      [id, { groups_added: [], groups_excluded: ['clay'] }],
    ].sort(),
  );
  expect((await deleteGroupOf('clay')).status).toBe(409);
});

test.each([
  ['publication', '10.5555/nothing', 404],
  ['work', 'nothing', 404],
  ['work', 'work-2', 409],
] as const)('%s %s: %i', async (kind, id, status) => {
  expect((await get(kind, id)).status).toBe(status);
  expect((await put(kind, id, { added: ['clay'], excluded: [] })).status).toBe(status);
});

test('400: unknown groups, or too many', async () => {
  const { status, body } = await put('publication', doi, { added: ['clay', 'nothing'], excluded: ['nowhere'] });
  expect([status, body.details.issues.map(({ path }: { path: string }) => path)]).toEqual([
    400,
    ['added.1', 'excluded.0'],
  ]);
  const many = Array.from({ length: 21 }, () => 'clay');
  expect((await put('publication', doi, { added: many, excluded: [] })).status).toBe(400);
});

test('two at once, beside an ingestion, and killed anywhere: one of the two stays, and the data is whole', async () => {
  const [one, other] = [
    { added: ['clay'], excluded: [] },
    { added: ['glass'], excluded: ['iron'] },
  ];
  const answers = await Promise.all([
    put('publication', doi, one),
    put('publication', doi, other),
    fetchPublication(doi, { orcids: [carberry], fields: { title: 'Other pots' } }),
  ]);
  expect([answers[0].status, answers[1].status]).toEqual([200, 200]);
  expect([one, other]).toContainEqual({ ...(await get('publication', doi)).body, id: undefined });
  for (let n = 1; await dyingAt(n, () => put('publication', doi, { added: ['iron'], excluded: [] }), isWrite); n++)
    expect(findInconsistencies(await allItems())).toEqual([]);
  expect((await get('publication', doi)).body).toEqual({ id: doi, added: ['iron'], excluded: [] });
});
