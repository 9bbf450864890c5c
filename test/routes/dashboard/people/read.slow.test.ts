import { beforeAll, describe, expect, test } from '@jest/globals';
import { createJob } from '#src/ingestion/store/job-requests.ts';
import { beginJob, failJob } from '#src/ingestion/store/jobs.ts';
import * as categories from '../../../../lambdas/dashboard/people/categories.ts';
import * as getPerson from '../../../../lambdas/dashboard/people/get.ts';
import * as listPeople from '../../../../lambdas/dashboard/people/list.ts';
import * as updatePerson from '../../../../lambdas/dashboard/people/update.ts';
import * as affiliate from '../../../../lambdas/dashboard/researchers/affiliation.ts';
import * as getResearcher from '../../../../lambdas/dashboard/researchers/get.ts';
import * as listResearchers from '../../../../lambdas/dashboard/researchers/list.ts';
import * as updateResearcher from '../../../../lambdas/dashboard/researchers/update.ts';
import { carberry } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { call, sessionOf, type Target } from '../../../support/event.ts';
import { captureLog, interceptLog } from '../../../support/log.ts';
import { storePerson, storePublicationRow } from '../../../support/people.ts';

captureLog();
const [ada, zoe] = ['0009-9999-0000-0019', '0009-9999-0000-0027'] as const;
const fetchedAt = Date.parse('2026-01-31T12:00:00Z');
const authorizer = sessionOf('workspace_member');
const send = (target: Target, url: string, body?: object) => call(target, { url, authorizer, ...(body && { body }) });
const researchers = (query = '') => send(listResearchers, `/api/researchers${query}`);
const people = (query = '') => send(listPeople, `/api/people${query}`);
const lists = [
  ['researchers', researchers],
  ['people', people],
] as const;
const orcids = (rows: { orcid: string }[]) => rows.map(({ orcid }) => orcid);

const soon = Date.now() + 86_400_000;

beforeAll(async () => {
  interceptLog();
  await freshTable();
  // A list that may be old would not show the following changes.
  process.env.LIST_STALENESS_MS = '3600000';
  await researchers();
  await storePerson(carberry, 'Josiah', 'Carberry', 'Cracks pots.');
  await storePerson(ada, 'ada', 'Beispiel');
  await storePerson(zoe, 'Zoë', 'Ejemplo');
  await storePublicationRow({ doi: '10.5555/a', orcids: [carberry, zoe] });
  await storePublicationRow({
    doi: '10.5555/b',
    orcids: [carberry],
    visible: false,
    author_match_state: 'needs_attention',
  });
  await storePublicationRow({ doi: '10.5555/c', orcids: [carberry], deleted_at: '2026-01-31T12:00:00.000Z' });
  const member = { entity_id: 'primary_entity', status: 'primary_entity' };
  await send(affiliate, `/api/researchers/${carberry}/affiliation`, { ...member, starts_at: 1000 });
  await send(affiliate, `/api/researchers/${carberry}/affiliation`, { ...member, status: 'external', starts_at: 3000 });
  await send(affiliate, `/api/researchers/${carberry}/affiliation`, { ...member, starts_at: soon });
  await send(affiliate, `/api/researchers/${zoe}/affiliation`, { ...member, starts_at: soon });
  await send(updatePerson, `/api/people/${zoe}`, { category_ids: ['lab', 'board'], people_type: 'staff' });
  await send(updatePerson, `/api/people/${ada}`, { category_ids: ['lab'] });
  await send(updateResearcher, `/api/researchers/${carberry}`, { name: 'Josiah S. Carberry' });
});

describe.each(lists)('200: GET /api/%s', (name, list) => {
  test('has everybody by name, with everything written just before', async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    const { [name]: rows, category_id, ...envelope } = body;
    expect(envelope).toEqual({
      page: 1,
      per_page: 20,
      total: 3,
      pages: 1,
      sort: 'name',
      dir: 'asc',
      q: '',
      active_only: false,
      entity_id: null,
      affiliation_status: null,
    });
    expect(category_id).toBe(name === 'people' ? null : undefined);
    expect(orcids(rows)).toEqual([ada, carberry, zoe]);
    expect(rows[1]).toEqual({
      orcid: carberry,
      name: 'Josiah S. Carberry',
      affiliation: { entity_id: 'primary_entity', status: 'external', starts_at: 3000, ends_at: soon },
      photo_url: null,
      people_type: null,
      category_ids: [],
      slug: 'josiah-carberry-18250097',
      publication_count: 2,
      publication_counts: { visible: 1, hidden: 1, deleted: 1, needs_attention: 1 },
      last_fetched_at: fetchedAt,
    });
    expect(rows[2]).toMatchObject({ affiliation: null, people_type: 'staff', category_ids: ['board', 'lab'] });
  });

  test.each([
    ['?page=0', 'page'],
    ['?perPage=101', 'perPage'],
    ['?sort=orcid', 'sort'],
    ['?dir=up', 'dir'],
    ['?dir=', 'dir'],
    ['?active_only=yes', 'active_only'],
    ['?affiliation_status=member', 'affiliation_status'],
    [`?q=${'x'.repeat(501)}`, 'q'],
    [`?entity_id=${'x'.repeat(201)}`, 'entity_id'],
    ...(name === 'people'
      ? [
          ['?sort=publication_count', 'sort'],
          [`?category_id=${'x'.repeat(201)}`, 'category_id'],
        ]
      : []),
  ])('400: %.24s', async (query, path) => {
    const { status, body } = await list(query);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_query', details: { issues: [{ path }] } });
  });
});

describe('200: GET /api/researchers applies and echoes what is asked', () => {
  test.each<[string, object, string[]]>([
    ['?q=%20carb%20', { q: 'carb', total: 1 }, [carberry]],
    ['?q=0000000218250097', { q: '0000000218250097' }, [carberry]],
    [`?q=${encodeURIComponent(`https://orcid.org/${carberry}`)}`, {}, [carberry]],
    ['?q=0000-0027', {}, [zoe]],
    ['?q=nobody', { total: 0, pages: 0 }, []],
    ['?perPage=2&page=2', { page: 2, per_page: 2, total: 3, pages: 2 }, [zoe]],
    ['?per_page=1', { per_page: 1, pages: 3 }, [ada]],
    ['?page=9007199254740991', { page: 9007199254740991, total: 3 }, []],
    ['?dir=desc', { dir: 'desc' }, [zoe, carberry, ada]],
    ['?sort=last_fetched_at', { sort: 'last_fetched_at', dir: 'desc' }, [carberry, ada, zoe]],
    ['?active_only=true', { active_only: true, total: 1 }, [carberry]],
    [
      '?active_only=false&entity_id=&affiliation_status=',
      { entity_id: null, affiliation_status: null, total: 3 },
      [ada, carberry, zoe],
    ],
    [
      '?entity_id=primary_entity&affiliation_status=external',
      { entity_id: 'primary_entity', affiliation_status: 'external' },
      [carberry],
    ],
    ['?affiliation_status=primary_entity', { total: 0 }, []],
    ['?entity_id=somebody', { entity_id: 'somebody', total: 0 }, []],
    ['?category_id=board', {}, [ada, carberry, zoe]],
  ])('%s', async (query, echo, expected) => {
    const { status, body } = await researchers(query);
    expect({ status, found: orcids(body.researchers ?? []) }).toEqual({ status: 200, found: expected });
    expect(body).toMatchObject(echo);
  });
});

test.each<[string, object, string[]]>([
  ['?category_id=lab', { category_id: 'lab', total: 2 }, [ada, zoe]],
  ['?category_id=', { category_id: null, total: 3 }, [ada, carberry, zoe]],
  ['?category_id=lab&q=zo%C3%AB&dir=desc', { q: 'zoë', dir: 'desc' }, [zoe]],
  ['?sort=last_fetched_at&active_only=true', { sort: 'last_fetched_at', dir: 'desc', active_only: true }, [carberry]],
])('200: GET /api/people%s', async (query, echo, expected) => {
  const { body } = await people(query);
  expect(orcids(body.people)).toEqual(expected);
  expect(body).toMatchObject(echo);
});

test('200: researchers by the number of their publications, most first', async () => {
  const { body } = await researchers('?sort=publication_count');
  expect(orcids(body.researchers)).toEqual([carberry, zoe, ada]);
  expect(body).toMatchObject({ sort: 'publication_count', dir: 'desc' });
});

test('200: the categories with their people', async () => {
  expect((await send(categories, '/api/people/categories')).body).toEqual({
    categories: [
      { category_id: 'board', people: 1 },
      { category_id: 'lab', people: 2 },
    ],
  });
});

describe.each([
  ['researchers', getResearcher],
  ['people', getPerson],
] as const)('GET /api/%s/{orcid}', (name, get) => {
  const of = (orcid: string) => send(get, `/api/${name}/${orcid}`);

  test('200: everything, with edits beside the values of ORCID and the periods newest first', async () => {
    const { status, body } = await of(encodeURIComponent(`https://orcid.org/${carberry.toLowerCase()}`));
    expect(status).toBe(200);
    const period = { entity_id: 'primary_entity', created_at: expect.any(Number) };
    expect(body).toEqual({
      orcid: carberry,
      name: 'Josiah S. Carberry',
      given_name: 'Josiah',
      family_name: 'Carberry',
      biography: 'Cracks pots.',
      edits: { name: { value: 'Josiah S. Carberry', original: 'Josiah Carberry' }, biography: null },
      affiliation: { entity_id: 'primary_entity', status: 'external', starts_at: 3000, ends_at: soon },
      affiliations: [
        { ...period, status: 'primary_entity', starts_at: soon, ends_at: null },
        { ...period, status: 'external', starts_at: 3000, ends_at: soon },
        { ...period, status: 'primary_entity', starts_at: 1000, ends_at: 3000 },
      ],
      photo_url: null,
      people_type: null,
      category_ids: [],
      slug: 'josiah-carberry-18250097',
      publication_count: 2,
      publication_counts: { visible: 1, hidden: 1, deleted: 1, needs_attention: 1 },
      last_ingestion: null,
      created_at: fetchedAt,
      last_fetched_at: fetchedAt,
    });
  });

  test('200: the latest ingestion, while it runs and when it has failed', async () => {
    const request = { orcid: ada, requestedBy: 'user:curator@example.org', workspace: 'library', requestId: name };
    const { job } = await createJob(request, new Date(1000));
    const counts = { found: 0, created: 0, updated: 0, skipped: 0, failed: 0 };
    await beginJob(job.job_id, new Date(2000));
    const running = { job_id: job.job_id, status: 'processing', created_at: 1000, started_at: 2000, finished_at: null };
    expect((await of(ada)).body.last_ingestion).toEqual({ ...running, counts, error_message: null });
    await failJob(job.job_id, 'ORCID is down', new Date(3000));
    expect((await of(ada)).body.last_ingestion).toEqual({
      ...running,
      status: 'failed',
      finished_at: 3000,
      counts,
      error_message: 'ORCID is down',
    });
  });

  test('400: not an iD', async () => {
    expect(await of('0000-0002-1825-0098')).toMatchObject({ status: 400, body: { code: 'invalid_id' } });
  });

  test('404: an iD of nobody', async () => {
    expect(await of('0000-0002-1694-233X')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});
