import { publicStalenessMs } from '#src/lists/load/collection.ts';
import type { Output } from '#src/lists/outputs.ts';
import { people } from '#src/lists/people.ts';
import { html, type Markup, type MarkupContent } from '#src/records/citations/markup.ts';
import { typeNamesOf } from '#src/records/citations/types.ts';
import { publicationTypeOf } from '#src/records/orcid/work-types.ts';
import type { ListCitation } from '#src/records/publications/list-citation.ts';
import type { PublicationRow } from '#src/records/publications/row.ts';
import { getListCitations } from '#src/records/publications/store/citations.ts';
import { getWorkCitations, knownSlugs } from '#src/responses/citations.ts';
import { doiUrl } from '#src/vocabulary/identifiers/doi.ts';
import { inLocale, shownLanguage } from '#src/vocabulary/locale.ts';
import { isOpenAccess } from '#src/vocabulary/open-access-status.ts';
import { webAddress } from './addresses.ts';
import { coins } from './coins.ts';
import { languageOfText } from './page.ts';
import { noticeName, type PageLanguage, textsIn, typeName } from './texts.ts';

/** How outputs of a list are put together under headings. */
export const groupings = ['year', 'type', 'none'] as const;
export type Grouping = (typeof groupings)[number];

export interface ListDisplay {
  language: PageLanguage;
  /** The language of titles. */
  titleLocale: string;
  group: Grouping;
  /** The level of the headings, from 2. */
  heading: number;
  /** Where the title of a publication leads. */
  addressOf: (doi: string) => string;
  /** In which language a locale-aware search found the publications, as in the JSON of lists. */
  found?: { matched_locale?: string | undefined; fallback_used?: boolean | undefined };
}

/** An output with everything that the list shows of it. */
interface ShownOutput {
  output: Output;
  citation: ListCitation;
  /** Its type in the vocabulary of publications. */
  type: string | null;
}

/**
 * A list of publications and works as a fragment without style or script: grouped, people of the registry bold, with marks
 * for open access and retractions. The element around it stands for itself; a script can add a search to it.
 */
export async function publicationListMarkup(outputs: readonly Output[], display: ListDisplay): Promise<Markup> {
  const texts = textsIn(display.language);
  const [shown, slugs] = await Promise.all([withCitationsOf(outputs), knownSlugs(people, publicStalenessMs())]);
  const groups = Map.groupBy(shown, (each) => headingOf(each, display));
  const tag: Markup = { markup: `h${display.heading}` };
  const lists = [...groups].map(([title, members]) => {
    const items = members.map((each) => itemOf(each, slugs, display));
    return title === ''
      ? html`<ul>\n${items}</ul>\n`
      : html`<section>
<${tag}>${title}</${tag}>
<ul>
${items}</ul>
</section>
`;
  });
  const { matched_locale, fallback_used } = display.found ?? {};
  const found =
    matched_locale !== undefined &&
    html` data-matched-locale="${matched_locale}" data-fallback-used="${String(fallback_used)}"`;
  return html`<publication-list class="publications" lang="${display.language}"${found}>
${lists.length > 0 ? lists : html`<p>${texts.none}</p>\n`}</publication-list>`;
}

/** Leaves out what was withdrawn after the list was read. */
async function withCitationsOf(outputs: readonly Output[]): Promise<ShownOutput[]> {
  const idsOf = (kind: Output['kind']) =>
    outputs.flatMap((output) =>
      output.kind === kind ? [output.kind === 'work' ? output.row.id : output.row.doi] : [],
    );
  const [ofPublications, ofWorks] = await Promise.all([
    getListCitations(idsOf('publication')),
    getWorkCitations(idsOf('work')),
  ]);
  return outputs.flatMap((output) => {
    const isWork = output.kind === 'work';
    const citation = isWork ? ofWorks.get(output.row.id) : ofPublications.get(output.row.doi);
    const type = isWork ? publicationTypeOf(output.row.work_type)[0] : output.row.publication_type;
    return citation ? [{ output, citation, type }] : [];
  });
}

function headingOf({ output, type }: ShownOutput, { group, language }: ListDisplay): string {
  if (group === 'none') return '';
  if (group === 'type') return typeName(typeNamesOf(type).csl, language);
  const { publication_year: year } = output.row;
  return year === null ? textsIn(language).no_date : String(year);
}

function itemOf(
  { output, citation, type }: ShownOutput,
  slugs: ReadonlyMap<string, string | null>,
  { language, titleLocale, addressOf }: ListDisplay,
): Markup {
  const texts = textsIn(language);
  const { publication_year: year } = output.row;
  const isWork = output.kind === 'work';
  const title = inLocale(output.row.title, titleLocale)?.trim() || (isWork ? texts.untitled : output.row.doi);
  const { csl } = typeNamesOf(type);
  const date = output.row.publication_date ?? (year === null ? null : String(year));
  const address = isWork ? webAddress(output.row.href) : addressOf(output.row.doi);
  const titleLanguage = languageOfText(shownLanguage(output.row.title, titleLocale));
  const named = address
    ? html`<a class="publication-title" href="${address}" ${titleLanguage}>${title}</a>`
    : html`<span class="publication-title" ${titleLanguage}>${title}</span>`;
  return html`<li class="publication" data-year="${year}" data-type="${typeName(csl, language)}">
${authorsOf(citation, slugs, texts.more_authors)}${year !== null && html`(${year}) `}${named}${containerOf(citation)}${
  output.kind === 'publication' && marksOf(output.row, language)
}${coins({ doi: isWork ? undefined : output.row.doi, url: address, title, type: csl, date, issn: isWork ? null : output.row.journal, citation })}
</li>
`;
}

/** The DOI, and whether it is open access or retracted. */
function marksOf({ doi, integrity, is_retracted, open_access_status }: PublicationRow, language: PageLanguage): Markup {
  const texts = textsIn(language);
  const notice = integrity === null ? undefined : noticeName(integrity, language);
  return html` <a class="publication-doi" href="${doiUrl(doi)}"><bdi>${doiUrl(doi)}</bdi></a>${
    isOpenAccess(open_access_status) && html` <span class="publication-open-access">${texts.open_access}</span>`
  }${
    is_retracted
      ? html` <strong class="publication-retracted">${texts.retracted}</strong>`
      : notice && html` <span class="publication-notice">${notice}</span>`
  }`;
}

function authorsOf(citation: ListCitation, slugs: ReadonlyMap<string, string | null>, more: string): MarkupContent {
  if (citation.authors.length === 0) return undefined;
  const names = citation.authors.map(({ name, researcher }, index) => [
    index > 0 && ', ',
    researcher !== null && slugs.has(researcher) ? html`<strong><bdi>${name}</bdi></strong>` : html`<bdi>${name}</bdi>`,
  ]);
  const others = citation.author_count - citation.authors.length;
  return html`<span class="publication-authors">${names}${others > 0 && ` + ${others} ${more}`}</span> `;
}

/** "Journal of Kilns, 12(3), 45–67" */
function containerOf(citation: ListCitation): MarkupContent {
  const { container_title: container, publisher, volume, issue, pages, article_number } = citation;
  const number = volume === null ? issue && `(${issue})` : `${volume}${issue === null ? '' : `(${issue})`}`;
  const rest = [number, pages ?? article_number].filter(Boolean).join(', ');
  const where = container ?? publisher;
  return [
    where !== null && html`. <cite class="publication-container" dir="auto">${where}</cite>`,
    container !== null && rest !== '' && html`, <bdi>${rest}</bdi>`,
    '.',
  ];
}
