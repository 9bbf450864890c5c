import { describe, expect, test } from '@jest/globals';
import { pairsAmong } from '#src/duplicates/domain/all-pairs.ts';
import {
  blockKeys,
  type Comparable,
  type ComparableFields,
  comparableOf,
  comparableRecord,
  comparableWork,
} from '#src/records/likeness/comparable.ts';
import { compare, type DuplicateReason, isCertain } from '#src/records/likeness/compare.ts';
import { applyIncoming } from '#src/records/publications/publication.ts';
import { applyWork } from '#src/records/works/work-content.ts';
import { aBibliography, anIncoming, aSummary, carberry } from '../../support/builders.ts';

let dois = 0;
/** An article of Carberry and Lovelace in 2020. */
const a = (fields: Partial<ComparableFields> = {}): Comparable =>
  comparableOf({
    doi: `10.5555/${dois++}`,
    title: 'Leakage in connected teapots of the early kingdom',
    subtitle: null,
    year: 2020,
    authors: ['Carberry', 'Lovelace'],
    venue: 'Journal of Psychoceramics',
    type: 'journal-article',
    orcids: ['0000-0002-1825-0097'],
    ...fields,
  });
/** A work without a DOI of Carberry. */
const work = (fields: Partial<ComparableFields> = {}) => a({ doi: null, authors: [], ...fields });
const title = 'Leakage in connected teapots of the early kingdom';
const withIds = (compared: Comparable, ...ids: string[]): Comparable => ({
  ...compared,
  entry: { ids, date: null, enteredBy: null },
});
const qualitative = { subtitle: 'A qualitative study' };
const preprint = { type: 'posted-content', venue: null } as const;
const dataset = { type: 'dataset', venue: null } as const;

const alike: [string, Comparable, Comparable, DuplicateReason[]][] = [
  ['the same article twice', a(), a(), ['same_title', 'same_authors', 'same_year', 'same_venue']],
  [
    'case, accents, ligatures and punctuation',
    a({ title: 'Städte & Höfe: ﬁne Häuser im Norden' }),
    a({ title: 'STADTE AND HOFE - fine Hauser im Norden' }),
    ['same_title'],
  ],
  [
    'hyphens and blanks',
    a({ title: 'Multi-scale teapot modelling today' }),
    a({ title: 'Multiscale tea pot modelling today' }),
    ['same_title'],
  ],
  [
    'a preprint and its article a year later',
    a({ ...preprint, year: 2019 }),
    a(),
    ['same_title', 'adjacent_year', 'preprint'],
  ],
  [
    'a preprint on arXiv, of type "other"',
    a({ doi: '10.48550/arxiv.2001.00001', type: 'other', venue: 'arXiv' }),
    a(),
    ['preprint'],
  ],
  [
    'a preprint with a slightly different title',
    a({ ...preprint, title: 'Leakage in connected tea pots of the early kingdom period of Egypt' }),
    a({ title: 'Leakage in connected tea pots of the early kingdom period in Egypt' }),
    ['similar_title', 'preprint'],
  ],
  [
    'a preprint and a conference paper',
    a(preprint),
    a({ type: 'proceedings-article', venue: 'Proc. Pots' }),
    ['preprint'],
  ],
  [
    'a preprint of a chapter in the same year',
    a(preprint),
    a({ type: 'book-chapter', venue: 'Handbook of pots' }),
    ['preprint'],
  ],
  [
    'two versions of a preprint',
    a({ ...preprint, doi: '10.1101/pots.v1' }),
    a({ ...preprint, doi: '10.1101/pots.v2' }),
    ['doi_version'],
  ],
  [
    'a data set and its version',
    a({ ...dataset, doi: '10.6084/m9.figshare.77' }),
    a({ ...dataset, doi: '10.6084/m9.figshare.77.v2', year: 2024 }),
    ['doi_version'],
  ],
  [
    'two versions years apart',
    a({ ...dataset, doi: '10.6084/m9.figshare.7.v1', year: 2015 }),
    a({ ...dataset, doi: '10.6084/m9.figshare.7.v3' }),
    ['doi_version'],
  ],
  [
    'a version with a title that says little',
    a({ ...dataset, title: 'Data', doi: '10.6084/m9.figshare.8' }),
    a({ ...dataset, title: 'Data', doi: '10.6084/m9.figshare.8.v1' }),
    ['doi_version'],
  ],
  [
    'a version without authors',
    a({ ...dataset, authors: [], doi: '10.6084/m9.figshare.9' }),
    a({ ...dataset, authors: [], doi: '10.6084/m9.figshare.9.v1' }),
    ['doi_version'],
  ],
  [
    'equal titles of five words without authors on either side, two years apart',
    a({ title: 'Guidelines for firing communal kilns', authors: [], orcids: [], venue: null, type: 'report' }),
    a({
      title: 'Guidelines for firing communal kilns',
      authors: [],
      orcids: [],
      venue: null,
      type: 'report',
      year: 2022,
    }),
    ['same_title', 'close_year'],
  ],
  [
    'editions of an entry of a living reference work',
    a({ type: 'reference-entry', doi: '10.1007/978-3-319-00000-1_99-1', year: 2015, venue: 'Encyclopedia of Kilns' }),
    a({ type: 'reference-entry', doi: '10.1007/978-3-319-00000-1_99-2', venue: 'Encyclopedia of Kilns' }),
    ['doi_version'],
  ],
  [
    'an entry of a living reference work and its first edition',
    a({ type: 'reference-entry', doi: '10.1007/978-3-319-00000-1_98', year: 2017, venue: 'Encyclopedia of Kilns' }),
    a({ type: 'reference-entry', doi: '10.1007/978-3-319-00000-1_98-1', venue: 'Encyclopedia of Kilns' }),
    ['doi_version'],
  ],
  ['two deposits of a data set', a(dataset), a(dataset), ['same_title', 'same_authors']],
  [
    'a title with its subtitle in two forms',
    a({ subtitle: 'A survey of finds' }),
    a({ title: `${title}: a survey of finds` }),
    ['same_title'],
  ],
  ...[
    'A survey of finds',
    'Cross-talk of kilns',
    'The glaze responses in pots',
    '10 changes for kilns',
    `Of ${'glaze '.repeat(60)}`,
  ].map((subtitle): [string, Comparable, Comparable, DuplicateReason[]] => [
    `a title with and without its subtitle "${subtitle.slice(0, 30)}"`,
    a({ subtitle }),
    a(),
    ['same_title_without_subtitle'],
  ]),
  [
    'a translated title beside the same original',
    a({ title: { en: 'Cracked pots of the old kingdom', pt: 'Potes rachados do reino antigo' } }),
    a({ title: 'Potes rachados do reino antigo' }),
    ['same_title'],
  ],
  [
    'translations in another order',
    a({ title: { pt: 'Potes rachados do reino antigo', en: 'Cracked pots of the old kingdom' } }),
    a({ title: { en: 'Cracked pots of the old kingdom', de: 'Zerbrochene Töpfe' } }),
    ['same_title'],
  ],
  ['a subtitle that says how it was studied', a(qualitative), a(), ['same_title_without_subtitle']],
  ['such a subtitle, online first', a(qualitative), a({ year: 2021 }), ['adjacent_year', 'same_venue']],
  ['such a subtitle of an article, not of its preprint', a(qualitative), a({ ...preprint, year: 2019 }), ['preprint']],
  ['such a subtitle, and a work without it', a(qualitative), work({ venue: null }), ['same_researcher']],
  [
    'an article and its copy in a repository, years later and of another type',
    withIds(a(), 'handle 1/a'),
    withIds(a({ type: 'report', venue: 'Brown University Repository', year: 2024 }), 'handle 1/a'),
    ['same_title', 'same_authors', 'same_identifier'],
  ],
  [
    'a copy without authors',
    withIds(a(), 'pmc PMC7'),
    withIds(a({ authors: [], orcids: [], venue: 'Repository', year: null }), 'pmc PMC7'),
    ['same_title', 'same_identifier'],
  ],
  ['an abbreviated journal', a(), a({ venue: 'J. Psychoceram.' }), ['same_venue']],
  ['a journal with its society', a(), a({ venue: 'The Journal of Psychoceramics Online' }), ['same_venue']],
  [
    'names with and without particles',
    a({ authors: ['van den Berg', "O'Neil"] }),
    a({ authors: ['Berg', 'ONeil'] }),
    ['same_authors'],
  ],
  ['printed names', a({ authors: ['Josiah Carberry', 'Ada Lovelace'] }), a(), ['same_authors']],
  ['only the first author is named', a({ authors: ['Carberry'] }), a(), ['shared_authors']],
  ['another order of authors', a({ authors: ['Lovelace', 'Carberry'] }), a(), ['same_authors']],
  ['a type of no kind', a({ type: 'other' }), a(), ['same_title']],
  ['no type at all', a({ type: null }), a(), ['same_title']],
  ['no year', a({ year: null }), a(), ['same_title']],
  ['no venue', a({ venue: null }), a(), ['same_title']],
  ['no authors, but all else', a({ authors: [] }), a(), ['same_title', 'same_year', 'same_venue']],
  ['the same editorial twice', a({ title: 'Editorial' }), a({ title: 'Editorial' }), ['same_title', 'same_venue']],
  ['online first and in print', a({ year: 2019 }), a(), ['adjacent_year']],
  ['a Chinese title', a({ title: '古代茶壶的泄漏研究' }), a({ title: '古代茶壶的泄漏研究' }), ['same_title']],
  ['a work of one of the researchers', work(), a(), ['same_title', 'same_researcher', 'same_year']],
  ['a work of another type', work({ type: 'conference-paper', venue: null }), a(), ['same_researcher']],
  ['a work without a year', work({ year: null, venue: null }), a(), ['same_researcher']],
  [
    'a work that is entered as the book of its chapter',
    work({ type: 'book', venue: null }),
    a({ type: 'book-chapter', venue: 'Pots' }),
    ['same_researcher'],
  ],
  ['a preprint two years before', a({ ...preprint, year: 2018 }), a(), ['close_year', 'preprint']],
  ['a work two years before, with a long title', work({ year: 2018 }), a(), ['close_year']],
  [
    'no authors at one, which a researcher shares',
    a({ authors: [], venue: null, year: 2019 }),
    a(),
    ['same_researcher'],
  ],
  ['no authors at one, and a long title', a({ authors: [], orcids: [], venue: null }), a(), ['long_title']],
  ['authors in another script', a({ authors: ['Карберри', 'Лавлейс'] }), a(), ['same_researcher']],
  [
    'an umlaut written out',
    a({ authors: ['Müller', 'Lovelace'] }),
    a({ authors: ['Mueller', 'Lovelace'] }),
    ['same_authors'],
  ],
  ['a retracted article and its entry', a({ title: `RETRACTED: ${title}` }), work(), ['same_title']],
  [
    'the same place in a journal',
    a({ volume: '7', pages: 'e12-e20' }),
    a({ volume: '07', pages: '12' }),
    ['same_venue'],
  ],
  ['a volume that is a year', a({ volume: '2020' }), a({ volume: '7' }), ['same_venue']],
  [
    'an erratum twice, misspelt',
    a({ title: `Erratum: ${title}` }),
    a({ title: `Erratum: ${title.replace('kingdom', 'kingdm')}` }),
    ['similar_title'],
  ],
  ['two works of one researcher', work(), work({ type: 'report', venue: null }), ['same_researcher']],
  ['a work of the preprint', work({ venue: 'medRxiv', type: 'preprint' }), a(preprint), ['same_researcher']],
];

const different: [string, Comparable, Comparable][] = [
  ['editorials of different years', a({ title: 'Editorial' }), a({ title: 'Editorial', year: 2021 })],
  ['editorials of different journals', a({ title: 'Editorial' }), a({ title: 'Editorial', venue: 'Annals of Kilns' })],
  ['editorials of different people', a({ title: 'Editorial' }), a({ title: 'Editorial', authors: ['Hopper'] })],
  ['editorials without authors', a({ title: 'Editorial', authors: [] }), a({ title: 'Editorial', authors: [] })],
  ['editorials of 2020 and 2021 among the works', work({ title: 'Editorial' }), a({ title: 'Editorial', year: 2021 })],
  [
    'an introduction in each of two books',
    a({ title: 'Introduction', type: 'book-chapter', venue: 'Pots' }),
    a({ title: 'Introduction', type: 'book-chapter', venue: 'Pans' }),
  ],
  ['an article and its erratum', a(), a({ title: `Erratum: ${title}` })],
  ['errata of different years', a({ title: `Erratum: ${title}` }), a({ title: `Erratum: ${title}`, year: 2021 })],
  ['an article and its retraction', a(), a({ title: `Retraction: ${title}` })],
  ['an article and a reply', a(), a({ title: `Reply to ${title}` })],
  ['an article and its review', a(), a({ title: `Review of ${title}`, type: 'peer-review' })],
  ['part 1 and part 2', a({ title: `${title}. Part 1` }), a({ title: `${title}. Part 2` })],
  ['part I and part II', a({ title: `${title}: Part I` }), a({ title: `${title}: Part II` })],
  ['a first part and the whole', a({ title: `${title}: Part I` }), a()],
  [
    'the reports of two years',
    a({ title: 'Annual report on teapots and kettles 2019', type: 'report' }),
    a({ title: 'Annual report on teapots and kettles 2020', type: 'report' }),
  ],
  [
    'two figures',
    a({ ...dataset, title: 'Figure 1 of leakage in connected teapots' }),
    a({ ...dataset, title: 'Figure 2 of leakage in connected teapots' }),
  ],
  ['studies of one project in two years', a({ ...qualitative, venue: null }), a({ year: 2021 })],
  ['studies of one project in two journals', a({ ...qualitative, type: null }), a({ venue: 'Annals of Kilns' })],
  [
    'studies of one project by others of a team',
    a({ ...qualitative, authors: ['Carberry', 'Lovelace', 'Hopper'] }),
    a(),
  ],
  [
    'one identifier at two texts',
    withIds(a(), 'handle 1/a'),
    withIds(a({ title: 'A catalogue of kettles of the late kingdom' }), 'handle 1/a'),
  ],
  ['one identifier, but other authors', withIds(a(), 'pmid 7'), withIds(a({ authors: ['Hopper'] }), 'pmid 7')],
  [
    'one identifier at an article and its erratum',
    withIds(a(), 'pmid 7'),
    withIds(a({ title: `Erratum: ${title}` }), 'pmid 7'),
  ],
  [
    'one identifier at two volumes of a journal',
    withIds(a({ volume: '7' }), 'pmid 7'),
    withIds(a({ volume: '8' }), 'pmid 7'),
  ],
  [
    'two chapters of a book with one title',
    withIds(a({ type: 'book-chapter', venue: 'Pots', year: 2018 }), 'isbn 7'),
    withIds(a({ type: 'book-chapter', venue: 'Pots' }), 'isbn 7'),
  ],
  ['different subtitles', a({ subtitle: 'A survey' }), a({ subtitle: 'The late finds' })],
  ...['A response to Hopper', 'The authors’ response', 'A talk given in Brown', '2. The late finds', '12 pots'].map(
    (subtitle): [string, Comparable, Comparable] => [`a subtitle of another text: ${subtitle}`, a({ subtitle }), a()],
  ),
  ['a conference paper and a journal article', a({ type: 'proceedings-article', venue: 'Proceedings of Pots' }), a()],
  ['the same statement in two journals', a(), a({ venue: 'Annals of Kilns' })],
  ['a chapter and its book', a({ type: 'book-chapter', venue: title }), a({ type: 'book', venue: null })],
  ['two editions of a book', a({ type: 'book', venue: null, year: 2018 }), a({ type: 'book', venue: null })],
  [
    'a chapter of two editions',
    a({ type: 'book-chapter', venue: 'Pro Pots', year: 2019 }),
    a({ type: 'book-chapter', venue: 'Pro Pots 2.0' }),
  ],
  ['a data set and its article', a(dataset), a()],
  ['data for an article', a({ ...dataset, title: `Data from: ${title}` }), a()],
  ['a data set and software', a(dataset), a({ type: 'software', venue: null })],
  ['a supplement', a({ type: 'component', venue: null }), a()],
  ['a thesis and an article from it', a({ type: 'dissertation', venue: null }), a()],
  ['the same title of other people', a(), a({ authors: ['Hopper', 'Hamilton'] })],
  [
    'one common author of many',
    a({ authors: ['Hopper', 'Hamilton', 'Lovelace', 'Noether'] }),
    a({ authors: ['Carberry', 'Lovelace'] }),
  ],
  ['no authors and another venue', a({ authors: [], venue: 'Annals of Kilns' }), a({ authors: [] })],
  [
    'short titles without authors in two years',
    a({ title: 'Leaking old pots', authors: [], orcids: [] }),
    a({ title: 'Leaking old pots', year: 2021 }),
  ],
  [
    'equal titles without authors three years apart',
    a({ authors: [], orcids: [], venue: null }),
    a({ authors: [], orcids: [], venue: null, year: 2023 }),
  ],
  [
    'short titles without authors on either side, two years apart',
    a({ title: 'Firing old kilns', authors: [], orcids: [], venue: null }),
    a({ title: 'Firing old kilns', authors: [], orcids: [], venue: null, year: 2022 }),
  ],
  ['equal titles two years apart, with authors', a(), a({ year: 2022 })],
  [
    'two entries of a living reference work',
    a({ type: 'reference-entry', doi: '10.1007/978-3-319-00000-1_97-1', year: 2015 }),
    a({ type: 'reference-entry', doi: '10.1007/978-3-319-00000-1_96-1' }),
  ],
  ['many years apart', a({ year: 2010 }), a()],
  ['a preprint five years before', a({ ...preprint, year: 2015 }), a()],
  ['similar titles of different studies', a({ title: 'Leakage in connected teapots of the late kingdom' }), a()],
  ['a column in two volumes', a({ volume: '7' }), a({ volume: '8' })],
  ['a column in two issues', a({ volume: '7', issue: '1' }), a({ volume: '7', issue: '2' })],
  ['two articles of an issue', a({ volume: '7', pages: '12-14' }), a({ volume: '7', pages: '15-19' })],
  ['a poster and its article', a({ type: 'conference-poster', venue: null }), a()],
  ['a poster among the works, and the article', work({ type: 'conference-poster', venue: null }), a()],
  [
    'a talk that is repeated the next year',
    work({ type: 'lecture-speech', year: 2019 }),
    work({ type: 'lecture-speech' }),
  ],
  ['a chapter and the book of that name', work({ type: 'book-chapter' }), a({ type: 'book', venue: null })],
  [
    'downloads from GBIF',
    a({ ...dataset, title: 'GBIF Occurrence Download' }),
    a({ ...dataset, title: 'GBIF Occurrence Download' }),
  ],
  ['two reviews of an article', a({ type: 'peer-review', venue: null }), a({ type: 'peer-review', venue: null })],
  ['two supplements of an article', a({ type: 'component', venue: null }), a({ type: 'component', venue: null })],
  [
    'long titles that differ at the end',
    a({ title: `${title} ${'and of other finds '.repeat(30)} at 7 TeV` }),
    a({ title: `${title} ${'and of other finds '.repeat(30)} at 13 TeV` }),
  ],
  [
    'conferences of two years',
    a({ type: 'proceedings-article', venue: 'Proceedings of the 12th Conference on Pots' }),
    a({ type: 'proceedings-article', venue: 'Proceedings of the 13th Conference on Pots' }),
  ],
  ['works of two researchers', work(), work({ orcids: ['0009-0000-0000-0008'] })],
  ['short similar titles', a({ title: 'Leaking old pots' }), a({ title: 'Leaking old pans' })],
  ['files of the same name', a({ ...dataset, title: 'README.txt' }), a({ ...dataset, title: 'README.txt' })],
  [
    'supplementary material',
    a({ ...dataset, title: 'Supplementary material' }),
    a({ ...dataset, title: 'Supplementary material' }),
  ],
  ['no titles', a({ title: null }), a({ title: null })],
  ['a work of somebody else', work({ orcids: ['0009-0000-0000-0008'] }), a()],
  ['a work years apart', work({ year: 2015 }), a()],
  ['a work that is a data set', work({ type: 'data-set' }), a()],
  ['an editorial among the works', work({ title: 'Editorial', venue: null }), a({ title: 'Editorial' })],
  [
    'standards of the same name',
    a({ type: 'standard', authors: [], orcids: [], year: null, venue: null }),
    a({ type: 'standard', authors: [], orcids: [], year: null, venue: null }),
  ],
];

describe('alike', () => {
  test.each(alike)('%s', (_, one, other, reasons) => {
    const found = compare(one, other);
    expect(found?.reasons).toEqual(expect.arrayContaining(reasons));
    expect(found?.score).toBeGreaterThanOrEqual(70);
    expect(found?.score).toBeLessThanOrEqual(100);
    expect(compare(other, one)).toEqual({ score: found?.score, reasons: found?.reasons });
  });

  test.each(alike)('%s: found in a common block, whichever is stored last', (_, one, other) => {
    for (const [stored, last] of [
      [one, other],
      [other, one],
    ] as const) {
      const keys = new Set(blockKeys(stored, 'stored'));
      expect(blockKeys(last, 'read').some((key) => keys.has(key))).toBe(true);
    }
  });
});

describe('a work and a publication with the same identifier are certain', () => {
  const book = { type: 'book-chapter', venue: 'Pots of the north', pages: '17-20' };
  test.each<[string, Comparable, Comparable, boolean]>([
    ['of the text', withIds(work(), 'pmid 7'), withIds(a(), 'pmid 8', 'pmid 7'), true],
    ['of another text', withIds(work(), 'pmid 7'), withIds(a(), 'pmid 8'), false],
    ['at two publications', withIds(a(), 'pmid 7'), withIds(a(), 'pmid 7'), false],
    [
      'at two publications whose authors nobody knows',
      withIds(a({ authors: [] }), 'pmid 7'),
      withIds(a({ authors: [] }), 'pmid 7'),
      false,
    ],
    ['of the book, and title', withIds(work(), 'isbn 7'), withIds(a(), 'isbn 7'), true],
    [
      'of the book, and page',
      withIds(work({ ...book, subtitle: 'A survey of finds' }), 'isbn 7'),
      withIds(a(book), 'isbn 7'),
      true,
    ],
    [
      'of the book alone',
      withIds(work({ ...book, subtitle: 'A survey of finds', pages: null }), 'isbn 7'),
      withIds(a(book), 'isbn 7'),
      false,
    ],
    ['of somebody else', withIds(work(), 'pmid 7'), withIds(a({ orcids: [] }), 'pmid 7'), false],
  ])('%s', (_, one, other, isExpected) => {
    const likeness = compare(one, other);
    expect(
      likeness !== undefined &&
        isCertain(
          likeness,
          [one, other].map(({ doi }) => (doi === null ? 'work' : 'publication')),
        ),
    ).toBe(isExpected);
  });

  test('however it is written', () => {
    const original = aBibliography({ title, pmid: '17', pmcid: 'PMC18', handle: '1/A', arxiv_id: '1902.02534' });
    const record = applyIncoming(undefined, anIncoming({ original }), [], new Date(0));
    expect(comparableRecord(record).entry?.ids).toEqual(['pmid 17', 'pmc PMC18', 'handle 1/a', 'arxiv 1902.02534']);
    const identifiers = [
      ['pmid', 'PMID: 17'],
      ['pmc', '18'],
      ['handle', 'https://hdl.handle.net/1/A'],
      ['arxiv', 'arXiv:1902.02534v2'],
    ].map(([type = '', value = '']) => ({ type, value, url: null, relationship: 'self' }));
    const incoming = { id: '1', orcid: carberry, preferred: aSummary(), putCodes: [1], identifiers };
    expect(comparableWork(applyWork(undefined, incoming, new Date(0)))?.entry?.ids).toEqual(
      comparableRecord(record).entry?.ids,
    );
  });
});

test.each(different)('different: %s', (_, one, other) => {
  expect(compare(one, other)).toBeUndefined();
  expect(compare(other, one)).toBeUndefined();
});

test('a pass compares copies that have only their identifier in common with each other', () => {
  const copy = { title: title.replace('Leakage', 'Leakege'), authors: ['Lovelace', 'Carberry'], orcids: [] };
  const pairs = (...ids: string[]) =>
    pairsAmong(
      [withIds(a(), 'handle 1/a'), withIds(a(copy), ...ids)].map((comparable, index) => ({
        record: { kind: 'publication', id: String(index) },
        comparable,
      })),
    );
  expect(pairs('handle 1/a')).toHaveLength(1);
  expect(pairs('handle 1/b')).toEqual([]);
});

test('the more is the same, the higher is the score', () => {
  const score = (fields: Partial<ComparableFields>) => compare(a(), a(fields))?.score ?? 0;
  const scores = [
    score({}),
    score({ venue: null }),
    score({ venue: null, year: 2021 }),
    score({ venue: null, year: 2021, authors: ['Carberry'] }),
  ];
  expect(scores).toEqual([...scores].sort((one, other) => other - one));
  expect(new Set(scores).size).toBe(scores.length);
});

test('there are few blocks, and what is copied into them is small, whatever the sources say', () => {
  const long = 'w\u00f6rd '.repeat(5_000);
  const comparable = a({
    title: { en: long, de: `x ${long}`, fr: `y ${long}` },
    subtitle: long,
    authors: Array.from({ length: 5_000 }, () => 'n'.repeat(500)),
    venue: long,
    orcids: Array.from({ length: 500 }, (_, n) => `0000-0000-0000-${n}`),
  });
  expect(blockKeys(comparable, 'stored').length).toBeLessThanOrEqual(9);
  expect(blockKeys(comparable, 'read').length).toBeLessThanOrEqual(14);
  // One that is usual has four: each costs a write.
  expect(blockKeys(a(), 'stored')).toHaveLength(4);
  expect(JSON.stringify(comparable).length).toBeLessThan(1_500);
});

test('all editorials are not in one block', () => {
  const keys = [2020, 2021].flatMap((year) =>
    ['Carberry', 'Hopper'].map((author) =>
      blockKeys(a({ title: 'Editorial', year, authors: [author] }), 'stored').join(),
    ),
  );
  expect(new Set(keys).size).toBe(4);
});
