import { doiUrl } from '#src/vocabulary/identifiers/doi.ts';
import type { CslItem, CslName } from './csl.ts';
import { cited, inOwnDirection, italic, joined, linked, type Runs, runsOf, sentence } from './runs.ts';
import {
  creatorsOf,
  dotted,
  editionOf,
  isPart,
  isPeriodical,
  nameRuns,
  oneLine,
  pageRange,
  type StyleWriter,
  unspacedName,
  yearOfItem,
} from './style-parts.ts';

/** Beyond it, the first one is named. */
const maxNamedAuthors = 3;

/** Types whose titles have no quotation marks. */
const standalone: ReadonlySet<CslItem['type']> = new Set([
  'book',
  'map',
  'motion_picture',
  'musical_score',
  'performance',
  'periodical',
  'report',
  'software',
  'song',
  'standard',
  'thesis',
]);

const descriptions: Partial<Record<CslItem['type'], string>> = {
  article: 'Preprint',
  dataset: 'Data set',
  software: 'Computer program',
  thesis: 'Thesis',
};

/** The citation in Harvard style (Cite Them Right). */
export const harvardCitation: StyleWriter = ({ item }, { ownAuthors } = {}) => {
  const { names, areEditors } = creatorsOf(item);
  const creators = nameList(names, inverted, areEditors ? undefined : ownAuthors);
  const role = areEditors && names.length > 0 && ` ${roleOf(names)}`;
  const date = `(${yearOfItem(item) ?? 'no date'})`;
  const title = titleOf(item);
  const start = names.length > 0 ? cited`${creators}${role} ${date} ${title}` : cited`${title} ${date}`;
  const translated = item.translator && cited`. Translated by ${nameList(item.translator, forwards)}`;
  const told = sentence(start, translated, sourceOf(item));
  const end = item.DOI === undefined ? item.URL : doiUrl(item.DOI);
  return end ? cited`${told} Available at: ${linked(end, end)}.` : told;
};

/** "Beispiel, I., Carberry, J. and Quench, Q.". */
function nameList(names: readonly CslName[], form: (name: CslName) => string, ownAuthors?: ReadonlySet<number>): Runs {
  const isLong = names.length > maxNamedAuthors;
  const named = nameRuns(isLong ? names.slice(0, 1) : names, form, ownAuthors);
  if (isLong) return runsOf(...named, ' et al.');
  return joined([joined(named.slice(0, -1), ', '), named.at(-1)], ' and ');
}

const inverted = (name: CslName) =>
  'literal' in name
    ? oneLine(name.literal)
    : (unspacedName(name) ?? [oneLine(name.family), dotted(name), oneLine(name.suffix)].filter(Boolean).join(', '));

const forwards = (name: CslName) =>
  'literal' in name
    ? oneLine(name.literal)
    : (unspacedName(name) ?? [dotted(name), oneLine(name.family), oneLine(name.suffix)].filter(Boolean).join(' '));

const roleOf = (editors: readonly CslName[]) => (editors.length === 1 ? '(ed.)' : '(eds)');

function titleOf(item: CslItem): Runs {
  const title = inOwnDirection(oneLine(item.title) || '[Untitled]');
  const quoted = standalone.has(item.type) ? italic(title) : cited`‘${title}’`;
  const description = item.genre ?? descriptions[item.type];
  return joined([quoted, item.status === 'retracted' && '(Retracted)', description && `[${description}]`], ' ');
}

/** ", Psychoceramics, 5(11), pp. 1–13" or ". Nowhere Press, pp. 1–13". */
function sourceOf(item: CslItem): Runs {
  const name = oneLine(item['container-title']);
  const container = italic(inOwnDirection(name));
  const number = `${oneLine(item.volume)}${item.issue ? `(${oneLine(item.issue)})` : ''}`;
  const range = pageRange(item.page);
  const pages = range && `${/[–,]/.test(range) ? 'pp.' : 'p.'} ${range}`;
  if (isPeriodical(item) && name) return cited`, ${joined([container, number, pages], ', ')}`;
  const editors = isPart(item) && item.editor && cited`in ${nameList(item.editor, forwards)} ${roleOf(item.editor)} `;
  const within = (editors || name) && cited`, ${editors}${name ? container : '[Untitled]'}`;
  const edition = item.edition && item.edition !== '1' && `. ${editionOf(oneLine(item.edition))} edn`;
  const publisher = [oneLine(item['publisher-place']), oneLine(item.publisher)].filter(Boolean).join(': ');
  const series = item['collection-title'] && `(${oneLine(item['collection-title'])})`;
  const published = joined([publisher !== name && publisher, series], ' ');
  const printed = joined([published, pages], ', ');
  return runsOf(within, edition, printed.length > 0 && cited`. ${printed}`);
}
