import { expect, test } from '@jest/globals';
import { applyIncoming, type PublicationRecord } from '../../../src/domain/publication.ts';
import { families, shownMember } from '../../../src/domain/relations/family.ts';
import type { Bibliography } from '../../../src/domain/values/bibliography.ts';
import type { RelationType } from '../../../src/domain/values/relation.ts';
import { aBibliography, anIncoming } from '../../support/builders.ts';

type Fields = Partial<Bibliography> & { aliases?: string[]; alone?: boolean; visible?: boolean };

function publication(doi: string, { aliases = [], alone, visible = true, ...fields }: Fields = {}): PublicationRecord {
  const incoming = anIncoming({ doi, aliases, original: aBibliography({ title: doi, ...fields }) });
  const record = applyIncoming(undefined, incoming, [], new Date('2026-01-31T12:00:00Z'));
  return { ...record, visible, edits: alone ? { data: { standalone: true } } : {} };
}

const to = (type: RelationType, doi: string) => ({ relations: [{ type, doi }] });
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
  ['otherwise the first DOI', { '10.5555/b': {}, '10.5555/a': {} }, '10.5555/a'],
])('the shown version is %s', (_, family, expected) => {
  const members = Object.entries(family).map(([doi, fields]) => publication(doi, { title: 'Same', ...fields }));
  expect(shownMember(members)?.doi).toBe(expected);
  expect(shownMember(members.toReversed())?.doi).toBe(expected);
});
