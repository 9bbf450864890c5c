import { address, publicAddress } from '#src/http/links.ts';
import type { Output } from '#src/lists/outputs.ts';
import { html, type Markup, type MarkupContent } from '#src/records/citations/markup.ts';
import { affiliationAt } from '#src/records/people/affiliation.ts';
import { type PersonRecord, shownNameParts } from '#src/records/people/person.ts';
import { encodeOutputsCursor } from '#src/responses/outputs/outputs.ts';
import { type AskedOutputs, findPublicOutputs } from '#src/responses/outputs/public-outputs.ts';
import { inLocale, negotiateLocale, shownLanguage } from '#src/vocabulary/locale.ts';
import { personDocumentPath, publicationPath } from './addresses.ts';
import { languageOfText, listScript, type SitePage, structuredData } from './page.ts';
import { publicationListMarkup } from './publication-list.ts';
import { type PageLanguage, textsIn } from './texts.ts';

/** Outputs on one part of a page: with the longest texts, more do not fit into a response. */
const outputsPerPart = 150;
const maxTextLength = 20_000;

export interface PageReader {
  language: PageLanguage;
  locale: string | undefined;
  acceptLanguage: string | undefined;
}

/** One part of the list of a page. */
export interface ListPart {
  outputs: readonly Output[];
  total: number;
  isFirst: boolean;
  /** The cursor of the next part. */
  next: string | undefined;
}

/** A part of the outputs of a page. */
export async function listPart(asked: AskedOutputs): Promise<ListPart> {
  const { outputs, total, placeAfter } = await findPublicOutputs(asked, outputsPerPart);
  const next = placeAfter(outputs.length);
  return { outputs, total, isFirst: asked.after === undefined, next: next && encodeOutputsCursor(next) };
}

/**
 * The publications and works of a page, with their feed, exports and other parts. `owner` is the filter of the list, and
 * `documentPath` the route of the list as a document, where there is one.
 */
export async function ownOutputs(
  { path, documentPath }: { path: string; documentPath?: string },
  owner: Readonly<Record<string, string>>,
  { outputs, total, isFirst, next }: ListPart,
  { language, locale, acceptLanguage }: PageReader,
): Promise<Markup> {
  const texts = textsIn(language);
  const titles = outputs.map(({ row }) => row.title);
  const list = await publicationListMarkup(outputs, {
    language,
    titleLocale: negotiateLocale(locale, acceptLanguage, titles),
    group: 'year',
    heading: 3,
    addressOf: (doi) => publicAddress(publicationPath(doi)),
  });
  const inLanguage = locale === undefined ? {} : { locale };
  const parts: MarkupContent[] = [
    ...(isFirst ? [] : [html`<li><a rel="prev" href="${address(path, inLanguage)}">${texts.first_part}</a></li>`]),
    ...(next === undefined
      ? []
      : [html`<li><a rel="next" href="${address(path, { ...inLanguage, after: next })}">${texts.next}</a></li>`]),
  ];
  const exportTo = (format: string) => outputsAddress(owner, format);
  // With the language of the page, whatever the program asks for that opens the link.
  const documentAs = (format: string, name: string) =>
    documentPath !== undefined &&
    html`<li><a href="${address(documentPath, { format, locale: locale ?? language })}" rel="nofollow">${name}</a></li>\n`;
  return html`<h2>${texts.publications} (${total})</h2>
${list}
${parts.length > 0 && html`<nav aria-label="${texts.publications}"><ul>${parts}</ul></nav>`}
<h2>${texts.export}</h2>
<ul class="exports">
${documentAs('docx', 'Word')}${documentAs('html', texts.printable)}<li><a href="${exportTo('bibtex')}" rel="nofollow">BibTeX</a></li>
<li><a href="${exportTo('ris')}" rel="nofollow">RIS</a></li>
<li><a href="${exportTo('csv-excel')}" rel="nofollow">CSV</a></li>
<li><a href="${exportTo('atom')}" rel="nofollow" type="application/atom+xml">${texts.feed}</a></li>
</ul>`;
}

const outputsAddress = (owner: Readonly<Record<string, string>>, format: string) =>
  address('/v1/publications', { ...owner, include: 'works', format });

/** The element by which browsers and readers find the feed of a list. */
export const feedLink = (title: string, owner: Readonly<Record<string, string>>): MarkupContent =>
  html`<link rel="alternate" type="application/atom+xml" title="${title}" href="${outputsAddress(owner, 'atom')}">\n`;

/** A text of at most `maxTextLength` characters. */
export const bounded = (text: string): string => text.slice(0, maxTextLength).toWellFormed();

/** The page of a person with public publications or works. */
export async function personPage(
  record: PersonRecord,
  path: string,
  part: ListPart,
  reader: PageReader,
  now: Date,
): Promise<SitePage> {
  const { language, locale, acceptLanguage } = reader;
  const { orcid } = record;
  const texts = textsIn(language);
  const shownIn = negotiateLocale(locale, acceptLanguage, [record.name]);
  const name = bounded(inLocale(record.name, shownIn) ?? orcid);
  const biography = record.biography && bounded(record.biography);
  const affiliation = affiliationAt(record.affiliations, now);
  const { given_name, family_name } = shownNameParts(record);
  return {
    title: name,
    language,
    path,
    description: biography?.replace(/\s+/g, ' ').slice(0, 300).toWellFormed(),
    openGraph: { type: 'profile' },
    isIndexed: part.isFirst,
    head: [
      feedLink(name, { orcid }),
      structuredData({
        '@context': 'https://schema.org',
        '@type': 'ProfilePage',
        mainEntity: {
          '@type': 'Person',
          '@id': `https://orcid.org/${orcid}`,
          name,
          ...(given_name && { givenName: given_name }),
          ...(family_name && { familyName: family_name }),
          ...(biography && { description: biography }),
          url: publicAddress(path),
          sameAs: `https://orcid.org/${orcid}`,
        },
      }),
      listScript(),
    ],
    links: [`<https://orcid.org/${orcid}>; rel="author"`, '<https://schema.org/ProfilePage>; rel="type"'],
    main: html`<h1 ${languageOfText(shownLanguage(record.name, shownIn))}>${name}</h1>
<dl>
<dt>${texts.orcid}</dt><dd><a href="https://orcid.org/${orcid}">${orcid}</a></dd>
${affiliation && html`<dt>${texts.affiliation}</dt><dd dir="auto">${affiliation.entity_id}</dd>\n`}</dl>
${biography && html`<p class="abstract" ${languageOfText(undefined)}>${biography}</p>`}
${await ownOutputs({ path, documentPath: personDocumentPath(orcid) }, { orcid }, part, reader)}`,
  };
}
