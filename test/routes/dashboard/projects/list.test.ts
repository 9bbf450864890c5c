import { beforeAll, describe, expect, test } from '@jest/globals';
import { applyProjectDeletion } from '#src/records/projects/project.ts';
import { getProject, saveProject } from '#src/records/projects/store/projects.ts';
import * as listProjects from '../../../../lambdas/dashboard/projects/list.ts';
import { aProject } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { call, sessionOf } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { storeProject } from '../../../support/projects.ts';

captureLog();
const get = (query = '') =>
  call(listProjects, { url: `/api/projects${query}`, authorizer: sessionOf('workspace_member') });
const idsOf = async (query: string) => (await get(query)).body.projects.map(({ id }: { id: string }) => id);

beforeAll(async () => {
  await freshTable();
  const inputs = [
    aProject({
      id: 'kilns',
      programme: { en: 'Horizon', pt: 'Horizonte' },
      title: { en: 'Kilns of the North', de: 'Brennöfen des Nordens' },
      start_date: '2024',
      total_funding_amount: 1_000,
    }),
    aProject({ id: 'shards', programme: 'Digital Past', title: 'Shards', start_date: '2024-02-01' }),
    aProject({ id: 'glaze', programme: 'Glaze Fund', title: 'Émaux', visible: false }),
    aProject({ id: 'gone', programme: 'horizon', title: 'Gone' }),
  ];
  for (const [index, input] of inputs.entries()) await storeProject(input, new Date(9 - index));
  const gone = await getProject('gone');
  if (gone) await saveProject(applyProjectDeletion(gone, new Date(20)), gone);
});

test('200: without parameters the defaults apply and are echoed; deleted ones are not there', async () => {
  const { status, body } = await get();
  expect(status).toBe(200);
  expect(body).toEqual({
    projects: [
      {
        id: 'kilns',
        programme: { en: 'Horizon', pt: 'Horizonte' },
        title: { en: 'Kilns of the North', de: 'Brennöfen des Nordens' },
        start_date: '2024',
        end_date: null,
        cesam_funding_amount: null,
        cesam_funding_currency: 'EUR',
        total_funding_amount: 1_000,
        total_funding_currency: 'EUR',
        proponent_institution: null,
        visible: true,
        deleted_at: null,
        created_at: 9,
        updated_at: 9,
        page_url: null,
      },
      expect.objectContaining({ id: 'shards' }),
      expect.objectContaining({ id: 'glaze', visible: false }),
    ],
    page: 1,
    per_page: 20,
    total: 3,
    pages: 1,
    sort: 'updated_at',
    dir: 'desc',
    q: '',
    visibility: 'all',
    status: 'active',
    programme: null,
  });
});

describe('200: by', () => {
  test.each([
    ['q=kilns', ['kilns']],
    // Without locale-aware search, accents are not ignored, and only English is searched.
    ['q=brennöfen', []],
    ['q=of%20the%20n', ['kilns']],
    ['q=ÉMAUX', ['glaze']],
    ['q=emaux', []],
    ['q=hards', ['shards']],
    ['q=horizon', []],
    ['q=gone', []],
    ['q=GONE&status=all', ['gone']],
    ['status=deleted', ['gone']],
    ['visibility=hidden', ['glaze']],
    ['visibility=visible', ['kilns', 'shards']],
    ['visibility=visible&status=all', ['gone', 'kilns', 'shards']],
    ['programme=HORIZON', ['kilns']],
    ['programme=horizonte', ['kilns']],
    ['programme=horizon&status=all', ['gone', 'kilns']],
    ['programme=Horiz', []],
    ['programme=', ['kilns', 'shards', 'glaze']],
    ['sort=title&dir=asc', ['glaze', 'kilns', 'shards']],
    ['sort=start_date', ['shards', 'kilns', 'glaze']],
    ['sort=start_date&dir=asc', ['kilns', 'shards', 'glaze']],
    ['sort=end_date', ['glaze', 'kilns', 'shards']],
    ['sort=created_at&dir=asc', ['glaze', 'shards', 'kilns']],
    ['sort=updated_at&status=all', ['gone', 'kilns', 'shards', 'glaze']],
    ['perPage=2&page=2', ['glaze']],
    ['page=9007199254740991', []],
  ])('%s', async (query, ids) => expect(await idsOf(`?${query}`)).toEqual(ids));

  test('per_page as well as perPage', async () => {
    expect((await get('?per_page=1')).body).toMatchObject({ per_page: 1, pages: 3 });
  });
});

test('200: what was just written is there', async () => {
  await get();
  await storeProject(aProject({ id: 'fresh', title: 'Fresh' }), new Date(30));
  expect(await idsOf('?q=fresh')).toEqual(['fresh']);
  await storeProject(aProject({ id: 'fresh', title: 'Changed' }), new Date(31));
  expect(await idsOf('?q=fresh')).toEqual(['fresh']);
  expect(await idsOf('?q=changed')).toEqual(['fresh']);
});

test.each(['sort=name', 'dir=up', 'visibility=some', 'visibility=', 'status=gone', 'perPage=0', 'perPage=101'])(
  '400: %s is named',
  async (query) => {
    const { status, body } = await get(`?${query}`);
    expect(status).toBe(400);
    expect(body.details.issues).toMatchObject([{ path: query.split('=')[0] }]);
  },
);
