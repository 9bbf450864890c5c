import { doiUrl } from '#src/vocabulary/identifiers/doi.ts';
import type { CslItem, CslName } from './csl.ts';
import { type CitationPart, cited, inOwnDirection, joined, linked, type Runs, sentence } from './runs.ts';
import {
  creatorsOf,
  editionOf,
  initials,
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

/** Beyond it, the first six are named. */
const maxNamedAuthors = 6;

const descriptions: Partial<Record<CslItem['type'], string>> = {
  dataset: 'dataset',
  software: 'software',
  thesis: 'thesis',
};

/** The citation in Vancouver style (Citing Medicine, 2nd edition), without a number. */
export const vancouverCitation: StyleWriter = ({ item }, { ownAuthors } = {}) => {
  const { names, areEditors } = creatorsOf(item);
  const creators = areEditors && names.length > 0 ? withRole(names) : nameList(names, ownAuthors);
  const kind = item.genre?.toLowerCase().replace('doctoral ', '') ?? descriptions[item.type];
  const notes = [kind, item.status === 'retracted' && 'retracted'].filter(Boolean);
  const title = inOwnDirection(oneLine(item.title) || '[Untitled]');
  const named = joined([title, ...notes.map((note) => `[${note}]`)], ' ');
  const isInJournal = isPeriodical(item) && item['container-title'] !== undefined;
  const parts = [creators, named, ...(isInJournal ? journalOf(item) : bookOf(item))].map((part) => sentence(part));
  const address = item.URL && cited`Available from: ${linked(item.URL, item.URL)}`;
  const end = item.DOI === undefined ? address : cited`doi:${linked(item.DOI, doiUrl(item.DOI))}`;
  return joined([...parts, end], ' ');
};

/** "Carberry JS, de la Cruz M Jr, Kiln Consortium, et al." */
function nameList(names: readonly CslName[], ownAuthors?: ReadonlySet<number>): Runs {
  const named = nameRuns(names.slice(0, maxNamedAuthors), formOf, ownAuthors);
  return joined([...named, names.length > maxNamedAuthors && 'et al.'], ', ');
}

function formOf(name: CslName): string {
  if ('literal' in name) return oneLine(name.literal);
  const letters = initials(name)?.flat().join('');
  const suffix = oneLine(name.suffix).replace(/\.$/, '');
  return unspacedName(name) ?? [oneLine(name.family), letters, suffix].filter(Boolean).join(' ');
}

const withRole = (names: readonly CslName[]): Runs => cited`${nameList(names)}, editor${names.length === 1 ? '' : 's'}`;

/** "Psychoceramics" and "2008 Feb 3;5(11):1–13". */
function journalOf(item: CslItem): CitationPart[] {
  const [year, month, day] = item.issued?.['date-parts'][0] ?? [];
  const name = month === undefined ? undefined : months[month - 1]?.slice(0, 3);
  const date = [year, name, day].filter((part) => part !== undefined).join(' ');
  const number = `${oneLine(item.volume)}${item.issue ? `(${oneLine(item.issue)})` : ''}`;
  const pages = shortRange(item.page);
  const place = `${number}${pages ? `:${pages}` : ''}`;
  return [inOwnDirection(oneLine(item['container-title'])), [date, place].filter(Boolean).join(';')];
}

/** "In: Lovelace A, editor. Book of pots. 2nd ed. Brown: Nowhere Press; 2008. p. 1–13". */
function bookOf(item: CslItem): CitationPart[] {
  const container = oneLine(item['container-title']);
  const editors = isPart(item) && item.editor && cited`${withRole(item.editor)}. `;
  const isIn = isPart(item) && (container || editors);
  const name = inOwnDirection(container);
  const within = isIn ? cited`In: ${editors}${container ? name : '[Untitled]'}` : name;
  const publisher = [oneLine(item['publisher-place']), oneLine(item.publisher)].filter(Boolean).join(': ');
  const isRepeated = !isIn && container === publisher;
  const pages = item.type === 'book' ? '' : shortRange(item.page);
  return [
    !isRepeated && within,
    item.edition && item.edition !== '1' && `${editionOf(oneLine(item.edition))} ed.`,
    [publisher, yearOfItem(item)].filter(Boolean).join('; '),
    pages && `p. ${pages}`,
    item['collection-title'] && `(${oneLine(item['collection-title'])})`,
  ];
}

/** "31–8" for "31-38" and "R12–9" for "R12-R19": the last page without the digits that the first one has. */
function shortRange(pages: string | undefined): string {
  const range = pageRange(pages);
  const [, prefix = '', first = '', last = ''] = /^([A-Z]*)(\d+)–\1(\d+)$/i.exec(range) ?? [];
  if (first === '' || first.length !== last.length || last <= first) return range;
  const same = [...first].findIndex((digit, at) => digit !== last[at]);
  return `${prefix}${first}–${last.slice(same)}`;
}
