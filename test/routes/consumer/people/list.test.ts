import { beforeAll, describe, expect, test } from '@jest/globals';
import { apiKey } from '#src/identity/credentials/credential-auth.ts';
import * as list from '../../../../lambdas/consumer/people/list.ts';
import { carberry } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { authorizerOf, call } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { storePerson, storePublicationRow } from '../../../support/people.ts';

captureLog();
const [ada, zoe, hidden, none] = [
  '0009-9999-0000-0019',
  '0009-9999-0000-0027',
  '0000-0001-5109-3700',
  '0000-0002-1694-233X',
] as const;
const get = (query = '', headers: Record<string, string> = {}, over: Record<string, string> = {}) =>
  call(list, { url: `/v1/people${query}`, headers, authorizer: { ...authorizerOf(list.route.auth), ...over } });
const namesOf = ({ body }: { body: { people: { name: string }[] } }) => body.people.map(({ name }) => name);

beforeAll(async () => {
  await freshTable();
  process.env.PUBLIC_BASE_URL = 'https://registry.example';
  await storePerson(carberry, 'Josiah', 'Carberry', 'Cracks pots.');
  await storePerson(ada, 'ada', 'Beispiel');
  await storePerson(zoe, 'Zoë', 'Ejemplo');
  await storePerson(hidden, 'Only', 'Hidden');
  await storePerson(none, 'No', 'Publications');
  await storePublicationRow({ doi: '10.5555/a', orcids: [carberry, zoe] });
  await storePublicationRow({ doi: '10.5555/b', orcids: [carberry, ada] });
  await storePublicationRow({ doi: '10.5555/hidden', orcids: [carberry, hidden], visible: false });
  await storePublicationRow({ doi: '10.5555/deleted', orcids: [hidden], deleted_at: '2026-01-31T12:00:00.000Z' });
});

test('200: everyone with a public publication, by name, without contact data', async () => {
  const response = await get();
  expect(response.status).toBe(200);
  expect(namesOf(response)).toEqual(['ada Beispiel', 'Josiah Carberry', 'Zoë Ejemplo']);
  const { people, ...envelope } = response.body;
  expect(envelope).toEqual({ page: 1, per_page: 20, total: 3, pages: 1, q: '' });
  expect(people[1]).toEqual({
    orcid: carberry,
    name: 'Josiah Carberry',
    given_name: 'Josiah',
    family_name: 'Carberry',
    biography: 'Cracks pots.',
    photo_url: null,
    slug: 'josiah-carberry-18250097',
    people_type: null,
    affiliation: null,
    public_publication_count: 2,
    last_fetched_at: Date.parse('2026-01-31T12:00:00Z'),
  });
});

describe('200: what is asked is applied and echoed', () => {
  test.each([
    ['?q=CARB', ['Josiah Carberry'], { q: 'CARB', total: 1 }],
    ['?q=0000-0027', ['Zoë Ejemplo'], {}],
    ['?q=hidden', [], { total: 0, pages: 0 }],
    ['?per_page=2&page=2', ['Zoë Ejemplo'], { page: 2, per_page: 2, total: 3, pages: 2 }],
    ['?sort=orcid&dir=desc', ['ada Beispiel', 'Josiah Carberry', 'Zoë Ejemplo'], {}],
  ])('%s', async (query, names, echo) => {
    const response = await get(query);
    expect(response.body).toMatchObject(echo);
    expect(namesOf(response)).toEqual(names);
  });
});

test.each([
  ['?page=0', 'page'],
  ['?per_page=101', 'per_page'],
  [`?q=${'x'.repeat(501)}`, 'q'],
])('400: %.15s', async (query, name) => {
  const { status, body } = await get(query);
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 'invalid_query', details: { issues: [{ path: name }] } });
});

describe('403, before the query is looked at', () => {
  test.each([
    ['credential_inactive', {}, { operational: 'false' }],
    ['credential_expired', {}, { expiresAt: '1' }],
    ['origin_rejected', { Origin: 'https://evil.example' }, {}],
    ['origin_rejected', { Origin: 'null' }, {}],
    ['scope_not_granted', {}, { scopes: 'works.read projects.read' }],
  ])('%s %j', async (code, headers, over) => {
    const response = await get('?page=0', headers as Record<string, string>, over as Record<string, string>);
    expect(response).toMatchObject({ status: 403, body: { code } });
  });

  test('scope_not_granted: an API key', async () => {
    const authorizer = authorizerOf(apiKey('ingest'));
    const response = await call(list, { url: '/v1/people', ...(authorizer && { authorizer }) });
    expect(response).toMatchObject({ status: 403, body: { code: 'scope_not_granted' } });
  });
});

test('401: no credential', async () => {
  expect(await call(list, { url: '/v1/people' })).toMatchObject({ status: 401, body: { code: 'missing_credential' } });
});
