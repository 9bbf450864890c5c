import type { Citation, CslItem, CslName } from './csl.ts';
import {
  editionOf,
  initials,
  isPart,
  isPeriodical,
  months,
  oneLine,
  pageRange,
  sentence,
  unspacedName,
} from './style-parts.ts';

/** Beyond it, the first six are named. */
const maxNamedAuthors = 6;

const descriptions: Partial<Record<CslItem['type'], string>> = {
  dataset: 'dataset',
  software: 'software',
  thesis: 'thesis',
};

/** The citation in Vancouver style (Citing Medicine, 2nd edition) as plain text, without a number. */
export function vancouverCitation({ item }: Citation): string {
  const editors = isPart(item) ? [] : (item.editor ?? []);
  const names = item.author ?? editors;
  const creators = item.author || names.length === 0 ? nameList(names) : withRole(names);
  const kind = item.genre?.toLowerCase().replace('doctoral ', '') ?? descriptions[item.type];
  const notes = [kind, item.status === 'retracted' && 'retracted'].filter(Boolean);
  const title = [oneLine(item.title) || '[Untitled]', ...notes.map((note) => `[${note}]`)].join(' ');
  const isInJournal = isPeriodical(item) && item['container-title'] !== undefined;
  const end = item.DOI === undefined ? item.URL && `Available from: ${item.URL}` : `doi:${item.DOI}`;
  return [creators, title, ...(isInJournal ? journalOf(item) : bookOf(item))]
    .map(sentence)
    .concat(end ?? [])
    .filter(Boolean)
    .join(' ');
}

/** "Carberry JS, de la Cruz M Jr, Kiln Consortium, et al." */
function nameList(names: readonly CslName[]): string {
  const named = names.slice(0, maxNamedAuthors).map((name) => {
    if ('literal' in name) return oneLine(name.literal);
    const letters = initials(name)?.flat().join('');
    const suffix = oneLine(name.suffix).replace(/\.$/, '');
    return unspacedName(name) ?? [oneLine(name.family), letters, suffix].filter(Boolean).join(' ');
  });
  return [...named, ...(names.length > maxNamedAuthors ? ['et al.'] : [])].join(', ');
}

const withRole = (names: readonly CslName[]) => `${nameList(names)}, editor${names.length === 1 ? '' : 's'}`;

/** "Psychoceramics" and "2008 Feb 3;5(11):1–13". */
function journalOf(item: CslItem): string[] {
  const [year, month, day] = item.issued?.['date-parts'][0] ?? [];
  const name = month === undefined ? undefined : months[month - 1]?.slice(0, 3);
  const date = [year, name, day].filter((part) => part !== undefined).join(' ');
  const number = `${oneLine(item.volume)}${item.issue ? `(${oneLine(item.issue)})` : ''}`;
  const pages = shortRange(item.page);
  const place = `${number}${pages ? `:${pages}` : ''}`;
  return [oneLine(item['container-title']), [date, place].filter(Boolean).join(';')];
}

/** "In: Lovelace A, editor. Book of pots. 2nd ed. Brown: Nowhere Press; 2008. p. 1–13". */
function bookOf(item: CslItem): string[] {
  const editors = isPart(item) && item.editor ? `${withRole(item.editor)}. ` : '';
  const container = oneLine(item['container-title']);
  const within = isPart(item) && (container || editors) ? `In: ${editors}${container || '[Untitled]'}` : container;
  const publisher = [oneLine(item['publisher-place']), oneLine(item.publisher)].filter(Boolean).join(': ');
  const [year] = item.issued?.['date-parts'][0] ?? [];
  const isRepeated = within === publisher;
  const pages = item.type === 'book' ? '' : shortRange(item.page);
  return [
    isRepeated ? '' : within,
    item.edition && item.edition !== '1' ? `${editionOf(oneLine(item.edition))} ed.` : '',
    [publisher, year].filter(Boolean).join('; '),
    pages && `p. ${pages}`,
    item['collection-title'] ? `(${oneLine(item['collection-title'])})` : '',
  ].filter((part) => part !== '');
}

/** "31–8" for "31-38" and "R12–9" for "R12-R19": the last page without the digits that the first one has. */
function shortRange(pages: string | undefined): string {
  const range = pageRange(pages);
  const [, prefix = '', first = '', last = ''] = /^([A-Z]*)(\d+)–\1(\d+)$/i.exec(range) ?? [];
  if (first === '' || first.length !== last.length || last <= first) return range;
  const same = [...first].findIndex((digit, at) => digit !== last[at]);
  return `${prefix}${first}–${last.slice(same)}`;
}
