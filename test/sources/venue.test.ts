import { describe, expect, test } from '@jest/globals';
import { preprintServerOf } from '#src/sources/fields/preprint-servers.ts';
import { isPreprintServer, venueOf } from '#src/sources/fields/venue.ts';

const lncs = 'Lecture Notes in Computer Science';

describe('the container and series', () => {
  test.each<[string | null, string[], string | null, string | null]>([
    ['journal-article', ['J. Pot.', 'Journal of Pots'], 'Journal of Pots', null],
    ['journal-article', ['Journal of Pots', 'J. Pot.', 'JPOT'], 'Journal of Pots', null],
    ['journal-issue', ['Pots'], 'Pots', null],
    [null, ['Pots'], 'Pots', null],
    ['book-chapter', ['A History of Pots'], 'A History of Pots', null],
    ['book-chapter', ['Kiln Briefs', 'A History of Pots'], 'A History of Pots', 'Kiln Briefs'],
    ['book-chapter', [lncs, 'Computing Pots'], 'Computing Pots', lncs],
    ['book-chapter', ['Computing Pots', lncs], 'Computing Pots', lncs],
    ['proceedings-article', [lncs, 'Advances in Pots'], 'Advances in Pots', lncs],
    ['proceedings-article', ['Advances in Pots', lncs], 'Advances in Pots', lncs],
    ['book-chapter', ['Advances in Pots 2017', 'Advances in Kilns'], 'Advances in Pots 2017', 'Advances in Kilns'],
    ['book-chapter', ['Progress in Clay', 'Trends in Clay XI'], 'Trends in Clay XI', 'Progress in Clay'],
    ['book-chapter', ['On Clay', 'Schriften zur Keramik'], 'On Clay', 'Schriften zur Keramik'],
    ['book-chapter', ['Palgrave Studies in Clay', 'Studies in Kilns'], 'Studies in Kilns', 'Palgrave Studies in Clay'],
    [
      'proceedings-article',
      ['Advances in Clay Research', 'Proceedings of the First Symposium on Clay'],
      'Proceedings of the First Symposium on Clay',
      'Advances in Clay Research',
    ],
    [
      'proceedings-article',
      ['THE 2ND MEETING ON CLAY', 'AIP Conference Proceedings'],
      'THE 2ND MEETING ON CLAY',
      'AIP Conference Proceedings',
    ],
    [
      'proceedings-article',
      ['AIP Conference Proceedings', 'ADVANCES IN CLAY'],
      'ADVANCES IN CLAY',
      'AIP Conference Proceedings',
    ],
    ['proceedings-article', ['Pots and Kilns', 'E3S Web of Conferences'], 'Pots and Kilns', 'E3S Web of Conferences'],
    [
      'proceedings-article',
      ['Kiln Conference Proceedings 2019', 'Clay Texts'],
      'Kiln Conference Proceedings 2019',
      'Clay Texts',
    ],
    ['book', ['Kiln Studies'], null, 'Kiln Studies'],
    ['monograph', ['Kiln Studies'], null, 'Kiln Studies'],
    ['report', ['Kiln Reports'], null, 'Kiln Reports'],
    ['posted-content', ['Pot Preprints'], 'Pot Preprints', null],
    ['journal-article', [], null, null],
    ['book', [], null, null],
  ])('of a %s in %j are %s and %s', (type, names, container_title, series_title) => {
    expect(venueOf(type, names)).toEqual({ container_title, series_title });
  });
});

test.each([
  ['bioRxiv', true],
  ['ChemRxiv', true],
  ['arXiv (Cornell University)', true],
  ['SocArXiv', true],
  ['NeuroLibre Reproducible Preprints', true],
  ['Preprints.org', true],
  ['SSRN', true],
  ['SSRN Electronic Journal', true],
  ['Neuroscience', false],
  ['Zenodo', false],
  ['Carbon Cycle/Modelling only', false],
  ['Marxive Studies', false],
])('whether %s is a preprint server: %s', (name, expected) => {
  expect(isPreprintServer(name)).toBe(expected);
});

test.each([
  ['10.26434/chemrxiv-2023-abcde', 'ChemRxiv'],
  ['10.20944/preprints202301.0001.v1', 'Preprints.org'],
  ['10.5194/egusphere-2023-1', 'EGUsphere'],
  ['10.5194/acp-23-1-2023', undefined],
  ['10.32388/abcdef', 'Qeios'],
  ['10.32942/x2abcd', 'EcoEvoRxiv'],
  ['10.1590/scielopreprints.1', 'SciELO Preprints'],
  ['10.1590/s0103-1', undefined],
  ['10.31234/osf.io/abcde', 'PsyArXiv'],
  ['10.5555/pots', undefined],
])('%s is posted at %s', (doi, server) => {
  expect(preprintServerOf(doi)).toBe(server);
});
