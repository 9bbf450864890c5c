import { beforeAll, describe, expect, test } from '@jest/globals';
import * as list from '../../../../lambdas/integrations/projects/list.ts';
import { aProject } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { authorizerOf, call, publicBaseUrl } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { storeProject } from '../../../support/projects.ts';

captureLog();
const get = (query = '') => {
  const authorizer = authorizerOf(list.route.auth) ?? {};
  return call(list, { url: `/integrations/v1/projects${query}`, authorizer });
};
const idsOf = ({ body }: { body: { projects: { id: string }[] } }) => body.projects.map(({ id }) => id);

beforeAll(async () => {
  await freshTable();
  const inputs = [
    aProject({
      id: 'kilns',
      title: { en: 'Kilns', de: 'Brennöfen' },
      abstract: 'Fire.',
      start_date: '2024',
      total_funding_amount: 1.5,
      total_funding_currency: 'USD',
      funding_entities: [{ name: 'Fund' }, 7],
      project_logo: { url: 'https://images.example/logo.png' },
      funding_partner_images: [{ url: 'https://images.example/fund.png' }],
      page_url: 'https://kilns.example',
    }),
    aProject({ id: 'shards', programme: 'Digital Past', title: 'Shards' }),
  ];
  for (const [index, input] of inputs.entries()) await storeProject(input, new Date(9 - index));
  await storeProject(aProject({ id: 'hidden', visible: false }), new Date(10));
});

test('200: exactly the stated fields; EUR where the currency is unknown', async () => {
  const { status, body } = await get();
  expect(status).toBe(200);
  expect(body).toEqual({
    projects: [
      {
        id: 'kilns',
        programme: 'Horizon',
        title: 'Kilns',
        abstract: 'Fire.',
        start_date: '2024',
        end_date: null,
        cesam_funding_amount: null,
        cesam_funding_currency: 'EUR',
        total_funding_amount: 1.5,
        total_funding_currency: 'USD',
        funding_entities: [{ name: 'Fund' }, 7],
        proponent_institution: null,
        project_logo: { url: 'https://images.example/logo.png' },
        funding_partner_images: [{ url: 'https://images.example/fund.png' }],
        created_at: 9,
        href: 'https://kilns.example/',
      },
      {
        id: 'shards',
        programme: 'Digital Past',
        title: 'Shards',
        abstract: null,
        start_date: null,
        end_date: null,
        cesam_funding_amount: null,
        cesam_funding_currency: 'EUR',
        total_funding_amount: null,
        total_funding_currency: 'EUR',
        funding_entities: [],
        proponent_institution: null,
        project_logo: null,
        funding_partner_images: [],
        created_at: 8,
        href: `${publicBaseUrl}/v1/projects/shards`,
      },
    ],
    page: 1,
    per_page: 20,
    total: 2,
    pages: 1,
    sort: 'created_at',
    dir: 'desc',
    q: '',
    funding_currency: null,
  });
});

describe('200: what is asked is applied and echoed', () => {
  test.each([
    ['?funding_currency=USD', ['kilns'], { funding_currency: 'USD' }],
    ['?funding_currency=EUR', ['kilns', 'shards'], { funding_currency: 'EUR' }],
    ['?funding_currency=', ['kilns', 'shards'], { funding_currency: null }],
    ['?q=digital', ['shards'], { q: 'digital' }],
    ['?q=fire&sort=start_date', ['kilns'], { sort: 'start_date' }],
    ['?sort=end_date&dir=asc', ['kilns', 'shards'], { dir: 'asc' }],
    ['?cursor=&per_page=1', ['kilns'], { next_cursor: expect.any(String) }],
  ])('%s', async (query, ids, echo) => {
    const response = await get(query);
    expect(response.body).toMatchObject(echo);
    expect(idsOf(response)).toEqual(ids);
  });

  test('the language', async () => expect((await get('?locale=de')).body.projects[0].title).toBe('Brennöfen'));
});

test('400: another currency', async () => {
  const { status, body } = await get('?funding_currency=GBP');
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 'invalid_query', details: { issues: [{ path: 'funding_currency' }] } });
});
