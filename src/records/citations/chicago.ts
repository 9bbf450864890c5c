import { doiUrl } from '#src/vocabulary/identifiers/doi.ts';
import { splitPages } from '#src/vocabulary/text/pages.ts';
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
  type StyleWriter,
  unspacedName,
  yearOfItem,
} from './style-parts.ts';

/** Beyond six authors, the first three are named. */
const maxNamedAuthors = 6;
const namedOfMany = 3;

/** Types whose titles are in italics, not in quotation marks. */
const standalone: ReadonlySet<CslItem['type']> = new Set([
  'book',
  'figure',
  'graphic',
  'map',
  'motion_picture',
  'musical_score',
  'performance',
  'periodical',
  'report',
  'software',
  'song',
  'standard',
]);

const descriptions: Partial<Record<CslItem['type'], string>> = {
  article: 'Preprint',
  dataset: 'Dataset',
  software: 'Software',
  speech: 'Presentation',
  thesis: 'Thesis',
};
const genres: Record<string, string> = { 'Doctoral dissertation': 'PhD diss.' };

/** The reference-list entry in Chicago author-date style, 18th edition, with titles in the case of the source. */
export const chicagoCitation: StyleWriter = ({ item }, { ownAuthors } = {}) => {
  const { names, areEditors } = creatorsOf(item);
  const creators = nameList(names, areEditors ? undefined : ownAuthors);
  const role = areEditors && `, ${names.length === 1 ? 'ed.' : 'eds.'}`;
  const date = sentence(String(yearOfItem(item) ?? 'n.d.'));
  const title = titleOf(item);
  const start = creators.length > 0 ? [sentence(creators, role), date, title] : [title, date];
  const source = isPeriodical(item) ? journalOf(item) : isPart(item) ? bookPartOf(item) : wholeOf(item);
  const end = item.DOI === undefined ? item.URL : doiUrl(item.DOI);
  return joined([...start, ...source.map((part) => sentence(part)), end && cited`${linked(end, end)}.`], ' ');
};

/** "Carberry, Josiah S., Ada Lovelace, and Kiln Consortium". Only the first name is inverted. */
function nameList(names: readonly CslName[], ownAuthors?: ReadonlySet<number>): Runs {
  const isLong = names.length > maxNamedAuthors;
  const shown = isLong ? names.slice(0, namedOfMany) : names;
  const all = [
    ...nameRuns(shown.slice(0, 1), inverted, ownAuthors),
    ...nameRuns(shown.slice(1), forwards, ownAuthors, 1),
  ];
  return isLong ? cited`${joined(all, ', ')}, et al.` : listed(all);
}

/** "A and B" or "A, B, and C". The first one is inverted, with a comma in it, so that two of those have another one. */
function listed(all: readonly Runs[], betweenTwo = ', and '): Runs {
  if (all.length <= 2) return joined(all, betweenTwo);
  return cited`${joined(all.slice(0, -1), ', ')}, and ${all.at(-1)}`;
}

const contributors = (names: readonly CslName[]): Runs =>
  names.length > maxNamedAuthors
    ? cited`${joined(nameRuns(names.slice(0, namedOfMany), forwards), ', ')}, et al.`
    : listed(nameRuns(names, forwards), ' and ');

const inverted = (name: CslName) =>
  'literal' in name
    ? oneLine(name.literal)
    : (unspacedName(name) ?? [name.family, name.given, name.suffix].map(oneLine).filter(Boolean).join(', '));

const forwards = (name: CslName) =>
  'literal' in name
    ? oneLine(name.literal)
    : (unspacedName(name) ?? [name.given, name.family, name.suffix].map(oneLine).filter(Boolean).join(' '));

/** The title, as a sentence: “On cracked pots.” with the full stop within the quotation marks. */
function titleOf(item: CslItem): Runs {
  const title = inOwnDirection(oneLine(item.title) || '[Untitled]');
  const written = standalone.has(item.type) ? sentence(italic(title)) : cited`“${sentence(title)}”`;
  return joined([written, item.status === 'retracted' && '(Retracted).'], ' ');
}

/** "Psychoceramics 5 (11): 1–13", or with the day for magazines and newspapers. */
function journalOf(item: CslItem): CitationPart[] {
  const { volume, issue } = item;
  const [, month, day] = item.issued?.['date-parts'][0] ?? [];
  const isDated = item.type === 'article-magazine' || item.type === 'article-newspaper';
  const name = month === undefined ? undefined : months[month - 1];
  const number = volume ? `${oneLine(volume)}${issue ? ` (${oneLine(issue)})` : ''}` : issue && `no. ${oneLine(issue)}`;
  const pages = shortRange(item.page);
  const container = italic(inOwnDirection(oneLine(item['container-title'])));
  if (isDated) return [joined([container, name && [name, day].filter(Boolean).join(' '), pages], ', ')];
  const separator = issue ? ': ' : ':';
  if (!volume && issue) return [joined([cited`${container}, ${number}`, pages], ': ')];
  if (!number) return [joined([container, pages], ', ')];
  return [joined([joined([container, number], ' '), pages], separator)];
}

/** "In Book of pots, 2nd ed., edited by Ada Lovelace, 1–13" and the publisher. */
function bookPartOf(item: CslItem): CitationPart[] {
  const container = inOwnDirection(oneLine(item['container-title']));
  const isIn = container.length > 0 || item.editor !== undefined;
  const book = [
    container.length > 0 ? italic(container) : '[Untitled]',
    item.volume && `vol. ${oneLine(item.volume)}`,
    editionWord(item),
    item.editor && cited`edited by ${contributors(item.editor)}`,
    shortRange(item.page),
  ];
  return [isIn && cited`In ${joined(book, ', ')}`, translators(item), oneLine(item.publisher)];
}

function wholeOf(item: CslItem): CitationPart[] {
  const container = oneLine(item['container-title']);
  const description = item.genre ? (genres[item.genre] ?? item.genre) : descriptions[item.type];
  const publisher = oneLine(item.publisher);
  const names = [...new Set([container, publisher])].filter(Boolean).map(inOwnDirection);
  const series = [item['collection-title'], item['collection-number']].map(oneLine).filter(Boolean).join(' ');
  const number = item.number && `No. ${oneLine(item.number)}`;
  const isJoined = item.type === 'thesis' || item.type === 'article';
  const published = joined(names, ', ');
  return [
    translators(item),
    editionWord(item),
    item.volume && `Vol. ${oneLine(item.volume)}`,
    series,
    number,
    ...(isJoined ? [joined([description, published], ', ')] : [description, published]),
  ];
}

const translators = (item: CslItem) => item.translator && cited`Translated by ${contributors(item.translator)}`;

const editionWord = ({ edition }: CslItem) =>
  edition && edition !== '1' ? `${editionOf(oneLine(edition))} ed.` : undefined;

/** "123–45" and "101–8": the last page without the digits that the first one has. */
function shortRange(pages: string | undefined): string {
  const written = oneLine(pages);
  const [first, last] = splitPages(written);
  if (last === undefined || !/^\d+$/.test(first) || !/^\d+$/.test(last)) return pageRange(pages);
  if (first.length !== last.length || last <= first || first.length < 3 || first.endsWith('00')) {
    return `${first}–${last}`;
  }
  const same = [...first].findIndex((digit, at) => digit !== last[at]);
  const isBelowTen = Number(first) % 100 < 10;
  const kept = isBelowTen ? same : Math.min(same, first.length - 2);
  return `${first}–${last.slice(kept)}`;
}
