import { doiUrl } from '#src/vocabulary/identifiers/doi.ts';
import type { CslItem, CslName } from './csl.ts';
import { type CitationPart, cited, inOwnDirection, italic, joined, linked, type Runs, sentence } from './runs.ts';
import {
  creatorsOf,
  editionOf,
  isPart,
  isPeriodical,
  months,
  nameRuns,
  oneLine,
  pageRange,
  type StyleLanguage,
  type StyleWriter,
  unspacedName,
  yearOfItem,
} from './style-parts.ts';

/** Beyond it, the first one is named. */
const maxNamedAuthors = 3;

interface Words {
  and: string;
  others: string;
  noDate: string;
  untitled: string;
  retracted: string;
  volume: string;
  number: string;
  page: string;
  pages: string;
  editor: string;
  editors: string;
  translatedBy: string;
  availableFrom: string;
  edition(edition: string): string;
  date(month: number, day: number | undefined): string;
  kinds: Partial<Record<CslItem['type'], string>>;
  /** By the genre of the item, which is in English. */
  genres: Record<string, string>;
}

const germanMonths = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ');

const english: Words = {
  and: ' and ',
  others: ' et al.',
  noDate: '[no date]',
  untitled: '[Untitled]',
  retracted: '[retracted]',
  volume: 'vol.',
  number: 'no.',
  page: 'p.',
  pages: 'pp.',
  editor: '(ed.)',
  editors: '(eds.)',
  translatedBy: 'Translated by',
  availableFrom: 'Available from:',
  edition: (edition) => `${editionOf(edition)} ed.`,
  date: (month, day) => [day, months[month - 1]].filter(Boolean).join(' '),
  kinds: { article: 'Preprint', dataset: 'Data set', software: 'Computer program', thesis: 'Thesis' },
  genres: {},
};

const german: Words = {
  and: ' und ',
  others: ' u. a.',
  noDate: '[ohne Datum]',
  untitled: '[Ohne Titel]',
  retracted: '[zurückgezogen]',
  volume: 'Bd.',
  number: 'Nr.',
  page: 'S.',
  pages: 'S.',
  editor: '(Hrsg.)',
  editors: '(Hrsg.)',
  translatedBy: 'Übersetzt von',
  availableFrom: 'Verfügbar unter:',
  edition: (edition) => {
    const written = editionOf(edition);
    const number = /^\d+/.exec(written)?.[0];
    return number === undefined ? written : `${number}. Aufl.`;
  },
  date: (month, day) => [day === undefined ? undefined : `${day}.`, germanMonths[month - 1]].filter(Boolean).join(' '),
  kinds: { article: 'Preprint', dataset: 'Datensatz', software: 'Computerprogramm', thesis: 'Hochschulschrift' },
  genres: {
    'Doctoral dissertation': 'Dissertation',
    "Master's thesis": 'Masterarbeit',
    "Bachelor's thesis": 'Bachelorarbeit',
    'Licentiate thesis': 'Lizentiatsarbeit',
  },
};

const wordsIn: Record<StyleLanguage, Words> = { en: english, de: german };

/** The reference by DIN ISO 690 in its name and date form, with titles in the case of the source. */
export const isoCitation: StyleWriter = ({ item }, { ownAuthors, language = 'en' } = {}) => {
  const words = wordsIn[language];
  const { names, areEditors } = creatorsOf(item);
  const creators = nameList(names, words, areEditors ? undefined : ownAuthors);
  const role = areEditors && names.length > 0 && ` ${roleOf(names, words)}`;
  const date = String(yearOfItem(item) ?? words.noDate);
  const title = inOwnDirection(oneLine(item.title) || words.untitled);
  const hasHost = isPart(item) || (isPeriodical(item) && item['container-title'] !== undefined);
  const retracted = item.status === 'retracted' && words.retracted;
  const address = item.DOI === undefined ? item.URL : doiUrl(item.DOI);
  const online = address && '[online]';
  const named = joined([hasHost ? title : italic(title), retracted, !hasHost && online], ' ');
  const start = creators.length > 0 ? [cited`${creators}${role}, ${date}`, named] : [cited`${named}, ${date}`];
  const source = hasHost ? hostOf(item, words, online) : wholeOf(item, words);
  const isbn = item.ISBN && (item.type === 'book' || isPart(item)) && `ISBN ${item.ISBN.split(', ')[0]}`;
  const parts = [...start, ...source, isbn].map((part) => sentence(part));
  return joined([...parts, address && cited`${words.availableFrom} ${linked(address, address)}`], ' ');
};

/** "CARBERRY, Josiah S., LOVELACE, Ada and Kiln Consortium". */
function nameList(names: readonly CslName[], words: Words, ownAuthors?: ReadonlySet<number>): Runs {
  const isLong = names.length > maxNamedAuthors;
  const named = nameRuns(isLong ? names.slice(0, 1) : names, inverted, ownAuthors);
  if (isLong) return cited`${named[0]}${words.others}`;
  return joined([joined(named.slice(0, -1), ', '), named.at(-1)], words.and);
}

/** Family names are in capitals, so that they are told from given names in any order. */
const inverted = (name: CslName) =>
  'literal' in name
    ? oneLine(name.literal)
    : (unspacedName(name) ??
      [oneLine(name.family).toUpperCase(), oneLine(name.given), oneLine(name.suffix)].filter(Boolean).join(', '));

const roleOf = (editors: readonly CslName[], words: Words) => (editors.length === 1 ? words.editor : words.editors);

/** "Psychoceramics [online]" and "Vol. 5, no. 11, pp. 1–13", or the book with its editors and publisher. */
function hostOf(item: CslItem, words: Words, online: string | undefined): CitationPart[] {
  const container = inOwnDirection(oneLine(item['container-title']));
  const title = joined([container.length > 0 ? italic(container) : words.untitled, online], ' ');
  const numbers = numbersOf(item, words);
  const pages = pagesOf(item, words);
  if (isPeriodical(item)) return [title, capitalized([...numbers, pages].filter(Boolean).join(', '))];
  const editors = item.editor && cited`${nameList(item.editor, words)} ${roleOf(item.editor, words)}. `;
  const isIn = container.length > 0 || editors !== undefined;
  return [
    isIn && cited`In: ${editors}${title}`,
    item.translator && cited`${words.translatedBy} ${nameList(item.translator, words)}`,
    capitalized(numbers.join(', ')),
    item.edition && item.edition !== '1' && words.edition(oneLine(item.edition)),
    [publisherOf(item), pages].filter(Boolean).join(', '),
    seriesOf(item),
  ];
}

function wholeOf(item: CslItem, words: Words): CitationPart[] {
  const container = oneLine(item['container-title']);
  const kind = item.genre ? (words.genres[item.genre] ?? item.genre) : words.kinds[item.type];
  const publisher = publisherOf(item);
  return [
    kind,
    item.translator && cited`${words.translatedBy} ${nameList(item.translator, words)}`,
    capitalized(numbersOf(item, words).join(', ')),
    item.edition && item.edition !== '1' && words.edition(oneLine(item.edition)),
    container !== publisher && inOwnDirection(container),
    publisher,
    seriesOf(item),
  ];
}

/** "vol. 5" and "no. 11", as far as they are known, and of newspapers and magazines the day. */
function numbersOf(item: CslItem, words: Words): string[] {
  const [, month, day] = item.issued?.['date-parts'][0] ?? [];
  const isDated = item.type === 'article-magazine' || item.type === 'article-newspaper';
  const number = item.issue ?? item.number;
  return [
    isDated && month !== undefined ? words.date(month, day) : '',
    item.volume ? `${words.volume} ${oneLine(item.volume)}` : '',
    number ? `${words.number} ${oneLine(number)}` : '',
  ].filter(Boolean);
}

/** "pp. 1–13". */
function pagesOf(item: CslItem, words: Words): string {
  const range = pageRange(item.page);
  return range && `${/[–,]/.test(range) ? words.pages : words.page} ${range}`;
}

const publisherOf = (item: CslItem) =>
  [oneLine(item['publisher-place']), oneLine(item.publisher)].filter(Boolean).join(': ');

const seriesOf = (item: CslItem) =>
  [oneLine(item['collection-title']), oneLine(item['collection-number'])].filter(Boolean).join(', ');

const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
