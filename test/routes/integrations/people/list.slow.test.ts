import { beforeAll, describe, expect, test } from '@jest/globals';
import { personRow } from '#src/records/people/person.ts';
import { putRow } from '#src/records/store/list-rows.ts';
import { keys } from '#src/table/keys.ts';
import { transact } from '#src/table/table.ts';
import * as list from '../../../../lambdas/integrations/people/list.ts';
import { carberry, lovelace } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { authorizerOf, call } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { storePerson, storePublicationRow } from '../../../support/people.ts';

captureLog();
const nameless = '0009-9999-0000-0019';
const get = (query = '') => {
  const authorizer = authorizerOf(list.route.auth) ?? {};
  return call(list, { url: `/integrations/v1/people${query}`, authorizer });
};
const slugsOf = ({ body }: { body: { people: { slug: string | null }[] } }) => body.people.map(({ slug }) => slug);

beforeAll(async () => {
  await freshTable();
  await storePerson(carberry, 'Josiah', 'Carberry');
  const ada = await storePerson(lovelace, 'Ada', 'Lovelace');
  const localized = {
    ...ada,
    name: { en: 'Ada Lovelace', el: 'Άντα Λάβλεϊς' },
    photo_url: 'https://images.example/ada',
  };
  await transact((at) => [putRow({ ...personRow(localized), ...keys.personRow(lovelace) }, at)]);
  await storePerson(nameless, '', '');
  await storePerson('0009-9999-0000-0027', 'No', 'Publications');
  await storePerson('0009-9999-0000-0035', 'Only', 'Hidden');
  await storePublicationRow({ doi: '10.5555/a', orcids: [carberry, lovelace, nameless] });
  await storePublicationRow({ doi: '10.5555/hidden', orcids: ['0009-9999-0000-0035'], visible: false });
});

test('200: exactly the stated fields, names in every language, only those with public publications', async () => {
  const { status, body } = await get();
  expect(status).toBe(200);
  expect(body).toEqual({
    people: [
      {
        name: { en: 'Ada Lovelace', el: 'Άντα Λάβλεϊς' },
        photo_url: 'https://images.example/ada',
        slug: 'ada-lovelace-00000008',
        people_type: null,
      },
      { name: 'Josiah Carberry', photo_url: null, slug: 'josiah-carberry-18250097', people_type: null },
      { name: nameless, photo_url: null, slug: null, people_type: null },
    ],
    page: 1,
    per_page: 20,
    total: 3,
    pages: 1,
    q: '',
  });
});

describe('200: what is asked is applied and echoed', () => {
  test.each([
    ['?q=LOVE', ['ada-lovelace-00000008'], { q: 'LOVE' }],
    // Greek is not searched without locale-aware search.
    [`?q=${encodeURIComponent('Λάβλεϊς')}`, [], {}],
    ['?q=1825-0097', ['josiah-carberry-18250097'], {}],
    ['?q=hidden', [], { total: 0, pages: 0 }],
    ['?per_page=1&page=2', ['josiah-carberry-18250097'], { pages: 3 }],
    [`?updated_since=${Date.now() + 1_000_000}`, [], { total: 0 }],
    ['?updated_since=1&per_page=1', ['ada-lovelace-00000008'], { total: 3 }],
  ])('%s', async (query, slugs, echo) => {
    const response = await get(query);
    expect(response.body).toMatchObject(echo);
    expect(slugsOf(response)).toEqual(slugs);
  });
});

test('200: by cursors, each once, those without a name last', async () => {
  const slugs: (string | null)[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const response = await get(`?per_page=1&cursor=${cursor}`);
    slugs.push(...slugsOf(response));
    cursor = response.body.next_cursor;
  }
  expect(slugs).toEqual(['ada-lovelace-00000008', 'josiah-carberry-18250097', null]);
});
