import { describe, expect, test } from '@jest/globals';
import { doubtfulVersions, preferredOf, shownVersions } from '#src/duplicates/relations/family.ts';
import { orcidBibliographies } from '#src/records/orcid/bibliography.ts';
import { applyIncoming, type PublicationRecord } from '#src/records/publications/publication.ts';
import type { Bibliography } from '#src/vocabulary/bibliography.ts';
import type { Relation, RelationType } from '#src/vocabulary/relation.ts';
import { aBibliography, anAuthor, anIncoming, aSummary, carberry, lovelace } from '../support/builders.ts';

interface Fields extends Partial<Bibliography> {
  aliases?: string[];
  alone?: boolean;
  visible?: boolean;
  client?: string;
  /** Relations that OpenAlex has, and those that an editor has set. */
  told?: Relation[];
  edited?: Relation[];
  /** The people whose ORCID records list it. */
  orcids?: string[];
}

const people = [
  { orcid: carberry, name: 'Josiah Carberry', givenName: 'Josiah', familyName: 'Carberry' },
  { orcid: lovelace, name: 'Ada Lovelace', givenName: 'Ada', familyName: 'Lovelace' },
];

function publication(doi: string, fields: Fields = {}): PublicationRecord {
  const { aliases = [], alone, visible = true, client, told, edited, orcids = [], ...said } = fields;
  const incoming = anIncoming({
    doi,
    aliases,
    client: client ?? null,
    original: aBibliography({ title: doi, ...said }),
    enriched: told ? aBibliography({ relations: told }) : null,
    orcids,
  });
  const record = applyIncoming(undefined, incoming, people, new Date('2026-01-31T12:00:00Z'));
  const data = { ...(alone && { standalone: true }), ...(edited && { relations: edited }) };
  return { ...record, visible, edits: { data } };
}

/** A publication that no agency knows, listed by ORCID records in this order. */
const listedBy = (orcids: readonly string[], record: PublicationRecord): PublicationRecord => ({
  ...record,
  source: 'orcid',
  orcid_bibliographies: Object.fromEntries(
    orcids.map((orcid, index) => [
      orcid,
      orcidBibliographies([aSummary()], record.doi).map((listed) => ({ ...listed, listed_at: index + 1 })),
    ]),
  ),
});

const relation = (type: RelationType, doi: string): Relation => ({ type, doi });
const to = (type: RelationType, doi: string) => ({ relations: [relation(type, doi)] });
const potsBy = (...names: string[]) => ({
  title: 'Cracked Pots of the Far North',
  authors: names.map((name) => anAuthor(name)),
});

/** The publications in lists, with those that each represents: `10.5555/b < 10.5555/a`. */
const shown = (records: PublicationRecord[]) =>
  shownVersions(records)
    .map(({ shown, hidden }) => [shown.doi, ...hidden.map(({ doi }) => doi).sort()].join(' < '))
    .sort();

const [victims, strangers] = ['10.5555', '10.5072'].map((prefix) => (name: string) => `${prefix}/${name}`) as [
  (name: string) => string,
  (name: string) => string,
];
const [article, preprint] = [victims('article'), '10.9999/preprint'];
const carberrys = { ...potsBy('Josiah Carberry'), orcids: [carberry] };
const asArticle = { publication_type: 'journal-article', publication_date: '2020' };
const asPreprint = { publication_type: 'posted-content', publication_date: '2019' };
const impressive = { ...asArticle, publication_date: '2026', issn: ['1234-5678'], volume: '1' };

describe('a version is second to another one', () => {
  test.each<[string, Record<string, Fields>, string[]]>([
    [
      'by its own word, which both give',
      {
        [preprint]: { ...asPreprint, ...to('is-preprint-of', article), authors: [anAuthor('J. Carberry')] },
        [article]: { ...asArticle, ...to('has-preprint', preprint), authors: [anAuthor('Josiah Carberry')] },
      },
      [`${article} < ${preprint}`],
    ],
    [
      'by its own word, which title and authors confirm',
      {
        [preprint]: { ...asPreprint, ...to('is-preprint-of', article), ...potsBy('Josiah Carberry') },
        [article]: { ...asArticle, ...potsBy('Josiah Carberry', 'Ada Lovelace') },
      },
      [`${article} < ${preprint}`],
    ],
    [
      'by its own word, about an alias',
      {
        [preprint]: { ...asPreprint, ...to('is-preprint-of', '10.5555/old'), ...potsBy('Josiah Carberry') },
        [article]: { ...asArticle, ...potsBy('Josiah Carberry'), aliases: ['10.5555/old'] },
      },
      [`${article} < ${preprint}`],
    ],
    [
      "by its registrant's word, if all authors are the same",
      {
        [victims('1')]: { ...to('is-version-of', victims('2')), title: 'A', authors: [anAuthor('Josiah Carberry')] },
        [victims('2')]: { publication_date: '2021', title: 'B', authors: [anAuthor('J. Carberry')] },
      },
      [`${victims('2')} < ${victims('1')}`],
    ],
    [
      "by its client's word, under another prefix, if a researcher is author of both",
      {
        [strangers('1')]: { ...carberrys, ...to('is-version-of', victims('2')), client: 'brown.pots', title: 'Kilns' },
        [victims('2')]: { ...carberrys, publication_date: '2021', client: 'brown.pots' },
      },
      [`${victims('2')} < ${strangers('1')}`],
    ],
    [
      'by the word of the newer one of its registrant, if a researcher is author of both',
      {
        [victims('1')]: { ...carberrys, title: 'Kilns', publication_date: '2020' },
        [victims('2')]: { ...carberrys, ...to('is-version-of', victims('1')), publication_date: '2021' },
      },
      [`${victims('2')} < ${victims('1')}`],
    ],
    [
      'of its registrant, if both are versions of a third and a researcher is author of both',
      {
        [victims('1')]: { ...carberrys, ...to('is-version-of', victims('x')), title: 'Kilns' },
        [victims('2')]: { ...carberrys, ...to('is-version-of', victims('x')), publication_date: '2021' },
      },
      [`${victims('2')} < ${victims('1')}`],
    ],
    ...(['has-preprint', 'has-version', 'is-identical-to'] as const).flatMap(
      (type): [string, Record<string, Fields>, string[]][] => [
        [
          `by the article's word (${type}), if title, authors and a researcher are the same`,
          {
            [preprint]: { ...carberrys, ...asPreprint },
            [article]: { ...carberrys, ...asArticle, ...to(type, preprint) },
          },
          [`${article} < ${preprint}`],
        ],
        [
          `by OpenAlex's word (${type}), if title, authors and a researcher are the same`,
          {
            [preprint]: { ...carberrys, ...asPreprint },
            [article]: { ...carberrys, ...asArticle, told: [relation(type, preprint)] },
          },
          [`${article} < ${preprint}`],
        ],
      ],
    ),
    [
      'by the version in its DOI, if title, authors and a researcher are the same',
      {
        [victims('data.7.v1')]: { ...carberrys, title: 'Données' },
        [victims('data.7.v2')]: { ...carberrys, title: 'DONNÉES', publication_date: '2021' },
      },
      [`${victims('data.7.v2')} < ${victims('data.7.v1')}`],
    ],
    [
      "by an editor's word, on either side",
      {
        [victims('1')]: { authors: [anAuthor('Josiah Carberry')], edited: [relation('is-version-of', article)] },
        [article]: {
          ...asArticle,
          authors: [anAuthor('Josiah Carberry')],
          edited: [relation('has-preprint', preprint)],
        },
        [preprint]: { ...asPreprint, authors: [anAuthor('Josiah Carberry')] },
      },
      [`${article} < ${victims('1')} < ${preprint}`],
    ],
    [
      'from one version to the next',
      {
        [article]: { ...asArticle, ...to('has-preprint', '10.9999/a.2'), authors: [anAuthor('Josiah Carberry')] },
        '10.9999/a.2': { ...asPreprint, ...to('is-preprint-of', article), authors: [anAuthor('Josiah Carberry')] },
        '10.9999/b': { ...asPreprint, ...to('is-version-of', '10.9999/a.2'), authors: [anAuthor('J. Carberry')] },
      },
      [`${article} < 10.9999/a.2 < 10.9999/b`],
    ],
  ])('%s', (_, members, expected) => {
    const records = Object.entries(members).map(([doi, fields]) => publication(doi, fields));
    expect(shown(records)).toEqual(expected);
    expect(shown(records.toReversed())).toEqual(expected);
  });
});

/** The DOI that lists show instead of a publication. */
const placeOf = (records: PublicationRecord[], doi: string) =>
  shownVersions(records).find(({ hidden }) => hidden.some((each) => each.doi === doi))?.shown.doi;

const stays = (records: PublicationRecord[], doi: string) => {
  for (const members of [records, records.toReversed()]) {
    expect(shownVersions(members).flatMap(({ hidden }) => hidden.map((each) => each.doi))).not.toContain(doi);
  }
};

describe('nobody is second by the word of others', () => {
  const copied = { ...potsBy('Josiah Carberry', 'Eve Evil'), ...impressive };
  const whole = { ...potsBy('Josiah Carberry'), ...impressive };
  const types = ['is-version-of', 'has-version', 'is-identical-to', 'is-preprint-of', 'has-preprint'] as const;

  test.each(types)('a deposit at the same registrant with one name in common: %s', (type) => {
    const sets = Array.from({ length: 5 }, (_, n) =>
      publication(victims(`set${n}`), {
        ...carberrys,
        title: `Set ${n}`,
        client: 'all.share',
        publication_type: 'dataset',
      }),
    );
    const pill = (doi: string) =>
      publication(doi, {
        title: 'Buy one pill',
        authors: [anAuthor('Cato Carberry')],
        client: 'all.share',
        publication_date: '2026',
        relations: sets.map((set) => relation(type, set.doi)),
      });
    for (const doi of [victims('pill'), strangers('pill')]) {
      const members = [...sets, pill(doi)];
      for (const set of sets) stays(members, set.doi);
    }
  });

  test.each(types)('a copy with title and authors, alone or called the original by a second copy: %s', (type) => {
    const original = publication(article, { ...carberrys, ...asArticle });
    for (const said of [copied, whole]) {
      for (const doi of [strangers('one'), victims('one')]) {
        const one = publication(doi, { ...said, ...to(type, article) });
        const two = publication('10.9999/two', {
          ...said,
          relations: [relation('is-version-of', doi), relation(type, article)],
        });
        stays([original, one], article);
        stays([original, one, two], article);
      }
    }
  });

  test.each(types)('a copy that names a third one, which the article has, too: %s', (type) => {
    const original = publication(article, { ...carberrys, ...asArticle, ...to('has-preprint', preprint) });
    const third = publication(preprint, { ...carberrys, ...asPreprint, ...to('is-preprint-of', article) });
    for (const doi of [strangers('one'), victims('one'), '10.9999/one']) {
      const one = publication(doi, { ...whole, ...to(type, preprint) });
      stays([original, one], article);
      const members = [original, third, one];
      stays(members, article);
      expect(placeOf(members, preprint)).toBe(article);
    }
  });

  test('a newer version by the DOI alone, or of a researcher whom only their own record names', () => {
    const set = publication(victims('set.v1'), { ...carberrys, title: 'Pots of Brown' });
    stays(
      [set, publication(victims('set.v2'), { ...potsBy('Josiah Carberry'), title: 'Pots of Brown', ...impressive })],
      set.doi,
    );
    // No agency knows it: its owner's record names its only author.
    const listed = publication(victims('set.v2'), { ...carberrys, title: 'Pots of Brown', ...impressive });
    stays([set, listedBy([carberry], listed)], set.doi);
  });

  test('a version that no agency knows, which another ORCID record has listed first', () => {
    const [one, two] = ['v1', 'v2'].map((version) =>
      publication(victims(`set.${version}`), { title: 'Pots of Brown' }),
    ) as [PublicationRecord, PublicationRecord];
    stays([listedBy([carberry], one), listedBy([lovelace, carberry], two)], one.doi);
    expect(shown([listedBy([carberry, lovelace], one), listedBy([carberry], two)])).toEqual([
      `${two.doi} < ${one.doi}`,
    ]);
  });

  test('a namesake of one of the authors, whose record is not matched there', () => {
    const namesakes = [lovelace];
    const original = publication(article, {
      ...potsBy('Josiah Carberry'),
      orcids: [carberry, ...namesakes],
      ...asArticle,
    });
    const one = publication(strangers('one'), { ...whole, orcids: namesakes, ...to('is-identical-to', article) });
    stays([original, one], article);
  });

  test('the order among versions of somebody stays, whatever others call the original', () => {
    const [first, second] = ['1', '2'].map((n) =>
      publication(victims(n), { ...carberrys, ...to('is-version-of', victims('x')), publication_date: `202${n}` }),
    ) as [PublicationRecord, PublicationRecord];
    const copy = publication(strangers('copy'), { ...whole, ...to('is-version-of', victims('1')) });
    expect(placeOf([first, second, copy], victims('1'))).toBe(victims('2'));
  });

  test('supplements, parts, reviews and corrections are no versions', () => {
    const types = ['is-supplement-to', 'is-part-of', 'is-review-of', 'corrects'] as const;
    const members = types.map((type) => publication(victims(type), { ...carberrys, ...to(type, article) }));
    expect(shown([...members, publication(article, carberrys)])).toHaveLength(5);
  });

  test('one that an editor has taken out has no versions', () => {
    const alone = publication(victims('1'), { ...carberrys, ...to('is-version-of', article), alone: true });
    expect(shown([alone, publication(article, { ...carberrys, ...to('has-version', victims('1')) })])).toHaveLength(2);
  });
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

test('curators are asked about what one side states', () => {
  const original = publication(article, { ...potsBy('Josiah Carberry'), publication_date: '2020' });
  const pills = publication(victims('pills'), { ...to('is-version-of', article), authors: [anAuthor('Eve Evil')] });
  const nameless = publication(victims('nameless'), to('is-version-of', article));
  const members = [original, pills, nameless];
  const places = shownVersions(members);
  expect(places).toHaveLength(3);
  expect(doubtfulVersions(members, places).map((pair) => pair.map(({ doi }) => doi))).toEqual([
    [article, victims('pills')],
    [article, victims('nameless')],
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
