import { Cite } from '@citation-js/core';
import '@citation-js/plugin-csl';
import { describe, expect, test } from '@jest/globals';
import { decodeHTML } from 'entities';
import fc from 'fast-check';
import { type Citation, citationOf } from '#src/records/citations/csl.ts';
import { documentStyles } from '#src/records/citations/document-styles.ts';
import { listCitation } from '#src/records/citations/list-citation.ts';
import { type Runs, textOfRuns } from '#src/records/citations/runs.ts';
import { type ReportStyle, reportStyles } from '#src/records/citations/style-names.ts';
import { ListCitation } from '#src/records/publications/list-citation.ts';
import { applyIncoming, type PublicationRecord } from '#src/records/publications/publication.ts';
import type { Bibliography } from '#src/vocabulary/bibliography.ts';
import { allIngested } from '../oracle/ingested.ts';
import { anyText } from '../support/any-text.ts';
import { aBibliography, anIncoming } from '../support/builders.ts';
import { aRecord, group, person, records } from './records.ts';

const cite = (fields: Partial<Bibliography>, edits: PublicationRecord['edits'] = {}): Citation =>
  citationOf(aRecord({ original: aBibliography({ ...pots, ...fields }) }, { edits }), 'en');
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
const chapter = {
  publication_type: 'book-chapter',
  container_title: 'Pots',
  editors: [lovelace, carberry],
  publisher: 'Press',
};

/** A citation with `_italics_` and `*bold*`. */
const marked = (runs: Runs) =>
  runs
    .map(({ text, italic, bold }) => {
      const slanted = italic ? `_${text}_` : text;
      return bold ? `*${slanted}*` : slanted;
    })
    .join('');
const url = 'https://doi.org/10.5555/pots';

describe('Chicago, author-date', () => {
  test.each<[Partial<Bibliography>, string]>([
    [{ ...journal, pages: '131-138' }, 'Carberry, Josiah S. 2008. “On cracked pots.” _Psychoceramics_ 5 (11): 131–38.'],
    [{ ...journal, issue: null, pages: '7' }, 'Carberry, Josiah S. 2008. “On cracked pots.” _Psychoceramics_ 5:7.'],
    [{ ...journal, volume: null }, 'Carberry, Josiah S. 2008. “On cracked pots.” _Psychoceramics_, no. 11.'],
    [
      { ...journal, authors: [carberry, lovelace], title: 'Why do pots crack?' },
      'Carberry, Josiah S., and Ada Lovelace. 2008. “Why do pots crack?” _Psychoceramics_ 5 (11).',
    ],
    [
      { ...journal, publication_type: 'magazine-article', pages: '3' },
      'Carberry, Josiah S. 2008. “On cracked pots.” _Psychoceramics_, February 3, 3.',
    ],
    [
      { ...journal, is_retracted: true },
      'Carberry, Josiah S. 2008. “On cracked pots.” (Retracted). _Psychoceramics_ 5 (11).',
    ],
    [
      { ...chapter, pages: '101-108' },
      'Carberry, Josiah S. 2008. “On cracked pots.” In _Pots_, edited by Ada Lovelace and Josiah S. Carberry, 101–8. Press.',
    ],
    [
      { publication_type: 'edited-book', authors: [], editors: [lovelace], edition: '2', publisher: 'Press' },
      'Lovelace, Ada, ed. 2008. _On cracked pots_. 2nd ed. Press.',
    ],
    [
      { publication_type: 'book', series_title: 'Kiln Studies', volume: '4', publisher: 'Press' },
      'Carberry, Josiah S. 2008. _On cracked pots_. Kiln Studies 4. Press.',
    ],
    [
      { publication_type: 'dissertation', publication_subtype: 'doctoral-thesis', institution: 'Brown University' },
      'Carberry, Josiah S. 2008. “On cracked pots.” PhD diss., Brown University.',
    ],
    [
      { publication_type: 'dataset', publisher: 'Potsarchive' },
      'Carberry, Josiah S. 2008. “On cracked pots.” Dataset. Potsarchive.',
    ],
    [
      { publication_type: 'preprint', publisher: 'PotRxiv' },
      'Carberry, Josiah S. 2008. “On cracked pots.” Preprint, PotRxiv.',
    ],
    [
      { ...journal, authors: many(6), volume: null, issue: null },
      'N1, A, A N2, A N3, A N4, A N5, and A N6. 2008. “On cracked pots.” _Psychoceramics_.',
    ],
    [
      { ...journal, authors: many(7), volume: null, issue: null },
      'N1, A, A N2, A N3, et al. 2008. “On cracked pots.” _Psychoceramics_.',
    ],
    [
      { ...journal, authors: [group('Kiln Group'), person('明', '李')] },
      'Kiln Group, and 李明. 2008. “On cracked pots.” _Psychoceramics_ 5 (11).',
    ],
    [{ authors: [], title: null, publication_date: null, publication_year: null }, '“[Untitled].” n.d.'],
  ])('%j', (fields, expected) => {
    expect(marked(documentStyles.chicago(cite(fields)))).toBe(`${expected} ${url}.`);
  });

  test.each([
    ['3-10', '3–10'],
    ['71-72', '71–72'],
    ['96-117', '96–117'],
    ['100-104', '100–104'],
    ['1100-1113', '1100–1113'],
    ['101-108', '101–8'],
    ['808-833', '808–33'],
    ['1103-1104', '1103–4'],
    ['321-328', '321–28'],
    ['498-532', '498–532'],
    ['1087-1089', '1087–89'],
    ['1496-1500', '1496–500'],
    ['11564-11615', '11564–615'],
    ['12991-13001', '12991–3001'],
    ['e12', 'e12'],
  ])('pages %s are %s, as in the manual', (pages, expected) => {
    expect(textOfRuns(documentStyles.chicago(cite({ ...journal, pages })))).toContain(` 5 (11): ${expected}. `);
  });
});

describe('DIN ISO 690, name and date', () => {
  test.each<[Partial<Bibliography>, en: string, de: string]>([
    [
      { ...journal, pages: '131-138' },
      'CARBERRY, Josiah S., 2008. On cracked pots. _Psychoceramics_ [online]. Vol. 5, no. 11, pp. 131–138.',
      'CARBERRY, Josiah S., 2008. On cracked pots. _Psychoceramics_ [online]. Bd. 5, Nr. 11, S. 131–138.',
    ],
    [
      {
        ...journal,
        publication_type: 'newspaper-article',
        authors: [carberry, lovelace],
        volume: null,
        issue: null,
        pages: '3',
      },
      'CARBERRY, Josiah S. and LOVELACE, Ada, 2008. On cracked pots. _Psychoceramics_ [online]. 3 February, p. 3.',
      'CARBERRY, Josiah S. und LOVELACE, Ada, 2008. On cracked pots. _Psychoceramics_ [online]. 3. Februar, S. 3.',
    ],
    [
      { ...chapter, edition: '2', pages: '101-108', isbn: ['978-3-16-148410-0'], publication_place: 'Bonn' },
      'CARBERRY, Josiah S., 2008. On cracked pots. In: LOVELACE, Ada and CARBERRY, Josiah S. (eds.). _Pots_ [online]. 2nd ed. Bonn: Press, pp. 101–108. ISBN 978-3-16-148410-0.',
      'CARBERRY, Josiah S., 2008. On cracked pots. In: LOVELACE, Ada und CARBERRY, Josiah S. (Hrsg.). _Pots_ [online]. 2. Aufl. Bonn: Press, S. 101–108. ISBN 978-3-16-148410-0.',
    ],
    [
      {
        publication_type: 'edited-book',
        authors: [],
        editors: [lovelace],
        publisher: 'Press',
        series_title: 'Kiln Studies',
        volume: '4',
      },
      'LOVELACE, Ada (ed.), 2008. _On cracked pots_ [online]. Press. Kiln Studies, 4.',
      'LOVELACE, Ada (Hrsg.), 2008. _On cracked pots_ [online]. Press. Kiln Studies, 4.',
    ],
    [
      {
        publication_type: 'dissertation',
        publication_subtype: 'doctoral-thesis',
        institution: 'Brown',
        is_retracted: true,
      },
      'CARBERRY, Josiah S., 2008. _On cracked pots_ [retracted] [online]. Doctoral dissertation. Brown.',
      'CARBERRY, Josiah S., 2008. _On cracked pots_ [zurückgezogen] [online]. Dissertation. Brown.',
    ],
    [
      { ...journal, authors: many(4), volume: null, issue: null },
      'N1, A et al., 2008. On cracked pots. _Psychoceramics_ [online].',
      'N1, A u. a., 2008. On cracked pots. _Psychoceramics_ [online].',
    ],
    [
      { authors: [], title: null, publication_date: null, publication_year: null },
      '_[Untitled]_ [online], [no date].',
      '_[Ohne Titel]_ [online], [ohne Datum].',
    ],
  ])('%j', (fields, en, de) => {
    const citation = cite(fields);
    expect(marked(documentStyles['din-iso-690'](citation))).toBe(`${en} Available from: ${url}`);
    const german = documentStyles['din-iso-690'](citation, { language: 'de' });
    expect(marked(german)).toBe(`${de} Verfügbar unter: ${url}`);
  });
});

test.each<[ReportStyle, string]>([
  ['apa', 'Carberry, J. S. (2008). On cracked pots. _Psychoceramics_, _5_(11).'],
  ['harvard', 'Carberry, J. S. (2008) ‘On cracked pots’, _Psychoceramics_, 5(11).'],
  ['vancouver', 'Carberry JS. On cracked pots. Psychoceramics. 2008 Feb 3;5(11).'],
])('%s sets the journal apart by its rules', (style, expected) => {
  expect(marked(documentStyles[style](cite(journal))).startsWith(expected)).toBe(true);
});

/** Where the processor of CSL, with the published styles, has italics. */
test.each<['apa' | 'harvard', string, (citation: Citation) => boolean]>([
  // Our words for a preprint, a presentation and the like stand after the title, theirs within it.
  ['apa', 'apa', ({ item }) => ['article-journal', 'article-magazine', 'book', 'chapter'].includes(item.type)],
  ['harvard', 'harvard1', ({ item }) => ['article-journal', 'book', 'chapter', 'report', 'thesis'].includes(item.type)],
])('%s has italics where citeproc has them', async (style, template, isAlike) => {
  const slantedBy = (html: string) => [...html.matchAll(/<i>(.*?)<\/i>/g)].map(([, text]) => decoded(text ?? ''));
  const decoded = (text: string) => decodeHTML(text).replaceAll('’', "'");
  const recorded = (await allIngested()).map(({ source, doi, bibliography }) => {
    const original = { source: source === 'openalex' ? 'orcid' : source, original: bibliography } as const;
    return applyIncoming(undefined, anIncoming({ doi, ...original }), [], new Date(0));
  });
  const comparable = [...recorded, ...records]
    .map((record) => citationOf(record, 'en'))
    .filter((citation) => isAlike(citation) && !/["'“‘]|^$/.test(citation.item.title ?? ''));
  expect(comparable.length).toBeGreaterThan(15);
  for (const citation of comparable) {
    const { custom: _, note, status, abstract, ...item } = citation.item;
    const { edition, ...others } = item;
    const theirs = new Cite([others], { generateGraph: false }).format('bibliography', {
      template,
      lang: 'en-GB',
      format: 'html',
    });
    const ours = documentStyles[style]({ ...citation, item: others }).filter(({ italic }) => italic);
    const joined = ours.map(({ text }) => decoded(text));
    expect([item.id, joined]).toEqual([item.id, slantedBy(theirs)]);
  }
});

describe.each(reportStyles)('%s', (style) => {
  const write = documentStyles[style];

  test('the names of own authors are bold, as far as they are named', () => {
    const citation = cite({ ...journal, authors: [carberry, lovelace, person('Q', 'Quench')] });
    const bold = (indexes: number[]) =>
      write(citation, { ownAuthors: new Set(indexes) })
        .filter((run) => run.bold)
        .map(({ text }) => text.toLowerCase());
    expect(bold([])).toEqual([]);
    expect(bold([1])).toEqual([expect.stringContaining('lovelace')]);
    expect(bold([0, 2])).toEqual([expect.stringContaining('carberry'), expect.stringContaining('quench')]);
    expect(bold([7])).toEqual([]);
    const plain = textOfRuns(write(citation));
    expect(textOfRuns(write(citation, { ownAuthors: new Set([0, 1, 2]) }))).toBe(plain);
  });

  test('editors in place of authors are never own authors', () => {
    const book = cite({ publication_type: 'edited-book', authors: [], editors: [lovelace] });
    expect(write(book, { ownAuthors: new Set([0]) }).some(({ bold }) => bold)).toBe(false);
  });

  test('5,000 authors are as many names as the style allows, written in no time', () => {
    const citation = cite({ ...journal, authors: many(5_000) });
    const started = performance.now();
    for (let round = 0; round < 100; round++) write(citation);
    expect(performance.now() - started).toBeLessThan(500);
    expect(textOfRuns(write(citation)).length).toBeLessThan(400);
  });

  test('links lead to the web only', () => {
    const linksOf = (runs: Runs) => runs.flatMap(({ link }) => link ?? []);
    expect(linksOf(write(cite(journal)))).toEqual([url]);
    const work = (address: string) => {
      const citation = cite(journal);
      const { DOI: _, ...item } = citation.item;
      return write({ ...citation, item: { ...item, URL: address } });
    };
    expect(linksOf(work('https://example.org/ö'))).toEqual(['https://example.org/%C3%B6']);
    expect(linksOf(work('javascript:alert(1)'))).toEqual([]);
    expect(textOfRuns(work('javascript:alert(1)'))).toContain('javascript:alert(1)');
  });

  test('a title from right to left is a run of its own', () => {
    const title = 'על כדים';
    const runs = write(cite({ ...journal, title }));
    expect(runs.filter(({ rightToLeft }) => rightToLeft).map(({ text }) => text)).toEqual([title]);
    expect(write(cite(journal)).some(({ rightToLeft }) => rightToLeft)).toBe(false);
  });

  test('whatever a record holds, a citation is one line of runs that have a text', () => {
    const anything = fc.record({ edition: fc.anything(), pages: fc.anything(), volume: fc.anything() });
    fc.assert(
      fc.property(fc.constantFrom(...records), anyText(), anything, (record, title, data) => {
        const citation = citationOf({ ...record, edits: { ...record.edits, title, data } }, 'en');
        for (const language of ['en', 'de'] as const) {
          const runs = write(citation, { ownAuthors: new Set([0]), language });
          expect(textOfRuns(runs)).not.toMatch(/[\n\r]|undefined|null,|\[object| {2}/);
          expect(runs.every(({ text }) => text !== '')).toBe(true);
        }
      }),
    );
  });
});

test('what is stored for lists has the three styles that every release knows', () => {
  for (const record of records) {
    const stored = listCitation(record);
    expect(Object.keys(stored.texts)).toEqual(['apa', 'harvard', 'vancouver']);
    expect(ListCitation.safeParse(stored).success).toBe(true);
  }
});
