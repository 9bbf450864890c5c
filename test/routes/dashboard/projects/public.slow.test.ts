import { beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import * as getPublic from '../../../../lambdas/consumer/projects/get.ts';
import * as listPublic from '../../../../lambdas/consumer/projects/list.ts';
import * as bulkProjects from '../../../../lambdas/dashboard/projects/bulk.ts';
import * as createProject from '../../../../lambdas/dashboard/projects/create.ts';
import * as deleteProject from '../../../../lambdas/dashboard/projects/delete.ts';
import * as updateProject from '../../../../lambdas/dashboard/projects/update.ts';
import * as changesList from '../../../../lambdas/integrations/changes/list.ts';
import * as listItems from '../../../../lambdas/integrations/projects/list.ts';
import { readConfig } from '../../../../lib/config.ts';
import { freshTable } from '../../../support/engine.ts';
import { authorizerOf, call, sessionOf } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';

/** A curator's change of a project, as the public sees it. */

captureLog();
const authorizer = sessionOf('workspace_member');
const installation = { ...authorizerOf(listItems.route.auth), scopes: 'projects.read' };

let id = '';
let projects = 0;
beforeAll(() => freshTable());
beforeEach(() => {
  id = `kilns-${++projects}`;
});
const fields = () => ({ id, programme: 'Horizon', title: `Kilns No.${projects}` });

const create = () => call(createProject, { url: '/api/projects', body: fields(), authorizer });
const set = (path: string, value: unknown) =>
  call(updateProject, { url: `/api/projects/${id}`, body: [{ op: 'replace', path, value }], authorizer });
const remove = () => call(deleteProject, { url: `/api/projects/${id}`, authorizer });
const send = (visible: boolean) =>
  call(bulkProjects, { url: '/api/projects/bulk', body: { projects: [{ ...fields(), visible }] }, authorizer });

const consumer = () => call(listPublic, { url: `/v1/projects?q=No.${projects}` });
const integrations = (query: string) =>
  call(listItems, { url: `/integrations/v1/projects${query}`, authorizer: installation });

/** The places that show the project. */
async function places() {
  const searched = [await consumer(), await integrations(`?q=No.${projects}`)];
  const walked = [await integrations('?cursor='), await integrations('?updated_since=0')];
  const changes = await call(changesList, { url: '/integrations/v1/changes?list=projects', authorizer: installation });
  const isThis = (entry: { id: string }) => entry.id === id;
  return {
    detail: (await call(getPublic, { url: `/v1/projects/${id}` })).status === 200,
    lists: [...searched, ...walked].map(({ body }) => body.projects.filter(isThis).length),
    totals: searched.map(({ body }) => body.total),
    changes: changes.body.changes.filter(isThis).map(({ type }: { type: string }) => type),
  };
}

const shown = { detail: true, lists: [1, 1, 1, 1], totals: [1, 1], changes: ['upserted'] };
const withdrawn = { detail: false, lists: [0, 0, 0, 0], totals: [0, 0], changes: ['removed'] };
const unknown = { ...withdrawn, changes: [] };

test('a project that is hidden or deleted leaves every public answer, and comes back', async () => {
  await create();
  expect(await places()).toEqual(shown);
  for (const [withdraw, restore] of [
    [() => set('/visible', false), () => send(true)],
    [remove, () => set('/deleted', false)],
  ] as const) {
    await withdraw();
    expect(await places()).toEqual(withdrawn);
    await restore();
    expect(await places()).toEqual(shown);
  }
  await send(false);
  expect(await places()).toEqual(withdrawn);
});

test('a project that was never public is told to nobody, whatever is done to it', async () => {
  await send(false);
  expect(await places()).toEqual(unknown);
  await set('/title', 'Kilns of the South');
  await remove();
  await send(true);
  expect(await places()).toEqual(unknown);
});

test('as deployed, a write is in both public lists a second later', async () => {
  let nowMs = Date.now();
  jest.spyOn(Date, 'now').mockImplementation(() => nowMs);
  process.env.LIST_STALENESS_MS = String(readConfig({}).listStalenessMs);
  const titles = async () => [
    (await consumer()).body.projects[0]?.title,
    (await call(listItems, { url: `/integrations/v1/projects?q=No.${projects}`, authorizer: installation })).body
      .projects[0]?.title,
  ];
  await titles();
  await create();
  nowMs += 1_001;
  expect(await titles()).toEqual([fields().title, fields().title]);
  await set('/title', `Again No.${projects}`);
  nowMs += 1_001;
  expect(await titles()).toEqual([`Again No.${projects}`, `Again No.${projects}`]);
  await remove();
  nowMs += 1_001;
  expect(await titles()).toEqual([undefined, undefined]);
});
