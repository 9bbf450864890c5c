import { describe, expect, test } from '@jest/globals';
import { applyIncoming } from '#src/records/publications/publication.ts';
import { componentOf, componentOfRecord } from '#src/records/relations/component.ts';
import type { Bibliography } from '#src/vocabulary/bibliography.ts';
import { aBibliography, anIncoming } from '../../support/builders.ts';

const part = (doi: string) => ({ relations: [{ type: 'is-part-of' as const, doi }] });
const find = (doi: string, fields: Partial<Bibliography>) => componentOf(doi, aBibliography(fields));
const data = { publication_type: 'dataset' };

describe('a component, and what it is a part of', () => {
  test.each<[string, string, Partial<Bibliography>, string | undefined]>([
    ['of Crossref', '10.1364/oe.20.010242.m002', { publication_type: 'component' }, '10.1364/oe.20.010242'],
    [
      'of Crossref, which says of what',
      '10.5555/fig',
      { publication_type: 'component', ...part('10.5555/a') },
      '10.5555/a',
    ],
    ['named with a word', '10.7717/peerj.1234/supp-12', { publication_type: 'component' }, '10.7717/peerj.1234'],
    ['named after nothing', '10.5555/abc', { publication_type: 'component' }, undefined],
    ['of PLOS', '10.1371/journal.pgen.1004905.g004', {}, '10.1371/journal.pgen.1004905'],
    ['a file by its name and relation', '10.5072/set/one', { ...data, ...part('10.5072/set') }, '10.5072/set'],
    [
      'a file by its page',
      '10.5072/fk2file',
      { ...data, url: 'https://data.example/file.xhtml?persistentId=doi:10.5072/FK2FILE', ...part('10.5072/set') },
      '10.5072/set',
    ],
    ['a file of a Dataverse', '10.7910/dvn/xnoarv/qh6uhc', data, '10.7910/dvn/xnoarv'],
    ['a file of a Dataverse without a shoulder', '10.18710/wujcyb/vljnh1', data, '10.18710/wujcyb'],
    ['a data file of Dryad', '10.5061/dryad.8515/2', data, '10.5061/dryad.8515'],
    [
      'a file that figshare has of a publisher',
      '10.6084/m9.figshare.c.3613952_d1.v1',
      data,
      '10.6084/m9.figshare.c.3613952',
    ],
  ])('%s: %s', (_, doi, fields, parent) => expect(find(doi, fields)).toEqual({ parent }));

  test.each<[string, string, Partial<Bibliography>]>([
    ['a data set of a collection', '10.5072/one', { ...data, ...part('10.5072/collection') }],
    ['a data set', '10.7910/dvn/xnoarv', data],
    ['a version of a data set', '10.5061/dryad.8515.v2', data],
    ['a version of an item of figshare', '10.6084/m9.figshare.3475223.v1', data],
    [
      'a chapter named after its book',
      '10.5072/book/ch1',
      { publication_type: 'book-chapter', ...part('10.5072/book') },
    ],
    ['an article of two groups of six', '10.5072/abc123/def456', { publication_type: 'journal-article' }],
    ['an article of PLOS', '10.1371/journal.pgen.1004905', { publication_type: 'journal-article' }],
  ])('not %s: %s', (_, doi, fields) => expect(find(doi, fields)).toBeUndefined());
});

test('an editor decides: of the type, of the relations, and that it stands alone', () => {
  const original = aBibliography({ publication_type: 'component' });
  const record = applyIncoming(undefined, anIncoming({ doi: '10.5555/abc', original }), [], new Date(0));
  expect(componentOfRecord(record)).toEqual({ parent: undefined });
  const related = { ...record, edits: { data: part('10.5555/whole') } };
  expect(componentOfRecord(related)).toEqual({ parent: '10.5555/whole' });
  expect(componentOfRecord({ ...record, edits: { publication_type: 'report' } })).toBeUndefined();
  expect(componentOfRecord({ ...record, edits: { data: { standalone: true } } })).toBeUndefined();
});
