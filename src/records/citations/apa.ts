import * as z from 'zod';
import { doiUrl } from '#src/vocabulary/identifiers/doi.ts';
import { type Citation, type CslItem, type CslName, withoutNulls } from './csl.ts';
import { dotted, editionOf, isPart, isPeriodical, months, oneLine, pageRange, sentence } from './style-parts.ts';
import type { CslType } from './types.ts';

/** Limit for naming all authors. Beyond it, the first 19 and the last one are named. */
const maxNamedAuthors = 20;

/** Types whose date is cited to the day. */
const datedToTheDay = new Set<CslType>(['article-magazine', 'article-newspaper', 'post-weblog', 'speech', 'webpage']);
/** Descriptions shown in brackets after the title. */
const descriptions: Partial<Record<CslType, string>> = {
  dataset: 'Data set',
  figure: 'Figure',
  graphic: 'Image',
  map: 'Map',
  motion_picture: 'Video',
  musical_score: 'Musical score',
  patent: 'Patent',
  performance: 'Performance',
  review: 'Peer review',
  'review-book': 'Book review',
  software: 'Computer software',
  song: 'Audio recording',
  speech: 'Conference presentation',
};

const text = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).replace(/\s+/g, ' ').trim())
  .pipe(z.string().min(1))
  .optional()
  .catch(undefined);
/** Fields of `data` that other formats do not use. Editors can set any value, so invalid ones are ignored. */
const Details = z.object({ edition: text, version: text, pages: text });
type Details = z.output<typeof Details>;

/** The citation in APA style, 7th edition, as plain text: no italics, and titles in the case of the source. */
export function apaCitation({ item, publication }: Citation): string {
  const { edition, version, pages } = publication.data;
  const details = Details.parse(withoutNulls({ edition, version, pages }));
  // The editors of a whole book replace missing authors; those of a chapter are named with the book.
  const editors = isPart(item) ? [] : (item.editor ?? []);
  const names = item.author ?? editors;
  const creators = names.length > 0 ? authorList(names) : undefined;
  const role = item.author || !creators ? '' : ` ${roleOf(editors)}`;
  const title = sentence(titleOf(item, details));
  const date = `(${dateOf(item)}).`;
  const start = creators ? [sentence(creators + role), date, title] : [title, date];
  const rest = isPart(item) ? partOf(item, details) : sourceOf(item, details, creators);
  return [...start, ...rest.map(sentence), item.DOI === undefined ? item.URL : doiUrl(item.DOI)]
    .filter(Boolean)
    .join(' ');
}

/** "Carberry, J. S., de la Cruz, M., & Kiln Consortium". */
function authorList(names: readonly CslName[]): string {
  const all = names.map((name) =>
    'literal' in name
      ? oneLine(name.literal)
      : [oneLine(name.family), dotted(name), oneLine(name.suffix)].filter(Boolean).join(', '),
  );
  const last = all.at(-1) ?? '';
  if (all.length > maxNamedAuthors) return `${all.slice(0, maxNamedAuthors - 1).join(', ')}, . . . ${last}`;
  return all.length === 1 ? last : `${all.slice(0, -1).join(', ')}, & ${last}`;
}

/** "J. S. Carberry, M. de la Cruz, & A. Lovelace": editors' names are not inverted. */
function editorList(names: readonly CslName[]): string {
  const all = names.map((name) =>
    'literal' in name
      ? oneLine(name.literal)
      : [[dotted(name), oneLine(name.family)].filter(Boolean).join(' '), oneLine(name.suffix)]
          .filter(Boolean)
          .join(', '),
  );
  const last = all.at(-1) ?? '';
  if (all.length > maxNamedAuthors) return `${all.slice(0, maxNamedAuthors - 1).join(', ')}, . . . ${last}`;
  if (all.length <= 2) return all.join(' & ');
  return `${all.slice(0, -1).join(', ')}, & ${last}`;
}

const roleOf = (editors: readonly CslName[]) => (editors.length === 1 ? '(Ed.)' : '(Eds.)');

function dateOf({ issued, type }: CslItem): string {
  const [year, month, day] = issued?.['date-parts'][0] ?? [];
  if (year === undefined) return 'n.d.';
  const name = datedToTheDay.has(type) && month !== undefined ? months[month - 1] : undefined;
  return name === undefined ? String(year) : `${year}, ${name}${day === undefined ? '' : ` ${day}`}`;
}

/** The title with notes: "(3rd ed.)", "(Version 2)", "(Report No. 5)", "[Data set]", "(Retracted)". */
function titleOf(item: CslItem, { edition, version }: Details): string {
  const notes = [
    item.translator && `${editorList(item.translator)}, Trans.`,
    // The first edition is not mentioned.
    edition !== undefined && edition !== '1' && !isPart(item) && `${editionOf(edition)} ed.`,
    version !== undefined &&
      (item.type === 'software' || item.type === 'dataset') &&
      `Version ${version.replace(/^v(?=\d)/i, '')}`,
    item.type === 'report' && reportOf(item),
    item.status === 'retracted' && 'Retracted',
  ].filter(Boolean);
  const bracketed = item.type === 'thesis' ? thesisOf(item) : descriptions[item.type];
  // A description in brackets replaces a missing title.
  const title = oneLine(item.title) || '[Untitled]';
  return [title, notes.length > 0 && `(${notes.join('; ')})`, bracketed && `[${bracketed}]`].filter(Boolean).join(' ');
}

/** "Kiln Reports No. 7", "Report No. 7" or "Kiln Reports". */
const reportOf = ({ number, 'collection-title': series }: CslItem) =>
  number === undefined ? oneLine(series) : `${oneLine(series) || 'Report'} No. ${oneLine(number)}`;

const thesisOf = ({ genre = 'Thesis', publisher }: CslItem) => [genre, oneLine(publisher)].filter(Boolean).join(', ');

/** "In A. Lovelace (Ed.), Book of pots (2nd ed., Vol. 3, pp. 1–13)" and the publisher. */
function partOf(item: CslItem, { edition }: Details): string[] {
  const container = oneLine(item['container-title']);
  const range = pageRange(item.page);
  const details = [
    edition && edition !== '1' && `${editionOf(edition)} ed.`,
    item.volume && `Vol. ${oneLine(item.volume)}`,
    range && `${/[–,]/.test(range) ? 'pp.' : 'p.'} ${range}`,
  ].filter(Boolean);
  const noted = details.length > 0 ? ` (${details.join(', ')})` : '';
  const editors = item.editor ? `${editorList(item.editor)} ${roleOf(item.editor)}, ` : '';
  const book = container || editors ? [`In ${editors}${container || '[Untitled]'}${noted}`] : [];
  return [...book, oneLine(item.publisher)];
}

/** The journal with volume, issue and pages, or the site or series and the publisher, unless that is the author. */
function sourceOf(item: CslItem, details: Details, creators: string | undefined): string[] {
  const container = oneLine(item['container-title']);
  if (isPeriodical(item) && container) return [periodical(item, details, container)];
  // A preprint is cited with its server only.
  const isNamed = item.type === 'thesis' || (item.type === 'article' && container !== '');
  const publisher = isNamed ? '' : oneLine(item.publisher);
  const names = [container, publisher].filter((name) => name !== '' && name !== creators);
  return [...new Set(names)];
}

function periodical({ volume, issue, page = '' }: CslItem, { pages }: Details, container: string): string {
  const number = `${oneLine(volume)}${issue ? `(${oneLine(issue)})` : ''}`;
  // Without pages, `page` is the article number; some sources give that as the pages.
  const isArticleNumber = page !== '' && (pages === undefined || /^e\d+$/i.test(pages));
  return [container, number, isArticleNumber ? `Article ${oneLine(page)}` : pageRange(page)].filter(Boolean).join(', ');
}
