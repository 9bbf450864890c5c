import { expect, test } from '@jest/globals';
import { applyIncoming, type PublicationRecord } from '../../src/domain/publications/publication.ts';
import type { Bibliography } from '../../src/domain/values/bibliography.ts';
import type { RelationType } from '../../src/domain/values/relation.ts';
import { doubtfulVersions, families, preferredOf, shownVersions } from '../../src/relations/family.ts';
import { aBibliography, anAuthor, anIncoming } from '../support/builders.ts';

type Fields = Partial<Bibliography> & { aliases?: string[]; alone?: boolean; visible?: boolean; client?: string };

function publication(
  doi: string,
  { aliases = [], alone, visible = true, client, ...fields }: Fields = {},
): PublicationRecord {
  const incoming = anIncoming({
    doi,
    aliases,
    client: client ?? null,
    original: aBibliography({ title: doi, ...fields }),
  });
  const record = applyIncoming(undefined, incoming, [], new Date('2026-01-31T12:00:00Z'));
  return { ...record, visible, edits: alone ? { data: { standalone: true } } : {} };
}

const to = (type: RelationType, doi: string) => ({ relations: [{ type, doi }] });
const potsBy = (...names: string[]) => ({
  title: 'Cracked Pots of the Far North',
  authors: names.map((name) => anAuthor(name)),
});
const sorted = (records: PublicationRecord[]) =>
  families(records)
    .map((family) =>
      family
        .map(({ doi }) => doi)
        .sort()
        .join(' '),
    )
    .sort();

test.each<[string, PublicationRecord[], string[]]>([
  ['unrelated', [publication('10.5555/a'), publication('10.5555/b')], ['10.5555/a', '10.5555/b']],
  [
    'preprint and article',
    [publication('10.5555/a', to('is-preprint-of', '10.5555/b')), publication('10.5555/b')],
    ['10.5555/a 10.5555/b'],
  ],
  [
    'stated from the other side',
    [publication('10.5555/a'), publication('10.5555/b', to('has-preprint', '10.5555/a'))],
    ['10.5555/a 10.5555/b'],
  ],
  [
    'versions of a third that is not in the registry',
    [
      publication('10.5555/a', to('is-version-of', '10.5555/x')),
      publication('10.5555/b', to('is-version-of', '10.5555/x')),
    ],
    ['10.5555/a 10.5555/b'],
  ],
  [
    'by an alias',
    [
      publication('10.5555/a', to('is-version-of', '10.5555/old')),
      publication('10.5555/b', { aliases: ['10.5555/old'] }),
    ],
    ['10.5555/a 10.5555/b'],
  ],
  [
    'a chain',
    [
      publication('10.5555/a', to('is-version-of', '10.5555/b')),
      publication('10.5555/b', to('is-identical-to', '10.5555/c')),
      publication('10.5555/c'),
    ],
    ['10.5555/a 10.5555/b 10.5555/c'],
  ],
  [
    'supplements, parts, reviews and corrections are no versions',
    [
      publication('10.5555/a', to('is-supplement-to', '10.5555/e')),
      publication('10.5555/b', to('is-part-of', '10.5555/e')),
      publication('10.5555/c', to('is-review-of', '10.5555/e')),
      publication('10.5555/d', to('corrects', '10.5555/e')),
      publication('10.5555/e'),
    ],
    ['10.5555/a', '10.5555/b', '10.5555/c', '10.5555/d', '10.5555/e'],
  ],
  [
    'numbered DOIs with the same title',
    [
      publication('10.5555/data.7', { title: 'Données' }),
      publication('10.5555/data.7.v1', { title: 'DONNÉES' }),
      publication('10.5555/data.7.v2', { title: 'Donnees' }),
    ],
    ['10.5555/data.7 10.5555/data.7.v1 10.5555/data.7.v2'],
  ],
  [
    'numbered DOIs with other titles, such as volumes',
    [publication('10.5555/book/v1', { title: 'A to M' }), publication('10.5555/book/v2', { title: 'N to Z' })],
    ['10.5555/book/v1', '10.5555/book/v2'],
  ],
  [
    'one that an editor has taken out',
    [
      publication('10.5555/a', { ...to('is-version-of', '10.5555/b'), alone: true }),
      publication('10.5555/b', to('is-version-of', '10.5555/c')),
      publication('10.5555/c', to('has-version', '10.5555/a')),
    ],
    ['10.5555/a', '10.5555/b 10.5555/c'],
  ],
  [
    'a statement of somebody else, if nobody confirms it',
    [
      publication('10.5072/pills', { ...to('is-version-of', '10.5555/a'), title: 'Buy pills' }),
      publication('10.5555/a'),
    ],
    ['10.5072/pills', '10.5555/a'],
  ],
  [
    'a statement of somebody else about a third',
    [
      publication('10.5072/pills', { ...to('is-version-of', '10.5555/x'), title: 'Buy pills' }),
      publication('10.5555/a', to('is-version-of', '10.5555/x')),
    ],
    ['10.5072/pills', '10.5555/a'],
  ],
  [
    'a statement of the client that registered both, under two prefixes',
    [
      publication('10.5072/a', { ...to('is-version-of', '10.5555/a'), client: 'brown.pots' }),
      publication('10.5555/a', { client: 'brown.pots' }),
    ],
    ['10.5072/a 10.5555/a'],
  ],
  [
    'a statement of another client of the agency',
    [
      publication('10.5072/a', { ...to('is-version-of', '10.5555/a'), client: 'brown.kilns' }),
      publication('10.5555/a', { client: 'brown.pots' }),
    ],
    ['10.5072/a', '10.5555/a'],
  ],
  [
    'a statement that both sides make',
    [
      publication('10.5072/a', to('is-version-of', '10.5555/a')),
      publication('10.5555/a', to('has-version', '10.5072/a')),
    ],
    ['10.5072/a 10.5555/a'],
  ],
  [
    'a statement that title and authors confirm',
    [
      publication('10.5072/a', { ...to('is-version-of', '10.5555/a'), ...potsBy('Josiah Carberry') }),
      publication('10.5555/a', potsBy('Josiah Carberry')),
    ],
    ['10.5072/a 10.5555/a'],
  ],
  [
    'a statement that only the title confirms',
    [
      publication('10.5072/a', { ...to('is-version-of', '10.5555/a'), ...potsBy('Eve Evil') }),
      publication('10.5555/a', potsBy('Josiah Carberry')),
    ],
    ['10.5072/a', '10.5555/a'],
  ],
])('families: %s', (_, records, expected) => {
  expect(sorted(records)).toEqual(expected);
  expect(sorted(records.toReversed())).toEqual(expected);
});

test.each<[string, Record<string, Fields>, string]>([
  [
    'the version of record, although it is older than the preprint',
    {
      '10.5555/article': { publication_date: '2020-01-01', publication_type: 'journal-article' },
      '10.5555/preprint': { publication_date: '2021-01-01', publication_type: 'posted-content' },
    },
    '10.5555/article',
  ],
  [
    'the newest',
    { '10.5555/a': { publication_date: '2021-03' }, '10.5555/b': { publication_date: '2021-02-28' } },
    '10.5555/a',
  ],
  ['a dated one', { '10.5555/a': {}, '10.5555/b': { publication_date: '1999' } }, '10.5555/b'],
  [
    'of one day, the highest version as a number',
    {
      '10.5555/a.v10': { publication_date: '2021' },
      '10.5555/a.v9': { publication_date: '2021' },
      '10.5555/a': { publication_date: '2021' },
    },
    '10.5555/a.v10',
  ],
  [
    'a public one',
    {
      '10.5555/article': { publication_type: 'journal-article', visible: false },
      '10.5555/preprint': { publication_type: 'posted-content' },
    },
    '10.5555/preprint',
  ],
  [
    'that of which a copy of another registrant says that it is a version, although the copy is newer',
    {
      '10.5072/copy': { publication_date: '2022', ...to('is-version-of', '10.5555/article') },
      '10.5555/article': { publication_date: '2020' },
    },
    '10.5555/article',
  ],
  [
    'that of a journal',
    {
      '10.5072/copy': { publication_date: '2022', publication_type: 'other' },
      '10.5555/article': { publication_date: '2020', issn: ['1234-5678'], volume: '7' },
    },
    '10.5555/article',
  ],
  [
    'an article before data',
    {
      '10.5072/copy': { publication_date: '2022', publication_type: 'dataset' },
      '10.5555/article': { publication_date: '2020', publication_type: 'journal-article' },
    },
    '10.5555/article',
  ],
  [
    'never that of another registrant because it says alone that the other one is a version of it',
    {
      '10.5072/pills': { publication_date: '2026', ...to('has-version', '10.5555/article') },
      '10.5555/article': { publication_date: '2020' },
    },
    '10.5555/article',
  ],
  [
    'nor because it says alone that they are identical',
    {
      '10.5072/pills': { publication_date: '2026', ...to('is-identical-to', '10.5555/article') },
      '10.5555/article': { publication_date: '2020' },
    },
    '10.5555/article',
  ],
  [
    'the newest of one client, which calls the older one the original',
    {
      '10.5072/new': { publication_date: '2022', client: 'brown.pots', ...to('is-version-of', '10.5555/old') },
      '10.5555/old': { publication_date: '2020', client: 'brown.pots' },
    },
    '10.5072/new',
  ],
  [
    'the newest if both say so',
    {
      '10.5072/new': { publication_date: '2026', ...to('is-identical-to', '10.5555/article') },
      '10.5555/article': { publication_date: '2020', ...to('is-identical-to', '10.5072/new') },
    },
    '10.5072/new',
  ],
  ['otherwise the first DOI', { '10.5555/b': {}, '10.5555/a': {} }, '10.5555/a'],
])('the shown version is %s', (_, family, expected) => {
  const members = Object.entries(family).map(([doi, fields]) => publication(doi, { title: 'Same', ...fields }));
  expect(shownVersions(members).map(({ shown }) => shown.doi)[0]).toBe(expected);
  expect(shownVersions(members.toReversed()).map(({ shown }) => shown.doi)[0]).toBe(expected);
});

test('nobody loses their place to what shares no author with it, and curators are asked', () => {
  const article = publication('10.5555/article', { ...potsBy('Josiah Carberry'), publication_date: '2020' });
  const pills = publication('10.5555/pills', {
    ...to('is-version-of', '10.5555/article'),
    authors: [anAuthor('Eve Evil')],
    publication_date: '2026',
  });
  const nameless = publication('10.5555/nameless', to('is-version-of', '10.5555/article'));
  const members = [article, pills, nameless];
  expect(families(members)).toHaveLength(1);
  const places = shownVersions(members);
  expect(places.map(({ shown, hidden }) => [shown.doi, hidden])).toEqual(
    expect.arrayContaining([
      ['10.5555/article', []],
      ['10.5555/pills', []],
      ['10.5555/nameless', []],
    ]),
  );
  expect(doubtfulVersions(members, places).map((pair) => pair.map(({ doi }) => doi))).toEqual([
    ['10.5555/article', '10.5555/pills'],
    ['10.5555/article', '10.5555/nameless'],
  ]);
});

test.each([
  ['another registrant', '10.5072/pills'],
  ['the registrant of the copy', '10.9999/pills'],
])('nobody loses their place to what is only related to a copy of it, of %s', (_, doi) => {
  const article = publication('10.5555/article', { ...potsBy('Josiah Carberry'), publication_type: 'report' });
  const copy = publication('10.9999/copy', {
    ...potsBy('Josiah Carberry'),
    relations: [
      { type: 'is-identical-to', doi: '10.5555/article' },
      { type: 'is-version-of', doi },
    ],
  });
  const pills = publication(doi, {
    ...to('has-version', '10.9999/copy'),
    authors: [anAuthor('Eve Evil'), anAuthor('Josiah Carberry')],
    publication_type: 'journal-article',
    issn: ['1234-5678'],
    volume: '1',
  });
  for (const members of [
    [article, copy, pills],
    [pills, copy, article],
  ]) {
    expect(families(members)).toHaveLength(1);
    const places = shownVersions(members).map(({ shown, hidden }) => [shown.doi, hidden.map(({ doi }) => doi)]);
    expect(places.filter(([shown]) => shown === '10.5555/article')).toHaveLength(1);
  }
});

test('one version represents all to which their own statements lead, whatever their titles are', () => {
  const by = { authors: [anAuthor('Josiah Carberry')] };
  const article = publication('10.5555/article', {
    ...by,
    ...to('has-preprint', '10.9999/a.v2'),
    publication_date: '2021',
  });
  const second = publication('10.9999/a.v2', {
    ...by,
    publication_type: 'posted-content',
    ...to('is-preprint-of', '10.5555/article'),
  });
  const first = publication('10.9999/b', {
    ...by,
    publication_type: 'posted-content',
    ...to('is-version-of', '10.9999/a.v2'),
  });
  const ofConcept = publication('10.9999/c', {
    ...by,
    publication_type: 'posted-content',
    ...to('is-version-of', '10.9999/a.v2'),
  });
  const members = [first, second, article, ofConcept];
  expect(shownVersions(members).map(({ shown, hidden }) => [shown.doi, hidden.length])).toEqual([
    ['10.5555/article', 3],
  ]);
});

test.each<[string, Fields, Fields]>([
  ['public', { visible: true }, { visible: false }],
  ['not_a_preprint', {}, { publication_type: 'posted-content' }],
  ['stated_original', {}, to('is-version-of', '10.5555/a')],
  ['in_a_journal', { issn: ['1234-5678'], pages: '1-2' }, { issn: ['1234-5678'] }],
  ['published_text', { publication_type: 'book' }, { publication_type: 'dataset' }],
  ['confirmed', {}, to('has-version', '10.5555/a')],
  ['newest', { publication_date: '2021' }, { publication_date: '2020' }],
  ['first_doi', {}, {}],
])('the reason to prefer one of two is what tells them apart: %s', (reason, better, worse) => {
  const pair = [publication('10.5555/a', better), publication('10.5072/z', worse)] as const;
  const wanted = { doi: reason === 'first_doi' ? '10.5072/z' : '10.5555/a', reason };
  expect(preferredOf(pair)).toEqual(wanted);
  expect(preferredOf([pair[1], pair[0]])).toEqual(wanted);
});
