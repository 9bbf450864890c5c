import * as z from 'zod';
import { doiUrl } from '#src/vocabulary/identifiers/doi.ts';
import { type CslItem, type CslName, withoutNulls } from './csl.ts';
import {
  type CitationPart,
  cited,
  inOwnDirection,
  italic,
  joined,
  linked,
  type Runs,
  sentence,
  textOfRuns,
} from './runs.ts';
import {
  creatorsOf,
  dotted,
  editionOf,
  isPart,
  isPeriodical,
  months,
  nameRuns,
  oneLine,
  pageRange,
  type StyleWriter,
} from './style-parts.ts';
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

/** The citation in APA style, 7th edition, with titles in the case of the source. */
export const apaCitation: StyleWriter = ({ item, publication }, { ownAuthors } = {}) => {
  const { edition, version, pages } = publication.data;
  const details = Details.parse(withoutNulls({ edition, version, pages }));
  const { names, areEditors } = creatorsOf(item);
  const creators = authorList(names, areEditors ? undefined : ownAuthors);
  const role = areEditors && creators.length > 0 && ` ${roleOf(names)}`;
  const title = sentence(titleOf(item, details));
  const date = `(${dateOf(item)}).`;
  const start = creators.length > 0 ? [sentence(creators, role), date, title] : [title, date];
  const rest = isPart(item) ? partOf(item, details) : sourceOf(item, details, textOfRuns(creators));
  const end = item.DOI === undefined ? item.URL : doiUrl(item.DOI);
  return joined([...start, ...rest.map((part) => sentence(part)), end && linked(end, end)], ' ');
};

/** "Carberry, J. S., de la Cruz, M., & Kiln Consortium". */
function authorList(names: readonly CslName[], ownAuthors: ReadonlySet<number> | undefined): Runs {
  const form = (name: CslName) =>
    'literal' in name
      ? oneLine(name.literal)
      : [oneLine(name.family), dotted(name), oneLine(name.suffix)].filter(Boolean).join(', ');
  return listOf(names, form, ownAuthors, (all, last) =>
    all.length === 0 ? last : cited`${joined(all, ', ')}, & ${last}`,
  );
}

/** "J. S. Carberry, M. de la Cruz, & A. Lovelace": editors' names are not inverted. */
function editorList(names: readonly CslName[]): Runs {
  const form = (name: CslName) =>
    'literal' in name
      ? oneLine(name.literal)
      : [[dotted(name), oneLine(name.family)].filter(Boolean).join(' '), oneLine(name.suffix)]
          .filter(Boolean)
          .join(', ');
  return listOf(names, form, undefined, (all, last) =>
    all.length <= 1 ? joined([...all, last], ' & ') : cited`${joined(all, ', ')}, & ${last}`,
  );
}

/** The names, of many only the first ones and the last one. `whole` puts all but the last and the last together. */
function listOf(
  names: readonly CslName[],
  form: (name: CslName) => string,
  ownAuthors: ReadonlySet<number> | undefined,
  whole: (all: readonly Runs[], last: Runs) => Runs,
): Runs {
  const isLong = names.length > maxNamedAuthors;
  const all = nameRuns(names.slice(0, isLong ? maxNamedAuthors - 1 : -1), form, ownAuthors);
  const [last = []] = nameRuns(names.slice(-1), form, ownAuthors, names.length - 1);
  return isLong ? cited`${joined(all, ', ')}, . . . ${last}` : whole(all, last);
}

const roleOf = (editors: readonly CslName[]) => (editors.length === 1 ? '(Ed.)' : '(Eds.)');

function dateOf({ issued, type }: CslItem): string {
  const [year, month, day] = issued?.['date-parts'][0] ?? [];
  if (year === undefined) return 'n.d.';
  const name = datedToTheDay.has(type) && month !== undefined ? months[month - 1] : undefined;
  return name === undefined ? String(year) : `${year}, ${name}${day === undefined ? '' : ` ${day}`}`;
}

/** The title with notes: "(3rd ed.)", "(Version 2)", "(Report No. 5)", "[Data set]", "(Retracted)". */
function titleOf(item: CslItem, { edition, version }: Details): Runs {
  const notes: CitationPart[] = [
    item.translator && cited`${editorList(item.translator)}, Trans.`,
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
  const title = inOwnDirection(oneLine(item.title) || '[Untitled]');
  const noted = notes.length > 0 && cited`(${joined(notes, '; ')})`;
  return joined([standsAlone(item) ? italic(title) : title, noted, bracketed && `[${bracketed}]`], ' ');
}

/** Whether its own title is in italics, rather than that of what it is in. */
const standsAlone = (item: CslItem) => !isPart(item) && !isPeriodical(item) && item.type !== 'post-weblog';

/** "Kiln Reports No. 7", "Report No. 7" or "Kiln Reports". */
const reportOf = ({ number, 'collection-title': series }: CslItem) =>
  number === undefined ? oneLine(series) : `${oneLine(series) || 'Report'} No. ${oneLine(number)}`;

const thesisOf = ({ genre = 'Thesis', publisher }: CslItem) => [genre, oneLine(publisher)].filter(Boolean).join(', ');

/** "In A. Lovelace (Ed.), Book of pots (2nd ed., Vol. 3, pp. 1–13)" and the publisher. */
function partOf(item: CslItem, { edition }: Details): CitationPart[] {
  const container = inOwnDirection(oneLine(item['container-title']));
  const range = pageRange(item.page);
  const details = [
    edition && edition !== '1' && `${editionOf(edition)} ed.`,
    item.volume && `Vol. ${oneLine(item.volume)}`,
    range && `${/[–,]/.test(range) ? 'pp.' : 'p.'} ${range}`,
  ].filter(Boolean);
  const noted = details.length > 0 ? ` (${details.join(', ')})` : '';
  const editors = item.editor && cited`${editorList(item.editor)} ${roleOf(item.editor)}, `;
  const isNamed = container.length > 0 || editors !== undefined;
  const book = isNamed && cited`In ${editors}${container.length > 0 ? italic(container) : '[Untitled]'}${noted}`;
  return [book, oneLine(item.publisher)];
}

/** The journal with volume, issue and pages, or the site or series and the publisher, unless that is the author. */
function sourceOf(item: CslItem, details: Details, creators: string): CitationPart[] {
  const container = oneLine(item['container-title']);
  if (isPeriodical(item) && container) return [periodical(item, details, container)];
  // A preprint is cited with its server only.
  const isNamed = item.type === 'thesis' || (item.type === 'article' && container !== '');
  const publisher = isNamed ? '' : oneLine(item.publisher);
  const names = [...new Set([container, publisher])].filter((name) => name !== '' && name !== creators);
  return names.map((name) => {
    const written = inOwnDirection(name);
    return item.type === 'post-weblog' && name === container ? italic(written) : written;
  });
}

function periodical({ volume, issue, page = '' }: CslItem, { pages }: Details, container: string): Runs {
  const number = cited`${italic(oneLine(volume))}${issue ? `(${oneLine(issue)})` : ''}`;
  // Without pages, `page` is the article number; some sources give that as the pages.
  const isArticleNumber = page !== '' && (pages === undefined || /^e\d+$/i.test(pages));
  const place = isArticleNumber ? `Article ${oneLine(page)}` : pageRange(page);
  return joined([italic(inOwnDirection(container)), number, place], ', ');
}
