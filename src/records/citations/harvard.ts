import { doiUrl } from '#src/vocabulary/identifiers/doi.ts';
import type { Citation, CslItem, CslName } from './csl.ts';
import { dotted, editionOf, isPart, isPeriodical, oneLine, pageRange, unspacedName } from './style-parts.ts';

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

/** The citation in Harvard style (Cite Them Right) as plain text. */
export function harvardCitation({ item }: Citation): string {
  const editors = isPart(item) ? [] : (item.editor ?? []);
  const names = item.author ?? editors;
  const role = item.author || editors.length === 0 ? '' : ` ${roleOf(editors)}`;
  const [year] = item.issued?.['date-parts'][0] ?? [];
  const date = `(${year ?? 'no date'})`;
  const title = titleOf(item);
  const start = names.length > 0 ? `${nameList(names.map(inverted))}${role} ${date} ${title}` : `${title} ${date}`;
  const end = item.DOI === undefined ? item.URL : doiUrl(item.DOI);
  const translated = item.translator ? `. Translated by ${nameList(item.translator.map(forwards))}` : '';
  const told = ended(`${start}${translated}${sourceOf(item)}`);
  return end ? `${told} Available at: ${end}.` : told;
}

/** "Beispiel, I., Carberry, J. and Quench, Q.". */
function nameList(names: readonly string[]): string {
  if (names.length > maxNamedAuthors) return `${names[0]} et al.`;
  return names.length <= 1 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
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

function titleOf(item: CslItem): string {
  const title = oneLine(item.title) || '[Untitled]';
  const quoted = standalone.has(item.type) ? title : `‘${title}’`;
  const description = item.genre ?? descriptions[item.type];
  return [quoted, item.status === 'retracted' && '(Retracted)', description && `[${description}]`]
    .filter(Boolean)
    .join(' ');
}

/** ", Psychoceramics, 5(11), pp. 1–13" or ". Nowhere Press, pp. 1–13". */
function sourceOf(item: CslItem): string {
  const container = oneLine(item['container-title']);
  const number = `${oneLine(item.volume)}${item.issue ? `(${oneLine(item.issue)})` : ''}`;
  const range = pageRange(item.page);
  const pages = range && `${/[–,]/.test(range) ? 'pp.' : 'p.'} ${range}`;
  if (isPeriodical(item) && container) return followed([container, number, pages]);
  const editors =
    isPart(item) && item.editor ? `in ${nameList(item.editor.map(forwards))} ${roleOf(item.editor)} ` : '';
  const within = editors || container ? `, ${editors}${container || '[Untitled]'}` : '';
  const edition = item.edition && item.edition !== '1' ? `${editionOf(oneLine(item.edition))} edn` : '';
  const publisher = [oneLine(item['publisher-place']), oneLine(item.publisher)].filter(Boolean).join(': ');
  const series = item['collection-title'] ? `(${oneLine(item['collection-title'])})` : '';
  const published = [publisher === container ? '' : publisher, series].filter(Boolean).join(' ');
  const printed = [published, pages].filter(Boolean).join(', ');
  return [within, edition && `. ${edition}`, printed && `. ${printed}`].join('');
}

const followed = (parts: readonly string[]) =>
  parts
    .filter(Boolean)
    .map((part) => `, ${part}`)
    .join('');

const ended = (text: string) => (/[.?!]$/.test(text) ? text : `${text}.`);
