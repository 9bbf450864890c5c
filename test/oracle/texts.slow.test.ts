import { beforeAll, describe, expect, test } from '@jest/globals';
import { allIngested, type Ingested } from './ingested.ts';
import { faultsOf } from './texts.ts';

let all: Ingested[];
beforeAll(async () => {
  all = await allIngested();
});

test('the oracle finds no fault in what is read of the recordings', () => {
  expect(all.length).toBeGreaterThan(5);
  const faulty = all.flatMap((one) => faultsOf(one).map((fault) => `${one.source} ${one.doi}: ${fault}`));
  expect(faulty).toEqual([]);
});

describe('the oracle finds what is wrong', () => {
  const bibliography = {
    authors: [],
    editors: [],
    contributors: [],
    funders: [],
    alternative_titles: [],
    issn_types: [],
  };
  const faultsIn = (source: Ingested['source'], record: object, stored: object) =>
    faultsOf({ source, doi: '', record, bibliography: { license_url: null, ...bibliography, ...stored } } as never);

  test.each<[Ingested['source'], object, object, string]>([
    ['crossref', { title: ['Pots'] }, { title: 'Pot' }, 'title is Pot'],
    ['crossref', { title: ['Pots', 'Töpfe'] }, { title: 'Pots' }, 'the title Töpfe is lost'],
    ['crossref', { abstract: '<p>Abstract</p><p>Pots</p>' }, { abstract: 'ots' }, 'abstract is ots…'],
    ['crossref', { translator: [{ family: 'A' }] }, {}, 'translators are 0'],
    ['crossref', { license: [{ URL: 'https://creativecommons.org/a' }] }, {}, 'an open licence is lost'],
    ['crossref', { funder: [{ award: ['A-1'] }] }, {}, 'the award A-1 is lost'],
    ['crossref', { author: [{ family: '&NA;' }] }, { authors: [{ name: '&NA;' }] }, 'authors has no name'],
    [
      'crossref',
      { author: [] },
      { authors: ['A', 'B'].map((affiliation) => ({ name: 'Eve Clay', given: 'Eve', affiliations: [affiliation] })) },
      'authors have Eve Clay again',
    ],
    ...[
      ['Eve Clay†', 'Eve', 'Clay†', 'is not only a name'],
      ['Eve Clay et al.', 'Eve Clay et', 'al.', 'is not only a name'],
      ['0000-0002-', '', '', 'is an iD'],
      ['for the Pot Group', 'for the', 'Pot Group', 'is a group'],
      ['Eve and Tom Clay', 'Eve and Tom', 'Clay', 'is several people'],
    ].map(([name, given, family, fault]): [Ingested['source'], object, object, string] => [
      'datacite',
      {},
      { authors: [{ name, given, family }] },
      `${name} ${fault}`,
    ]),
    ['datacite', {}, { publisher: '(:unav)' }, '/publisher is the code (:unav)'],
    ['datacite', {}, { publisher: ':{unav)' }, '/publisher is the code :{unav)'],
    ['crossref', {}, { pages: 'n/a-n/a' }, 'pages is n/a-n/a'],
    ['openalex', {}, { title: 'No title' }, 'there is no title: No title'],
    ['datacite', { contributors: [{ name: 'A' }] }, {}, 'contributors are 0, not 1'],
    ['datacite', {}, { title: 'The <i>a' }, 'title has <i>'],
    ['openalex', { authorships: [{ author: { display_name: 'A' } }] }, {}, 'authors are 0, not 1'],
  ])('%s %j stored as %j', (source, record, stored, fault) => {
    expect(faultsIn(source, record, stored)).toContain(fault);
  });
});
