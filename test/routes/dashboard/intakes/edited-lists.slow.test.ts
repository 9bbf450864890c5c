import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { xlsxEditOfParts } from '#src/formats/editing/xlsx-edit.ts';
import type { EditedList } from '#src/records/intakes/edited-lists.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import * as groups from '../../../../lambdas/dashboard/groups/list.ts';
import * as people from '../../../../lambdas/dashboard/people/list.ts';
import * as projects from '../../../../lambdas/dashboard/projects/list.ts';
import * as publications from '../../../../lambdas/dashboard/publications/list.ts';
import * as works from '../../../../lambdas/dashboard/works/list.ts';
import { aProject, carberry } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { call, sessionOf } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { storeProject } from '../../../support/projects.ts';
import { startQueues, type TestQueues } from '../../../support/queues.ts';
import {
  changedFile,
  exportedFile,
  rowsOf,
  shownRows,
  step,
  storeAPerson,
  storeAProject,
  storeCurator,
  storeGroup,
  storePublication,
  storeWork,
  takeIn,
} from './edits-fixture.ts';

captureLog();
let queues: TestQueues;

beforeEach(async () => {
  await freshTable();
  queues ??= await startQueues();
  await storeCurator();
});

afterAll(() => queues.stop());

const routes = { publications, works, people, projects, groups };

const listed = (list: EditedList, query: string) =>
  call(routes[list] as typeof works, { url: `/api/${list}?${query}`, authorizer: sessionOf('steward') });

/** All parts of a list, by following the links. */
async function partsOf(list: EditedList, query: string): Promise<string[]> {
  const parts: string[] = [];
  for (let next: string | undefined = query; next !== undefined; ) {
    const { status, body, headers } = await listed(list, next);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'x-export-limit': '1000' });
    parts.push(body);
    next = /<[^>]*\?([^>]*)>; rel="next"/.exec(String(headers.link ?? ''))?.[1];
    expect(headers['x-export-truncated']).toBe(String(next !== undefined && !query.includes('page=')));
  }
  return parts;
}

const stored: Record<EditedList, () => Promise<readonly [found: string, other: string]>> = {
  publications: async () => [
    await storePublication('10.1/clay', { title: 'Clay' }),
    await storePublication('10.1/b', { title: 'Brick' }),
  ],
  works: async () => [await storeWork('Clay', { abstract: '=1+1' }), await storeWork('Brick')],
  people: async () => [await storeAPerson(carberry), await storeAPerson('0000-0001-5109-3700')],
  projects: async () => [await storeAProject('clay'), await storeAProject('brick')],
  groups: async () => [await storeGroup('clay'), await storeGroup('brick')],
};
const field = { publications: 'title', works: 'title', people: 'biography', projects: 'programme', groups: 'name' };

test.each(Object.keys(routes) as EditedList[])(
  'the list of %s for editing is what the export by ids is, as it is filtered, and comes back as a workbook',
  async (list) => {
    const [id] = await stored[list]();
    const search = `q=${list === 'people' ? id : 'clay'}`;
    const file = await exportedFile(list, [id]);
    const csv = await partsOf(list, `${search}&format=csv-edit`);
    expect(csv).toEqual([Buffer.from(await exportedFile(list, [id], 'csv-edit')).toString()]);
    // Lists have no workbooks: the dashboard makes one of all parts.
    expect((await listed(list, `${search}&format=xlsx-edit`)).status).toBe(400);
    const own = Buffer.from(xlsxEditOfParts({ list, registry: String(process.env.PUBLIC_BASE_URL) }, csv));
    expect(shownRows(own, list)).toEqual(shownRows(file, list));
    const changed = changedFile(own, list, () => ({ [field[list]]: 'Fired' }));
    const intake = await takeIn(changed);
    await step(intake, 'apply');
    expect(await rowsOf(intake)).toMatchObject([{ outcome: 'edited' }]);
    expect((await listed(list, `${search}&format=json`)).body).toMatchObject({ total: expect.any(Number) });
  },
);

test('a list of more than 1,000 comes in parts, each record once, and a page alone if it is asked for', async () => {
  const ids = Array.from({ length: 1_003 }, (_, index) => `p-${String(index).padStart(4, '0')}`);
  await inParallel(ids, 32, (id) => storeProject(aProject({ id, programme: 'Vases' }), new Date(1)));
  const registry = String(process.env.PUBLIC_BASE_URL);
  const query = 'programme=Vases&sort=title&dir=asc&format=csv-edit';
  const parts = await partsOf('projects', query);
  expect(parts.map((part) => part.split('\r\n').length - 2)).toEqual([1_000, 3]);
  const all = shownRows(xlsxEditOfParts({ list: 'projects', registry }, parts), 'projects');
  expect(all.map((row) => row.id).sort()).toEqual(ids.map((id) => `project:${id}`));
  const page = await listed('projects', `${query}&page=2&per_page=2`);
  expect(page.body.split('\r\n').slice(1, -1)).toEqual(parts[0]?.split('\r\n').slice(3, 5));
  expect(page.headers.link).toMatch(/page=3&.*rel="next"/);
});

test('a part of about 5 MB ends before the limit, and the next one goes on; pages are as whole', async () => {
  const dois = Array.from({ length: 180 }, (_, index) => `10.1/${String(index).padStart(3, '0')}`);
  await inParallel(dois, 16, (doi) => storePublication(doi, { title: `Vase ${doi}`, abstract: 'a'.repeat(30_000) }));
  for (const more of ['', '&per_page=100&page=1']) {
    const parts = await partsOf('publications', `q=vase&sort=title&dir=asc&format=csv-edit${more}`);
    expect(Math.max(...parts.map((part) => Buffer.byteLength(JSON.stringify(part))))).toBeLessThanOrEqual(5_000_100);
    const found = parts.flatMap((part) => part.match(/"doi:10\.1\/\d+"/g) ?? []);
    expect(found).toEqual(dois.map((doi) => `"doi:${doi}"`));
    expect(parts).toHaveLength(2);
  }
});

test('works among publications are no file for editing, and an unknown format is named', async () => {
  await storeWork('Clay');
  const mixed = await listed('publications', 'include=works&format=csv-edit');
  expect([mixed.status, JSON.stringify(mixed.body)]).toEqual([400, expect.stringContaining('include is not possible')]);
  const unknown = await listed('groups', 'format=csv');
  expect([unknown.status, JSON.stringify(unknown.body)]).toEqual([
    400,
    expect.stringContaining('format must be one of'),
  ]);
});
