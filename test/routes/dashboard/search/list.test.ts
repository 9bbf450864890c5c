import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, jest, test } from '@jest/globals';
import { saveOrcidPerson } from '#src/ingestion/store/add-people.ts';
import { applyIncoming } from '#src/records/publications/publication.ts';
import { savePublication } from '#src/records/publications/store/publications.ts';
import { listShards } from '#src/table/keys.ts';
import { db } from '#src/table/table.ts';
import * as listSearch from '../../../../lambdas/dashboard/search/list.ts';
import { aBibliography, anAuthor, anIncoming, carberry } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { call, sessionOf } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { storePerson } from '../../../support/people.ts';

captureLog();
const ada = '0009-9999-0000-0019';
const get = (q: string, more = '') =>
  call(listSearch, {
    url: `/api/search?q=${encodeURIComponent(q)}${more}`,
    authorizer: sessionOf('workspace_member'),
  });

async function store(doi: string, title: string, deleted = false): Promise<void> {
  const original = aBibliography({ title, authors: [anAuthor('Ada B. Lovelace')], container_title: 'Psychoceramics' });
  const people = [{ orcid: ada, name: 'Ada', givenName: 'Ada', familyName: null }];
  const record = applyIncoming(undefined, anIncoming({ doi, original, orcids: [ada] }), people, new Date(1));
  await savePublication({ ...record, deleted_at: deleted ? '2026-01-31T12:00:00.000Z' : null }, undefined, []);
}

beforeAll(async () => {
  await freshTable();
  await storePerson(carberry, 'Josiah', 'Carberry');
  const names = { givenName: 'Ada', familyName: null, creditName: null, otherNames: ['Isolde Byron'] };
  await saveOrcidPerson({ orcid: ada, ...names, biography: null }, new Date(1));
  await store('10.5555/engine', 'Notes on the engine');
  await store('10.5555/gone', 'Notes that are gone', true);
});

const nothing = {
  publications: [],
  total_publications: 0,
  people: [],
  total_people: 0,
  projects: [],
  total_projects: 0,
  works: [],
  total_works: 0,
};
const publications = [
  {
    id: '10.5555/engine',
    title: 'Notes on the engine',
    authors: ['Ada B. Lovelace'],
    container_title: 'Psychoceramics',
    publication_year: null,
    visible: true,
  },
];
const engine = { publications, total_publications: 1 };
const person = { people: [{ orcid: ada, name: 'Ada' }], total_people: 1 };

test.each([
  ['notes', engine],
  ['lovelace', engine],
  ['psychoCERAMICS', engine],
  ['doi:10.5555/ENGINE', engine],
  ['10.5555/gone', {}],
  ['ISOLDE', { ...engine, ...person }],
  [`https://orcid.org/${ada}`, { ...engine, ...person }],
  ['carberry', { people: [{ orcid: carberry, name: 'Josiah Carberry' }], total_people: 1 }],
  ['nobody has this', {}],
])('200: what %s finds', async (q, found) => {
  const { status, body } = await get(q);
  expect({ status, body }).toEqual({ status: 200, body: { q, limit: 20, ...nothing, ...found } });
});

test('200: at most `limit` of each kind, with the number of all', async () => {
  expect((await get('a', '&limit=1')).body).toMatchObject({ people: [expect.anything()], total_people: 2 });
});

test('200: reads the changes of each list once', async () => {
  await get('isolde');
  const send = jest.spyOn(db, 'send');
  expect((await get('isolde')).body).toMatchObject({ total_publications: 1, total_people: 1 });
  const reads = send.mock.calls.filter(([command]) => command instanceof QueryCommand && command.input.IndexName);
  expect(reads).toHaveLength(4 * listShards);
  send.mockRestore();
});

test('400: without a text', async () => {
  expect((await get(' ')).status).toBe(400);
});
