import type { PublicationRecord } from '#src/records/publications/publication.ts';
import type { Author, Bibliography } from '#src/vocabulary/bibliography.ts';
import { aBibliography } from '../support/builders.ts';
import { aRecord, group, person } from './records.ts';

const ann = person('Ann', 'Kiln');
const bob = person('Bob', 'Clay');
const withSuffix = (author: Author, suffix: string): Author => ({ ...author, suffix });
const article = {
  title: 'Pots',
  authors: [ann, bob],
  publication_date: '2021-03-04',
  publication_type: 'journal-article',
  container_title: 'Journal of Kilns',
  volume: '12',
  issue: '3',
  pages: '45-67',
};
const paper = {
  ...article,
  publication_type: 'proceedings-article',
  container_title: 'Proceedings of the Kiln Days',
  publisher: 'Nowhere Press',
  volume: null,
  issue: null,
};
const book = {
  title: 'A book of pots',
  authors: [ann],
  publication_date: '2019',
  publication_type: 'book',
  publisher: 'Nowhere Press',
  isbn: ['9783161484100'],
};
const chapter = { ...book, publication_type: 'book-chapter', container_title: 'The book of kilns', pages: '10-20' };

/** Invented records that readers of bibliographies find hard, by what is hard about them. */
export const trickyBibliographies: Record<string, Partial<Bibliography>> = {
  'article to the day': article,
  'article of a month': { ...article, publication_date: '2021-03' },
  'article of a year': { ...article, publication_date: '2021' },
  'article number': { ...article, pages: null, article_number: 'e0042' },
  'pages with hyphens': { ...article, pages: 'S1-12–S1-20' },
  'handling editor': { ...article, editors: [person('Ed', 'Handler')] },
  'book in a series': { ...book, series_title: 'Kiln Studies', volume: '7' },
  'book with a container': { ...book, container_title: 'Glaze Library', volume: '8' },
  'book of editors': { ...book, authors: [], editors: [ann, bob] },
  'edited chapter': { ...chapter, editors: [bob, person('Cy', 'Glaze')] },
  'chapter in a series': { ...chapter, series_title: 'Kiln Studies', volume: '7' },
  'report with a number': {
    ...book,
    publication_type: 'report',
    isbn: [],
    institution: 'Kiln Institute',
    series_title: 'Kiln Reports',
    issue: 'KR-2019-04',
  },
  standard: {
    ...book,
    publication_type: 'standard',
    authors: [],
    isbn: [],
    issue: 'KS 1234',
    publisher: 'Kiln Standards',
  },
  patent: {
    ...book,
    publication_type: 'patent',
    publisher: null,
    isbn: [],
    issue: 'EP1234567',
    publication_date: '2019-05-06',
  },
  software: { ...book, publication_type: 'software', isbn: [], version: '2.1', language: 'en' },
  'data set': { ...book, publication_type: 'dataset', isbn: [], publisher: 'Kiln Archive', version: '2' },
  thesis: { ...book, publication_type: 'dissertation', publisher: null, isbn: [], institution: 'Clay University' },
  preprint: {
    ...book,
    publication_type: 'posted-content',
    isbn: [],
    publisher: null,
    container_title: 'kilnRxiv',
    arxiv_id: '2101.00042',
  },
  paper: { ...paper, event_title: 'Kiln Days 2021', event_place: 'Austin' },
  'paper in a series': { ...paper, series_title: 'Lecture Notes in Kilns', volume: '123', editors: [bob] },
  'whole proceedings': {
    ...book,
    publication_type: 'proceedings',
    authors: [],
    editors: [bob],
    series_title: 'Kiln Notes',
    volume: '9',
  },
  talk: { ...book, publication_type: 'conference-presentation', isbn: [], publisher: null, event_title: 'Kiln Days' },
  'group with a comma': { ...article, authors: [group('Kiln, Glaze and Clay Consortium'), ann] },
  'group of one word': { ...article, authors: [group('KILNET')] },
  'group alone': { ...article, authors: [group('Kiln Study Group')] },
  mononym: { ...article, authors: [person(null, 'Plato'), person(null, 'de Kiln')] },
  suffixes: { ...article, authors: [withSuffix(ann, 'Jr.'), withSuffix(bob, 'III')] },
  particles: {
    ...article,
    authors: [person('Ludwig', 'van der Kiln'), person('María', 'de la Clay Núñez'), person('Otto', 'Von Glaze')],
  },
  'names with and': { ...article, authors: [person('Ann', 'Kiln and Clay'), person('Żofia', 'Łoś-Ångström')] },
  'not Latin': {
    ...article,
    title: '陶器の割れについて',
    authors: [person('明', '李'), group('陶芸学会')],
    language: 'ja',
  },
  'signs of TeX': { ...article, title: '100% of $5 pots & kilns_1 #2 ~ 3^4 \\ end' },
  'signs of formulas': {
    ...article,
    title: 'Pots <5 mm and >80 °C at |x|',
    abstract: 'Of <5 mm | >80 °C.',
    subjects: ['a<b', 'Pots, cracked'],
  },
  braces: { ...article, title: 'The set {pots, kilns} of glazes', abstract: 'A {set} of pots' },
  species: { ...article, title: 'Growth of E. coli in kilns', language: 'en' },
  versus: { ...article, title: 'Kilns vs. pans and the DNA of Peruvian pots', language: 'en-GB' },
  'German title': {
    ...article,
    title: 'Über die Risse im Topf',
    language: 'de',
    container_title: 'Zeitschrift für Öfen',
  },
  'protected book': {
    ...chapter,
    container_title: 'A history of DNA in Peru',
    series_title: 'Studies of Peru',
    language: 'en',
  },
  publisher: { ...book, publisher: 'Clay and Kiln Ltd.', publication_place: 'New York', edition: '2' },
};

export const trickyRecords: PublicationRecord[] = Object.values(trickyBibliographies).map((original, at) =>
  aRecord({
    doi: `10.5555/tricky.${at}`,
    original: aBibliography({ ...original, publication_year: Number(original.publication_date?.slice(0, 4)) }),
  }),
);
