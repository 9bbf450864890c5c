import { publicStalenessMs } from '#src/lists/load/collection.ts';
import { people } from '#src/lists/people.ts';
import { html, type Markup, type MarkupContent } from '#src/records/citations/markup.ts';
import { typeNamesOf } from '#src/records/citations/types.ts';
import type { ListCitation } from '#src/records/publications/list-citation.ts';
import type { PublicationRow } from '#src/records/publications/row.ts';
import { getListCitations } from '#src/records/publications/store/citations.ts';
import { knownSlugs } from '#src/responses/citations.ts';
import { doiUrl } from '#src/vocabulary/identifiers/doi.ts';
import { inLocale, shownLanguage } from '#src/vocabulary/locale.ts';
import { isOpenAccess } from '#src/vocabulary/open-access-status.ts';
import { coins } from './coins.ts';
import { languageOfText } from './page.ts';
import { noticeName, type PageLanguage, textsIn, typeName } from './texts.ts';

/** How publications of a list are put together under headings. */
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

/**
 * A list of publications as a fragment without style or script: grouped, people of the registry bold, with marks for open
 * access and retractions. The element around it stands for itself; a script can add a search to it.
 */
export async function publicationListMarkup(rows: readonly PublicationRow[], display: ListDisplay): Promise<Markup> {
  const texts = textsIn(display.language);
  const [citations, slugs] = await Promise.all([
    getListCitations(rows.map(({ doi }) => doi)),
    knownSlugs(people, publicStalenessMs()),
  ]);
  // A publication without a citation was withdrawn after the list was read.
  const shown = rows.filter(({ doi }) => citations.has(doi));
  const item = (row: PublicationRow) => itemOf(row, citations.get(row.doi), slugs, display);
  const groups = Map.groupBy(shown, (row) => groupOf(row, display));
  const tag: Markup = { markup: `h${display.heading}` };
  const lists = [...groups].map(([title, members]) =>
    title === ''
      ? html`<ul>\n${members.map(item)}</ul>\n`
      : html`<section>
<${tag}>${title}</${tag}>
<ul>
${members.map(item)}</ul>
</section>
`,
  );
  const { matched_locale, fallback_used } = display.found ?? {};
  const found =
    matched_locale !== undefined &&
    html` data-matched-locale="${matched_locale}" data-fallback-used="${String(fallback_used)}"`;
  return html`<publication-list class="publications" lang="${display.language}"${found}>
${lists.length > 0 ? lists : html`<p>${texts.none}</p>\n`}</publication-list>`;
}

function groupOf({ publication_year, publication_type }: PublicationRow, { group, language }: ListDisplay): string {
  if (group === 'none') return '';
  if (group === 'type') return typeName(typeNamesOf(publication_type).csl, language);
  return publication_year === null ? textsIn(language).no_date : String(publication_year);
}

function itemOf(
  row: PublicationRow,
  citation: ListCitation | undefined,
  slugs: ReadonlyMap<string, string | null>,
  { language, titleLocale, addressOf }: ListDisplay,
): Markup {
  const texts = textsIn(language);
  const title = inLocale(row.title, titleLocale)?.trim() || row.doi;
  const { csl } = typeNamesOf(row.publication_type);
  const notice = row.integrity === null ? undefined : noticeName(row.integrity, language);
  const date = row.publication_date ?? (row.publication_year === null ? null : String(row.publication_year));
  return html`<li class="publication" data-year="${row.publication_year}" data-type="${typeName(csl, language)}">
${authorsOf(citation, slugs, texts.more_authors)}${row.publication_year !== null && html`(${row.publication_year}) `}<a class="publication-title" href="${addressOf(row.doi)}" ${languageOfText(
    shownLanguage(row.title, titleLocale),
  )}>${title}</a>${containerOf(citation)} <a class="publication-doi" href="${doiUrl(row.doi)}"><bdi>${doiUrl(row.doi)}</bdi></a>${
    isOpenAccess(row.open_access_status) && html` <span class="publication-open-access">${texts.open_access}</span>`
  }${
    row.is_retracted
      ? html` <strong class="publication-retracted">${texts.retracted}</strong>`
      : notice && html` <span class="publication-notice">${notice}</span>`
  }${coins({ doi: row.doi, title, type: csl, date, issn: row.journal, citation })}
</li>
`;
}

function authorsOf(
  citation: ListCitation | undefined,
  slugs: ReadonlyMap<string, string | null>,
  more: string,
): MarkupContent {
  if (!citation || citation.authors.length === 0) return undefined;
  const names = citation.authors.map(({ name, researcher }, index) => [
    index > 0 && ', ',
    researcher !== null && slugs.has(researcher) ? html`<strong><bdi>${name}</bdi></strong>` : html`<bdi>${name}</bdi>`,
  ]);
  const others = citation.author_count - citation.authors.length;
  return html`<span class="publication-authors">${names}${others > 0 && ` + ${others} ${more}`}</span> `;
}

/** "Journal of Kilns, 12(3), 45–67" */
function containerOf(citation: ListCitation | undefined): MarkupContent {
  if (!citation) return undefined;
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
