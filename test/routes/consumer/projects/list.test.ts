import { beforeAll, describe, expect, test } from '@jest/globals';
import * as list from '../../../../lambdas/consumer/projects/list.ts';
import { aProject, carberry } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { call } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { storeProject } from '../../../support/projects.ts';

captureLog();
const get = (query = '', headers: Record<string, string> = {}) => call(list, { url: `/v1/projects${query}`, headers });
const idsOf = ({ body }: { body: { projects: { id: string }[] } }) => body.projects.map(({ id }) => id);

beforeAll(async () => {
  await freshTable();
  process.env.PUBLIC_BASE_URL = 'https://registry.example';
  const inputs = [
    aProject({
      id: 'kilns',
      programme: 'Horizon',
      title: { en: 'Kilns of the North', de: 'Brennöfen des Nordens' },
      abstract: 'We look at fire.',
      start_date: '2024',
      end_date: '2027-06',
      member_orcids: [carberry],
      cesam_funding_currency: 'USD',
    }),
    aProject({ id: 'shards', programme: { en: 'Digital Past' }, title: 'Shards', start_date: '2024-02-01' }),
    aProject({ id: 'glaze', programme: 'Glaze Fund', title: 'Glazes', total_funding_currency: 'USD' }),
  ];
  const times = [3, 2, 1];
  for (const input of inputs) await storeProject(input, new Date(times.shift() ?? 0));
  await storeProject(aProject({ id: 'hidden', title: 'Kilns, secretly', visible: false }), new Date(9));
});

test('200: without parameters the defaults apply and are echoed; the hidden one is not there', async () => {
  const { status, body } = await get();
  expect(status).toBe(200);
  expect(body).toEqual({
    projects: [
      {
        id: 'kilns',
        programme: 'Horizon',
        title: 'Kilns of the North',
        abstract: 'We look at fire.',
        start_date: '2024',
        end_date: '2027-06',
        href: 'https://registry.example/v1/projects/kilns',
      },
      expect.objectContaining({ id: 'shards', programme: 'Digital Past', abstract: null, end_date: null }),
      expect.objectContaining({ id: 'glaze' }),
    ],
    page: 1,
    per_page: 20,
    total: 3,
    pages: 1,
    sort: 'created_at',
    dir: 'desc',
    q: '',
    funding_currency: null,
  });
});

describe('200: what is asked is applied and echoed', () => {
  test.each([
    ['?sort=start_date&dir=asc', ['kilns', 'shards', 'glaze'], { sort: 'start_date', dir: 'asc' }],
    ['?sort=start_date', ['shards', 'kilns', 'glaze'], { sort: 'start_date', dir: 'desc' }],
    ['?sort=end_date&dir=asc', ['kilns', 'glaze', 'shards'], { sort: 'end_date' }],
    ['?q=KILN', ['kilns'], { q: 'KILN', total: 1 }],
    ['?q=digital', ['shards'], {}],
    ['?q=fire', ['kilns'], {}],
    ['?q=brenn', [], { total: 0, pages: 0 }],
    ['?funding_currency=USD', ['kilns', 'glaze'], { funding_currency: 'USD' }],
    ['?funding_currency=EUR', ['kilns', 'shards', 'glaze'], { funding_currency: 'EUR' }],
    ['?funding_currency=', ['kilns', 'shards', 'glaze'], { funding_currency: null }],
    ['?per_page=2&page=2', ['glaze'], { page: 2, per_page: 2, total: 3, pages: 2 }],
    ['?page=9007199254740991&per_page=100', [], { total: 3, pages: 1 }],
  ])('%s', async (query, ids, echo) => {
    const response = await get(query);
    expect(response.body).toMatchObject(echo);
    expect(idsOf(response)).toEqual(ids);
  });
});

test('200: texts in the language asked for', async () => {
  const { body, headers } = await get('', { 'Accept-Language': 'de, en;q=0.5' });
  expect(body.projects[0].title).toBe('Brennöfen des Nordens');
  expect(headers['content-language']).toBe('de, en');
});

describe('400: every parameter out of bounds is named', () => {
  test.each([
    ['?page=0', 'page'],
    ['?per_page=101', 'per_page'],
    ['?sort=title', 'sort'],
    ['?dir=up', 'dir'],
    ['?funding_currency=GBP', 'funding_currency'],
    ['?funding_currency=usd', 'funding_currency'],
    [`?q=${'x'.repeat(501)}`, 'q'],
    ['?locale=not%20a%20tag', 'locale'],
  ])('%.30s', async (query, name) => {
    const { status, body } = await get(query);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_query', details: { issues: [{ path: name }] } });
  });
});
