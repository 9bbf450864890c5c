import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { begin } from '../bulk-edits/bulk-edits-fixture.ts';
import { erase } from '../erasure/erasure-fixture.ts';
import { entry } from '../routes/dashboard/intakes/intake-requests.ts';
import { anAuthor, carberry } from '../support/builders.ts';
import { captureLog } from '../support/log.ts';
import { manyOrcids, storePerson } from '../support/people.ts';
import { startQueues, type TestQueues } from '../support/queues.ts';
import { allItems } from '../support/table.ts';
import { client, rowsOf, takeIn } from './intake-fixture.ts';
import { storeGroupNamed, storePublication, storeWorkByHand } from './registry-fixture.ts';

captureLog();
const [erased = '', namesake = ''] = manyOrcids(2);
const lovelace = anAuthor('Ada Lovelace');
const authors = [lovelace, anAuthor('Charles Babbage')];
let queues: TestQueues;
let workId = '';

beforeAll(async () => {
  queues = await startQueues();
  await begin();
  await storePerson(carberry, 'Josiah', 'Carberry');
  await storePerson(namesake, 'Grace', 'Hopper');
  await storePerson(erased, 'Gone', 'Person');
  await erase({ orcid: erased });
  await storePublication('10.5555/known', { title: 'Sketch of an engine', pages: '1-10' });
  await storePublication('10.5555/second', { title: 'A second sketch' }, { aliases: ['10.5555/alias'] });
  await storePublication('10.5555/third', { title: 'A third sketch', pmid: '123456' });
  await storePublication('10.5555/book', { title: 'A book', publication_type: 'book', isbn: ['9783161484100'] });
  await storePublication('10.5555/like', {
    title: 'The history of kilns in river cities',
    publication_date: '2019',
    publication_year: 2019,
    publication_type: 'journal-article',
    authors,
    container_title: 'Journal of Kilns',
  });
  workId = await storeWorkByHand({
    title: 'A report about clay pits and their owners',
    publication_date: '2015',
    data: { authors, handle: '11858/00-0001' },
  });
  await storeGroupNamed('kilns', 'Institute of Kilns', {
    external_id: '4711',
    printed_names: ['Inst. for Kiln Studies'],
  });
});
afterAll(() => queues.stop());

const article = { work_type: 'journal-article' };
const table: [name: string, row: object, rest: object, its: string, target: string | null][] = [
  ['a known DOI', { ...article, doi: '10.5555/known' }, {}, 'known', '10.5555/known'],
  ['an alias', { ...article, doi: '10.5555/alias' }, {}, 'known', '10.5555/second'],
  ['a known PMID', { ...article, data: { pmid: '123456' } }, {}, 'known', '10.5555/third'],
  ['the handle of a work', { data: { handle: '11858/00-0001' } }, {}, 'known', '-work-'],
  ['the ISBN of a book', { work_type: 'book', data: { isbn: ['978-3-16-148410-0'] } }, {}, 'known', '10.5555/book'],
  [
    'a chapter with the ISBN of its book',
    { work_type: 'book-chapter', data: { isbn: ['9783161484100'] } },
    {},
    'new_work',
    null,
  ],
  [
    'a likely publication',
    {
      ...article,
      title: 'The History of Kilns in River Cities',
      publication_date: '2019',
      data: { authors, container_title: 'Journal of Kilns' },
    },
    {},
    'duplicate',
    '10.5555/like',
  ],
  [
    'a likely work',
    { title: 'A report about clay pits and their owners', publication_date: '2015', data: { authors: [lovelace] } },
    {},
    'duplicate',
    '-work-',
  ],
  ['a new DOI', { ...article, doi: '10.5555/new' }, {}, 'new_doi', null],
  ['without a DOI', {}, {}, 'new_work', null],
  ['with a fault', { doi: '10.5555/other' }, { faults: [{ code: 'field-twice', detail: 'year' }] }, 'faulty', null],
  ['unreadable', {}, { row: null, faults: [{ code: 'unreadable' }] }, 'faulty', null],
  ['of an erased person', { data: { authors: [anAuthor('Gone Person', erased)] } }, {}, 'erased', null],
  ['an erased iD in the text', {}, { original: `orcid = {https://orcid.org/${erased}}` }, 'erased', null],
];

/** Entries beside each other in one file would be told apart by their titles alone. */
const titled = (row: object, at: number) => ({ title: `Number ${at} of ${'abcdefghijklmnop'[at]} things`, ...row });

describe('a file of one entry of each kind', () => {
  let rows: Awaited<ReturnType<typeof rowsOf>>;
  let id = '';
  beforeAll(async () => {
    id = await takeIn(table.map(([, row, rest], at) => entry(at + 1, titled(row, at), rest)));
    rows = await rowsOf(id);
  });

  test.each(table.map(([name, , , its, target], at) => ({ name, its, target, at })))(
    '$name is $its',
    ({ its, target, at }) => {
      expect([rows[at]?.class, rows[at]?.target?.id ?? null]).toEqual([its, target === '-work-' ? workId : target]);
    },
  );

  test('has defaults, and leaves the likely and the faulty ones to a person', async () => {
    const decided = Object.fromEntries(rows.map((row) => [row.class, row.decision]));
    expect(decided).toEqual({
      known: 'skip',
      duplicate: null,
      new_doi: 'apply',
      new_work: 'apply',
      faulty: null,
      erased: 'skip',
    });
    expect((await client.get(id)).body).toMatchObject({
      counts: { known: 5, duplicate: 2, new_doi: 1, new_work: 2, faulty: 2, erased: 2 },
      undecided: 4,
      to_fetch: 1,
    });
  });

  test('stores and shows nothing of the person who was erased', async () => {
    const shown = rows.filter((row) => row.class === 'erased');
    expect(shown.map(({ original, row }) => [original, row])).toEqual([
      ['', null],
      ['', null],
    ]);
    expect(JSON.stringify(await allItems())).not.toContain(erased);
  });
});

test('entries that say the same are found in the file, whichever comes first', async () => {
  const same = {
    title: 'On the firing of tiles in winter',
    publication_date: '2001',
    data: { authors, container_title: 'Tiles' },
  };
  const id = await takeIn([
    entry(1, same),
    entry(2, { ...same, doi: '10.5555/tiles', ...article }),
    entry(3, { ...article, doi: '10.5555/tiles', title: 'Another title' }),
    entry(4, { ...same, title: 'On the firing of tiles in winter' }),
    entry(5, { ...same, title: 'On the firing of tiles in summer' }),
    entry(6, { work_type: 'book', title: 'Tiles', data: { isbn: ['9780306406157'] } }),
    entry(7, { work_type: 'book', title: 'Tiles, 2nd copy', data: { isbn: ['978-0-306-40615-7'] } }),
  ]);
  const rows = await rowsOf(id);
  expect(rows.map((row) => [row.class, row.twice_of])).toEqual([
    ['twice', 2],
    ['new_doi', null],
    ['twice', 2],
    ['twice', 2],
    ['new_work', null],
    ['new_work', null],
    ['twice', 6],
  ]);
});

test('authors are matched to people, departments to groups, and what the file knows better is offered', async () => {
  const id = await takeIn([
    entry(1, {
      doi: '10.5555/known',
      title: 'Sketch of an Engine.',
      publication_date: '1843',
      data: {
        authors: [
          anAuthor('Josiah Carberry', carberry),
          anAuthor('Grace Hopper'),
          anAuthor('Nobody Known', manyOrcids(9)[8]),
        ],
        pages: '1–10',
        volume: '3',
      },
      departments: ['4711', 'Institute of Kilns', 'Univ. X, Inst. for Kiln Studies, City', 'Elsewhere'],
    }),
  ]);
  const [row] = await rowsOf(id);
  expect(row?.people).toEqual([
    { position: 0, orcid: carberry, name: 'Josiah Carberry', by: 'orcid' },
    { position: 1, orcid: namesake, name: 'Grace Hopper', by: 'name' },
  ]);
  expect(row?.groups.map(({ group_id }) => group_id)).toEqual(['kilns', 'kilns', 'kilns', null]);
  expect(row?.offers.map(({ field }) => field)).toEqual(['publication_date', 'authors', 'volume']);
});
