import { beforeAll, expect, jest, test } from '@jest/globals';
import { applyIncoming, type PublicationRecord } from '#src/records/publications/publication.ts';
import { publicationRow } from '#src/records/publications/store/items.ts';
import { savePublication } from '#src/records/publications/store/publications.ts';
import { db, transact } from '#src/table/table.ts';
import { aBibliography, anAuthor, anIncoming, carberry } from '../../../support/builders.ts';
import { decide, deletePublication, listMatches } from '../../../support/curation.ts';
import { freshTable } from '../../../support/engine.ts';
import { captureLog } from '../../../support/log.ts';
import { manyOrcids, storePerson } from '../../../support/people.ts';

captureLog();
const ada = '0009-9999-0000-0019';
const josiah = { orcid: carberry, name: 'Josiah Carberry', givenName: 'Josiah', familyName: 'Carberry' };
const adaNames = { orcid: ada, name: 'Ada Lovelace', givenName: 'Ada', familyName: 'Lovelace' };

const unclearNames = ['J. Carberry', 'Josiah Carberry', 'Ada Lovelace'];

/** Stores a publication by these authors, fetched at this time. */
async function store(name: string, authors: string[], orcids: string[], over: Partial<PublicationRecord> = {}) {
  const original = aBibliography({ title: name, authors: authors.map((each) => anAuthor(each)) });
  const incoming = anIncoming({ doi: `10.5555/${name}`, original, orcids });
  const record = { ...applyIncoming(undefined, incoming, [josiah, adaNames], new Date(1)), ...over };
  expect(await savePublication(record, undefined, [])).toBe('saved');
  return record;
}

const idsOf = ({ body }: { body: { matches: { id: string }[] } }) =>
  body.matches.map(({ id }) => id.replace('10.5555/', ''));

beforeAll(async () => {
  await freshTable();
  await storePerson(carberry, 'Josiah', 'Carberry');
  await storePerson(ada, 'Ada', 'Lovelace');
  await store('matched', ['Josiah Carberry'], [carberry], { last_fetched_at: 9 });
  const unclear = unclearNames;
  const at = (names: string[], affiliations: string[]) =>
    names.map((name, index) => ({ ...anAuthor(name), affiliations: affiliations[index] ? [affiliations[index]] : [] }));
  await store('unclear', unclear, [carberry, ada], {
    last_fetched_at: 8,
    original: aBibliography({ title: 'unclear', authors: at(unclear, ['Brown University']) }),
    // OpenAlex's authors, where the publisher has none and the name is the same.
    enriched: aBibliography({ authors: at(unclear, ['Elsewhere', 'University of Kilns']) }),
  });
  await store('hidden', ['Carberry'], [carberry], { last_fetched_at: 7, visible: false });
  await store('nobody', ['Charles Babbage'], [ada], { last_fetched_at: 6 });
  await store('settled', ['Carberry'], [carberry], { last_fetched_at: 5 });
  await store('deleted', ['Carberry'], [carberry], { last_fetched_at: 4 });
  await decide('10.5555/settled', { orcid: carberry, decision: 'reject' });
  await deletePublication('10.5555/deleted');
  await store('together', ['Josiah Carberry', 'Jane Carberry', 'Ada Lovelace'], [carberry], { last_fetched_at: 2 });
  const older = await store('older', ['Carberry'], [carberry], { last_fetched_at: 3 });
  const { has_open_match: _, ...row } = publicationRow(older);
  await transact([{ Put: { Item: { ...row, shape: 2, changed: Date.now() } } }]);
});

test('200: the open questions, the last fetched first, with the evidence of those concerned', async () => {
  const { status, body } = await listMatches();
  expect(status).toBe(200);
  expect(body).toMatchObject({ page: 1, per_page: 20, total: 4, pages: 1, orcid_id: null });
  expect(idsOf({ body })).toEqual(['unclear', 'hidden', 'nobody', 'older']);
  expect(body.matches[0]).toEqual({
    id: '10.5555/unclear',
    open_count: 1,
    doi_url: 'https://doi.org/10.5555/unclear',
    title: 'unclear',
    author_match_state: 'needs_attention',
    visible: true,
    last_fetched_at: 8,
    researchers: [
      {
        orcid: carberry,
        name: 'Josiah Carberry',
        author_position: null,
        editor_position: null,
        match_state: 'needs_attention',
        is_open: true,
        evidence: null,
        decided_by: null,
        score: null,
        reasons: [],
        candidates: [
          {
            author_position: 1,
            editor_position: null,
            name: 'Josiah Carberry',
            score: 0.5,
            reasons: ['full_name', 'several_fit'],
            affiliations: ['University of Kilns'],
            coauthor_on: [],
          },
          {
            author_position: 0,
            editor_position: null,
            name: 'J. Carberry',
            score: 0.46,
            reasons: ['initials', 'several_fit'],
            affiliations: ['Brown University'],
            coauthor_on: ['10.5555/together'],
          },
        ],
        decision: null,
        question: 'open',
        shared_coauthors: [{ name: 'Ada Lovelace', publications: 1 }],
      },
    ],
    authors: unclearNames.map((name) => ({ name, orcid: null })),
    author_count: 3,
    editors: [],
    contributors: [],
  });
});

test('200: where no authors are known, there is nothing to decide until they arrive', async () => {
  const total = async (query = '') => (await listMatches(query)).body.total;
  const before = await total();
  const unknown = await store('unknown', [], [carberry], { last_fetched_at: 10 });
  expect(await total()).toBe(before);
  const { body } = await listMatches('?state=authors_unknown');
  expect(body).toMatchObject({
    total: 1,
    matches: [{ open_count: 1, authors: [], researchers: [{ is_open: false, question: 'authors_unknown' }] }],
  });
  const original = aBibliography({ title: 'unknown', authors: [anAuthor('Charles Babbage')] });
  const arrived = applyIncoming(unknown, anIncoming({ doi: unknown.doi, original }), [josiah], new Date(1));
  await savePublication(arrived, unknown, []);
  expect(await total('?state=authors_unknown')).toBe(0);
  const open = (await listMatches()).body;
  expect(open.total).toBe(before + 1);
  const asked = open.matches.find(({ id }: { id: string }) => id === unknown.doi);
  // Nobody is a candidate: the curator can choose any author.
  expect(asked).toMatchObject({
    researchers: [{ question: 'open', candidates: [] }],
    authors: [{ name: 'Charles Babbage', orcid: null }],
    author_count: 1,
    editors: [],
  });
  const { status } = await decide(unknown.doi, { orcid: carberry, author_position: 0, decision: 'accept' });
  expect({ status, total: await total() }).toEqual({ status: 200, total: before });
});

test('200: of a long list of authors, the first hundred and all candidates', async () => {
  const names = Array.from({ length: 150 }, (_, index) => `Author ${'ABCDEFGHIJ'[index % 10]}${index}`);
  await store('long', [...names, 'Carberry'], [carberry], { last_fetched_at: 0 });
  const { body } = await listMatches(`?orcid_id=${carberry}`);
  const { authors, author_count } = body.matches.find(({ id }: { id: string }) => id === '10.5555/long');
  expect(author_count).toBe(151);
  expect(authors).toHaveLength(101);
  expect(authors[100]).toEqual({ name: 'Carberry', orcid: null, position: 150 });
  await deletePublication('10.5555/long');
});

test('200: by pages, and of one researcher', async () => {
  expect(idsOf(await listMatches('?perPage=2&page=2'))).toEqual(['nobody', 'older']);
  expect((await listMatches('?perPage=2&page=9')).body).toMatchObject({ matches: [], total: 4, pages: 2 });
  const { body } = await listMatches(`?orcid_id=${ada}`);
  expect(body.orcid_id).toBe(ada);
  // Ada is matched in the first; its open question concerns Josiah.
  expect(idsOf({ body })).toEqual(['unclear', 'nobody']);
});

test.each(['?perPage=101', '?page=0', '?orcid_id=1234', '?state=all'])('400: %s', async (query) => {
  expect((await listMatches(query)).status).toBe(400);
});

test('200: the queue is read from the list in memory, and the records of one page', async () => {
  await listMatches();
  const spy = jest.spyOn(db, 'send');
  await listMatches('?perPage=1');
  const reads = spy.mock.calls.map(([command]) => command.constructor.name);
  spy.mockRestore();
  expect(reads.filter((name) => name === 'BatchGetCommand')).toHaveLength(1);
  expect(reads.filter((name) => name === 'ScanCommand')).toEqual([]);
});

test('200: a decision takes the publication from the queue, and undoing it puts it back', async () => {
  await decide('10.5555/hidden', { orcid: carberry, author_position: 0, decision: 'accept' });
  expect(idsOf(await listMatches())).not.toContain('hidden');
  await decide('10.5555/hidden', { orcid: carberry, decision: 'undo' });
  expect(idsOf(await listMatches())).toContain('hidden');
});

test('200: of a publication with many open questions, the first ten researchers and their number', async () => {
  const researchers = manyOrcids(12);
  await store('many', ['Charles Babbage'], researchers, { last_fetched_at: 100 });
  const [match] = (await listMatches()).body.matches;
  expect(match).toMatchObject({ id: '10.5555/many', open_count: researchers.length });
  expect(match.researchers.map(({ orcid }: { orcid: string }) => orcid)).toEqual(researchers.slice(0, 10));
});
