import { type DescribedRecord, describedRecord, type NamedAuthor } from '#src/formats/described-record.ts';
import { formats } from '#src/formats/format.ts';
import { publicAddress } from '#src/http/links.ts';
import { apaCitation } from '#src/records/citations/apa.ts';
import { type Citation, citationOf } from '#src/records/citations/csl.ts';
import { html, type Markup, type MarkupContent } from '#src/records/citations/markup.ts';
import { textOfRuns } from '#src/records/citations/runs.ts';
import { typeNamesOf } from '#src/records/citations/types.ts';
import { type Publication, type PublicationRecord, shownPublication } from '#src/records/publications/publication.ts';
import type { Funder } from '#src/vocabulary/bibliography.ts';
import { awardsOfFunder, funderName } from '#src/vocabulary/funders/funders.ts';
import { doiUrl } from '#src/vocabulary/identifiers/doi.ts';
import { isRetracting, Notice, standingNotices } from '#src/vocabulary/integrity.ts';
import { negotiateLocale, shownLanguage } from '#src/vocabulary/locale.ts';
import { isOpenAccess } from '#src/vocabulary/open-access-status.ts';
import { creditRoleNames } from '#src/vocabulary/roles/credit-roles.ts';
import { formatAddress, publicationPath, webAddress } from './addresses.ts';
import { authorList, type PersonLinks } from './authors.ts';
import { type DescribedPage, highwireTags } from './highwire.ts';
import { languageOfText, namedMetas, type SitePage, structuredData } from './page.ts';
import { publicationData } from './schema-org.ts';
import { linkHeader, signposts } from './signposting.ts';
import { languageName, noticeName, type PageLanguage, type TextName, textsIn, typeName } from './texts.ts';

/** The limits of what a page repeats in its body, its tags and its structured data. */
const maxTextLength = 2_000;
const maxAbstractLength = 50_000;
const maxEntries = 100;
const maxDescriptionLength = 300;
const maxRelations = 50;

const cut = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
const cutField = (text: string | null) => (text === null ? null : cut(text, maxTextLength));
const cutList = (list: readonly string[]) => list.slice(0, maxEntries).map((each) => cut(each, maxTextLength));

/** The fields of a record on its page, bounded. */
function saidOf(record: PublicationRecord, publication: Publication): DescribedRecord {
  const said = describedRecord(record, publication);
  const texts = Object.entries(said).map(([name, value]) => [
    name,
    typeof value === 'string' || value === null ? cutField(value) : value,
  ]);
  return {
    ...(Object.fromEntries(texts) as DescribedRecord),
    abstract: said.abstract && cut(said.abstract, maxAbstractLength),
    subjects: cutList(said.subjects),
    issn: cutList(said.issn),
    isbn: cutList(said.isbn),
    funders: said.funders.slice(0, maxEntries),
    editors: said.editors.slice(0, maxEntries),
  };
}

export interface PublicationPageInput {
  record: PublicationRecord;
  /** The people of the registry among the authors. */
  people: PersonLinks;
  language: PageLanguage;
  locale: string | undefined;
  acceptLanguage: string | undefined;
}

/** The page of a publication. */
export function publicationPage({ record, people, language, locale, acceptLanguage }: PublicationPageInput): SitePage {
  const publication = shownPublication(record);
  const { doi, title, data } = publication;
  const shownIn = negotiateLocale(locale, acceptLanguage, [title]);
  const citation = citationOf(record, shownIn);
  const said = saidOf(record, publication);
  const texts = textsIn(language);
  const path = publicationPath(doi);
  const described: DescribedPage = {
    doi,
    said,
    type: typeNamesOf(publication.publication_type).csl,
    title: cut(citation.item.title ?? doi, maxTextLength),
    titleLanguage:
      shownLanguage(title, shownIn) ?? (typeof title === 'string' ? (said.language ?? undefined) : undefined),
    date: publication.publication_date,
    year: publication.publication_year,
    institution:
      typeof data.institution === 'string' && data.institution ? cut(data.institution, maxTextLength) : undefined,
    url: publicAddress(path),
  };
  const status = publication.open_access_status;
  const apa = textOfRuns(apaCitation(citation));
  const description = said.abstract ?? apa;
  return {
    title: described.title,
    language,
    path,
    description: cut(description.replace(/\s+/g, ' '), maxDescriptionLength),
    openGraph: { type: described.type === 'book' ? 'book' : 'article' },
    isIndexed: said.abstract !== null,
    head: [
      namedMetas(highwireTags(described)),
      structuredData(
        publicationData(described, {
          isRetracted: publication.is_retracted,
          isOpenAccess: status === null ? undefined : isOpenAccess(status),
        }),
      ),
    ],
    links: linkHeader(signposts(record), doi),
    main: html`<article>
<p class="kind">${typeName(described.type, language)}${described.year !== null && html` · ${described.year}`}</p>
<h1 ${languageOfText(described.titleLanguage)}>${described.title}</h1>
${noticesOf(publication, record, language)}
${authorList(record, people, language)}
${abstractOf(said, texts.abstract)}
${detailsOf(described, publication, language)}
${versionsOf(citation, texts.versions)}
<h2>${texts.cite}</h2>
<p class="citation" dir="auto">${cut(apa, maxTextLength)}</p>
<h2>${texts.export}</h2>
<ul class="exports">
${exported.map(
  (format) =>
    html`<li><a href="${formatAddress(doi, format)}" rel="nofollow" type="${formats[format].mediaType}">${formatTitles[format]}</a></li>\n`,
)}</ul>
</article>`,
  };
}

const formatTitles = {
  bibtex: 'BibTeX',
  ris: 'RIS',
  'csl-json': 'CSL-JSON',
  'csv-excel': 'CSV',
} as const;
/** For people: programs find theirs by the links in the header. */
const exported = Object.keys(formatTitles) as (keyof typeof formatTitles)[];

function abstractOf({ abstract, language }: DescribedRecord, heading: string): MarkupContent {
  if (abstract === null) return undefined;
  return html`<h2>${heading}</h2>
<p class="abstract" ${languageOfText(language ?? undefined)}>${abstract}</p>`;
}

/** Notices that readers must know before they read on. */
function noticesOf(publication: Publication, record: PublicationRecord, language: PageLanguage): MarkupContent {
  const texts = textsIn(language);
  const stated = Notice.array().catch([]).parse(publication.data.integrity);
  const standing = standingNotices(stated);
  const source = ({ doi, date }: { doi: string | null; date: string | null }) => [
    date && html` (${date})`,
    doi && html` <a href="${doiUrl(doi)}">${texts.notice}</a>`,
  ];
  const retraction = standing.find(isRetracting);
  const others = standing.flatMap((notice) => {
    const name = isRetracting(notice) ? undefined : noticeName(notice.kind, language);
    return name ? [html`<p>${name}${source(notice)}</p>`] : [];
  });
  const retracted =
    publication.is_retracted &&
    html`<p><strong>${texts.retraction}</strong>${source(retraction ?? { doi: null, date: null })}</p>`;
  const { superseded_by } = record;
  const newer =
    superseded_by && html`<p><a href="${publicAddress(publicationPath(superseded_by))}">${texts.newer_version}</a></p>`;
  if (!retracted && others.length === 0 && !newer) return undefined;
  return html`<div class="notice" role="note">${retracted}${others.slice(0, maxEntries)}${newer}</div>`;
}

function detailsOf(
  { doi, said, institution }: DescribedPage,
  publication: Publication,
  language: PageLanguage,
): Markup {
  const texts = textsIn(language);
  const row = (name: TextName, content: MarkupContent) => {
    const isEmpty = content === null || content === undefined || content === '' || content === false;
    return isEmpty || (Array.isArray(content) && content.length === 0)
      ? ''
      : html`<dt>${texts[name]}</dt><dd dir="auto">${content}</dd>\n`;
  };
  const list = (items: readonly MarkupContent[]) =>
    items.length > 0 && html`<ul>${items.map((item) => html`<li dir="auto">${item}</li>`)}</ul>`;
  const readable = isOpenAccess(publication.open_access_status);
  const copy = webAddress(publication.enriched_metadata?.oa_url);
  const licence = webAddress(said.license_url);
  const { pmid } = publication.data;
  return html`<h2>${texts.details}</h2>
<dl>
${row('doi', html`<a href="${doiUrl(doi)}">${doi}</a>`)}${row('published', publication.publication_date ?? publication.publication_year)}${row(
  'published_in',
  inContainer(said),
)}${row('event', typeof publication.data.event_title === 'string' ? cut(publication.data.event_title, maxTextLength) : '')}${row(
  'editors',
  said.editors.map(({ name }) => name).join('; '),
)}${row('contributions', list(said.authors.slice(0, maxEntries).flatMap(contributionOf)))}${row('publisher', institution ?? said.publisher)}${row('edition', said.edition)}${row('issn', said.issn.join(', '))}${row(
  'isbn',
  said.isbn.join(', '),
)}${row(
  'pmid',
  typeof pmid === 'string' &&
    /^\d{1,12}$/.test(pmid) &&
    html`<a href="https://pubmed.ncbi.nlm.nih.gov/${pmid}/">${pmid}</a>`,
)}${row('open_access', readable && copy && html`<a href="${copy}" rel="nofollow">${new URL(copy).host}</a>`)}${row(
  'licence',
  licence ? html`<a href="${licence}">${licence}</a>` : said.license,
)}${row('language', said.language && languageName(said.language, language))}${row('subjects', said.subjects.join(', '))}${row(
  'funding',
  list(said.funders.flatMap(fundingOf)),
)}${row('raids', list(said.raids.map((raid) => html`<a href="${doiUrl(raid)}">${raid}</a>`)))}</dl>`;
}

/** "Josiah Carberry: Software, Supervision". The terms of CRediT are English. */
function contributionOf({ name, credit_roles: roles = [] }: NamedAuthor): MarkupContent[] {
  if (roles.length === 0) return [];
  return [
    html`${cut(name, maxTextLength)}: <span lang="en">${roles.map((role) => creditRoleNames[role]).join(', ')}</span>`,
  ];
}

/** A funder and its awards, which are links where they have an address. */
function fundingOf(funder: Funder): MarkupContent[] {
  const linked = (text: string, address: unknown) => {
    const [shown, url] = [cut(text, maxTextLength), webAddress(address)];
    return url ? html`<a href="${url}">${shown}</a>` : shown;
  };
  const { name, ror, doi } = funder;
  const called = funderName(funder);
  const awards = awardsOfFunder(funder).flatMap(({ number, title, uri }) => {
    const text = number ?? title;
    return text ? [linked(text, uri)] : [];
  });
  const shown = awards.slice(0, maxEntries).map((award, index) => (index === 0 ? award : html`, ${award}`));
  if (called === null) return shown.length > 0 ? [shown] : [];
  const by = name ?? linked(called, ror ?? (doi && doiUrl(doi)));
  return [shown.length > 0 ? html`${by}: ${shown}` : by];
}

/** "Journal of Kilns, 12(3), 45–67" */
function inContainer({ container_title, volume, issue, pages, article_number }: DescribedRecord): MarkupContent {
  if (container_title === null) return undefined;
  const number = volume === null ? issue && `(${issue})` : `${volume}${issue === null ? '' : `(${issue})`}`;
  const rest = [number, pages ?? article_number].filter(Boolean).join(', ');
  return html`<cite>${container_title}</cite>${rest && html`, <bdi>${rest}</bdi>`}`;
}

function versionsOf({ item }: Citation, heading: string): MarkupContent {
  const versions = (item.custom?.relations ?? []).filter(({ type }) => shownRelationTypes.has(type));
  if (versions.length === 0) return undefined;
  return html`<h2>${heading}</h2>
<ul>${versions.slice(0, maxRelations).map(({ doi }) => html`<li><a href="${doiUrl(doi)}">${doi}</a></li>`)}</ul>`;
}

const shownRelationTypes: ReadonlySet<string> = new Set([
  'is-preprint-of',
  'has-preprint',
  'is-version-of',
  'has-version',
  'is-identical-to',
]);
