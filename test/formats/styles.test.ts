import { Cite } from '@citation-js/core';
import '@citation-js/plugin-csl';
import { describe, expect, test } from '@jest/globals';
import { type Citation, type CslItem, citationOf } from '#src/records/citations/csl.ts';
import { textOfRuns } from '#src/records/citations/runs.ts';
import { styles } from '#src/records/citations/styles.ts';
import { applyIncoming, type PublicationRecord } from '#src/records/publications/publication.ts';
import type { Bibliography } from '#src/vocabulary/bibliography.ts';
import { allIngested } from '../oracle/ingested.ts';
import { aBibliography, anIncoming } from '../support/builders.ts';
import { aRecord, group, person, records } from './records.ts';

const cited = (fields: Partial<Bibliography>, edits: PublicationRecord['edits'] = {}): Citation =>
  citationOf(aRecord({ original: aBibliography(fields) }, { edits }), 'en');
const carberry = person('Josiah S.', 'Carberry');
const lovelace = person('Ada', 'Lovelace');
const many = (count: number) => Array.from({ length: count }, (_, n) => person('A', `N${n + 1}`));
const pots: Partial<Bibliography> = {
  title: 'On cracked pots',
  authors: [carberry],
  publication_date: '2008-02-03',
  publication_year: 2008,
};
const journal = { publication_type: 'journal-article', container_title: 'Psychoceramics', volume: '5', issue: '11' };

describe('Vancouver', () => {
  test.each<[Partial<Bibliography>, string]>([
    [{ ...journal, pages: '131-138' }, 'Carberry JS. On cracked pots. Psychoceramics. 2008 Feb 3;5(11):131–8.'],
    [{ ...journal, pages: '98-102' }, 'Carberry JS. On cracked pots. Psychoceramics. 2008 Feb 3;5(11):98–102.'],
    [{ ...journal, is_retracted: true }, 'Carberry JS. On cracked pots [retracted]. Psychoceramics. 2008 Feb 3;5(11).'],
    [
      { publication_type: 'book-chapter', container_title: 'Pots', editors: [lovelace, carberry], publisher: 'Press' },
      'Carberry JS. On cracked pots. In: Lovelace A, Carberry JS, editors. Pots. Press; 2008.',
    ],
    [
      { publication_type: 'edited-book', authors: [], editors: [lovelace], edition: '2', publisher: 'Press' },
      'Lovelace A, editor. On cracked pots. 2nd ed. Press; 2008.',
    ],
    [{ authors: many(7) }, 'N1 A, N2 A, N3 A, N4 A, N5 A, N6 A, et al. On cracked pots. 2008.'],
    [{ authors: [person('Jean-Paul', 'Sartre'), person('明', '李')] }, 'Sartre JP, 李明. On cracked pots. 2008.'],
    [{ authors: [], title: null, publication_date: null, publication_year: null }, '[Untitled].'],
  ])('%j', (fields, expected) => {
    expect(textOfRuns(styles.vancouver(cited({ ...pots, ...fields })))).toBe(`${expected} doi:10.5555/pots`);
  });
});

describe('Harvard', () => {
  test.each<[Partial<Bibliography>, string]>([
    [{ ...journal, pages: '131-138' }, 'Carberry, J. S. (2008) ‘On cracked pots’, Psychoceramics, 5(11), pp. 131–138.'],
    [
      { ...journal, pages: '7', is_retracted: true },
      'Carberry, J. S. (2008) ‘On cracked pots’ (Retracted), Psychoceramics, 5(11), p. 7.',
    ],
    [
      { publication_type: 'book-chapter', container_title: 'Pots', editors: [lovelace, carberry], publisher: 'Press' },
      'Carberry, J. S. (2008) ‘On cracked pots’, in A. Lovelace and J. S. Carberry (eds) Pots. Press.',
    ],
    [
      { publication_type: 'edited-book', authors: [], editors: [lovelace], edition: '2', publisher: 'Press' },
      'Lovelace, A. (ed.) (2008) On cracked pots. 2nd edn. Press.',
    ],
    [{ authors: many(4), publication_type: 'book' }, 'N1, A. et al. (2008) On cracked pots.'],
    [{ authors: [lovelace, group('Kiln Group')] }, 'Lovelace, A. and Kiln Group (2008) ‘On cracked pots’.'],
    [{ authors: [], publication_date: null, publication_year: null }, '‘On cracked pots’ (no date).'],
  ])('%j', (fields, expected) => {
    expect(textOfRuns(styles.harvard(cited({ ...pots, ...fields })))).toBe(
      `${expected} Available at: https://doi.org/10.5555/pots.`,
    );
  });
});

/** Members that the styles leave to other entries, or print in their own words. */
function comparable({ item }: Citation): Citation['item'] {
  const { custom: _, abstract, URL, PMID, PMCID, note, status, 'event-title': event, editor, ...rest } = item;
  const isSame = item.publisher === item['container-title'];
  const { publisher, ...others } = rest;
  const isBook = item.type !== 'article-journal';
  return { ...(isSame ? others : rest), ...(isBook && editor && { editor }) } as CslItem;
}

/** Words in order, without the description of the kind in brackets and the escapes of a URL. */
const words = (text: string) =>
  decodeURI(text.replaceAll(/%(?![0-9a-f]{2})/gi, '%25'))
    .replaceAll(/ (?:\[[\p{L} ]+\]|\(Retracted\)),?/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();

/** The CSL processor says nothing for a missing title, and has its own quotation marks and escapes. */
const isUnusual = (record: PublicationRecord) =>
  citationOf(record, 'en').item.title === undefined || /[{}]/.test(record.doi);

test('recorded and invented publications are cited as citeproc cites them with the published styles', async () => {
  const recorded = (await allIngested()).map(({ source, doi, bibliography }) => {
    const original = { source: source === 'openalex' ? 'orcid' : source, original: bibliography } as const;
    return applyIncoming(undefined, anIncoming({ doi, ...original }), [], new Date(0));
  });
  const all = [...recorded, ...records].filter((record) => !isUnusual(record));
  expect(all.length).toBeGreaterThan(20);
  for (const [name, template] of [
    ['vancouver', 'vancouver'],
    ['harvard', 'harvard1'],
  ] as const) {
    for (const record of all) {
      const citation = citationOf(record, 'en');
      const item = comparable(citation);
      const options = { template, lang: 'en-GB', format: 'text' };
      const theirs = new Cite([item], { generateGraph: false }).format('bibliography', options).replace(/^1\. /, '');
      expect(words(textOfRuns(styles[name]({ ...citation, item })))).toBe(words(theirs));
    }
  }
});
