import { arxivDoi, arxivIdIn, parseArxivId } from '../../domain/values/arxiv.ts';
import { type Author, type Bibliography, emptyBibliography } from '../../domain/values/bibliography.ts';
import { parseDoi } from '../../domain/values/doi.ts';
import type { Notice } from '../../domain/values/integrity.ts';
import { OpenAccessStatus } from '../../domain/values/open-access-status.ts';
import { fromIsoDate, yearOf } from '../../domain/values/partial-date.ts';
import { isGroupName, type NameParts, namePartsOf, printedName, withoutNote } from '../../domain/values/person-name.ts';
import { distinctRelations, type Relation, type RelationType } from '../../domain/values/relation.ts';
import { webUrl } from '../../domain/values/web-url.ts';
import { languageTag } from '../fields/language.ts';
import {
  distinctTexts,
  firstText,
  listedOnce,
  orcidOrNull,
  termOrNull,
  textOrNull,
} from '../fields/response-fields.ts';
import { isPreprintServer, type Venue, venueOf } from '../fields/venue.ts';
import { type Cut, withinLimits } from '../limits/cut.ts';
import { enrichmentLimits } from '../limits/fields.ts';
import type { Work } from './response.ts';

/** Additional data from OpenAlex, as plain JSON. Null or empty if it has no value. */
export type OpenAlexEnrichment = {
  openalex_id: string;
  cited_by_count: number | null;
  is_oa: boolean | null;
  oa_status: Bibliography['open_access_status'];
  oa_url: string | null;
  /** Field-weighted citation impact: 1 is the world average for field, type and year. */
  fwci: number | null;
  topics: string[];
  keywords: string[];
  counts_by_year: { year: number; cited_by_count: number }[];
};

/** The bibliography of a work for the publication with a DOI. */
export function bibliographyOf(work: Work, doi: string): Bibliography {
  const title = firstText([work.title, work.display_name]);
  const held = parseDoi(work.doi ?? '');
  // If copies were merged under another DOI, only this copy's own location describes it.
  const isCopy = held !== undefined && held !== doi;
  const location = isCopy
    ? work.locations.find((place) => parseDoi(place.landing_page_url ?? '') === doi)
    : work.primary_location;
  const { source, license, landing_page_url } = location ?? {};
  const date = isCopy ? null : dateOf(work);
  const type = typeOf(location, isCopy ? {} : work);
  const biblio = isCopy ? undefined : work.biblio;
  const [first, last] = [textOrNull(biblio?.first_page), textOrNull(biblio?.last_page)];
  return {
    ...emptyBibliography,
    title: title?.text ?? null,
    title_html: title?.html ?? null,
    authors: listedOnce(work.authorships.flatMap(author), 2),
    publication_date: date,
    publication_year: yearOf(date),
    publication_type: type,
    publication_subtype: subtypeOf(type, isCopy ? null : work.type),
    ...placeOf(location, type),
    publisher: textOrNull(source?.host_organization_name),
    volume: textOrNull(biblio?.volume),
    issue: textOrNull(biblio?.issue),
    pages: first && last && first !== last ? `${first}-${last}` : (first ?? last),
    issn: distinctTexts(source?.issn ?? []),
    arxiv_id: arxivIdIn(doi) ?? null,
    language: languageTag(work.language) ?? null,
    license_url: licenses.get(license ?? '') ?? null,
    subjects: distinctTexts(work.keywords.map(({ display_name }) => display_name)),
    url: webUrl(landing_page_url),
    cited_by_count: work.cited_by_count ?? null,
    integrity: retractionOf(work),
    is_retracted: work.is_retracted ?? null,
    open_access_status: statusOf(work),
  };
}

function author({
  author: known,
  raw_author_name,
  raw_orcid,
  raw_affiliation_strings,
  institutions,
}: Work['authorships'][number]): Author[] {
  const raw = withoutNote(textOrNull(raw_author_name) ?? '') || null;
  const name = withoutNote(textOrNull(known?.display_name) ?? '') || raw;
  if (!name) return [];
  const orcid = orcidOrNull(known?.orcid) ?? orcidOrNull(raw_orcid);
  const parts = orcid === null && isGroupName(name) ? undefined : namesOf(name, raw);
  const institutionNames = distinctTexts(institutions.map(({ display_name }) => display_name));
  const affiliations = institutionNames.length > 0 ? institutionNames : distinctTexts(raw_affiliation_strings);
  if (!parts) return [{ name, given: null, family: null, orcid, affiliations }];
  return [{ name: printedName(parts), ...parts, orcid, affiliations }];
}

/**
 * The other DOIs at which OpenAlex found the work.
 * https://docs.openalex.org/api-entities/works/work-object/location-object says whether a location has the submitted,
 * accepted or published version. Locations at arXiv have the DOI that it registers.
 */
export function relationsOf({ type, locations }: Work, doi: string): Relation[] {
  const relation = (version: string | null | undefined): RelationType | undefined => {
    if (version === 'publishedVersion') return type === 'preprint' ? 'is-preprint-of' : undefined;
    if (version === 'acceptedVersion') return 'has-version';
    return version === 'submittedVersion' && type !== 'preprint' ? 'has-preprint' : undefined;
  };
  const places = locations.map(({ version, landing_page_url: page }) => {
    const eprint = parseArxivId(page ?? '');
    return { type: relation(version), identifier: eprint ? arxivDoi(eprint) : (page ?? '') };
  });
  return distinctRelations(doi, places);
}

/**
 * The parts of an author's name: OpenAlex's authors are people. The published name may be "Family, Given", which shows
 * where the family name begins.
 */
function namesOf(name: string, published: string | null): NameParts {
  const inverted = published?.includes(',') ? namePartsOf(published).family : null;
  const place = inverted === null ? -1 : folded(name).lastIndexOf(` ${folded(inverted)}`);
  const isAtEnd = inverted !== null && place > 0 && place + inverted.length + 1 === folded(name).length;
  if (isAtEnd) return { given: name.slice(0, place), family: name.slice(place + 1) };
  return namePartsOf(name);
}

/** For comparison; as long as the name. */
const folded = (name: string) => name.toLowerCase().replace(/[\u2010\u2011]/g, '-');

/** OpenAlex's data beyond the bibliography. */
export function enrichmentOf(work: Work): Cut<OpenAlexEnrichment> {
  const { open_access: access } = work;
  const enrichment: OpenAlexEnrichment = {
    openalex_id: (textOrNull(work.id) ?? '').replace(/^.*\//, ''),
    cited_by_count: work.cited_by_count ?? null,
    is_oa: access?.is_oa ?? null,
    oa_status: statusOf(work),
    oa_url: webUrl(access?.oa_url),
    fwci: work.fwci ?? null,
    topics: distinctTexts(work.topics.map(({ display_name }) => display_name)),
    keywords: distinctTexts(work.keywords.map(({ display_name }) => display_name)),
    counts_by_year: work.counts_by_year.map(({ year, cited_by_count }) => ({ year, cited_by_count })),
  };
  return withinLimits(enrichment, enrichmentLimits);
}

/** OpenAlex does not name the notice. */
export const retractionOf = ({ is_retracted }: Pick<Work, 'is_retracted'>): Notice[] =>
  is_retracted === true ? [{ kind: 'retraction', date: null, doi: null, source: 'openalex' }] : [];

/** OpenAlex's types that refine an article: https://docs.openalex.org/api-entities/works/work-object#type */
const subtypes = new Map<string, string>(
  Object.entries({
    review: 'review',
    letter: 'letter',
    editorial: 'editorial',
    erratum: 'erratum',
    retraction: 'retraction-notice',
    'book-review': 'book-review',
    'data-paper': 'data-paper',
    'software-paper': 'software-paper',
    'conference-abstract': 'abstract',
  }),
);
const articles: ReadonlySet<string | null> = new Set(['journal-article', 'proceedings-article', 'book-chapter']);

function subtypeOf(type: string | null, atOpenAlex: string | null | undefined): string | null {
  if (type === 'posted-content') return atOpenAlex === 'preprint' ? 'preprint' : null;
  return articles.has(type) ? (subtypes.get(atOpenAlex ?? '') ?? null) : null;
}

const statusOf = ({ open_access }: Work): Bibliography['open_access_status'] =>
  OpenAccessStatus.safeParse(open_access?.oa_status).data ?? null;

/** OpenAlex uses January 1 if month and day are unknown, so only the year of that date is kept. */
function dateOf({ publication_date, publication_year }: Work): string | null {
  const date = fromIsoDate(publication_date?.replace(/-01-01$/, ''));
  return date ?? fromIsoDate(publication_year);
}

/** Crossref's types (https://api.crossref.org/types) except `other`. */
const crossrefTypes: ReadonlySet<string> = new Set(
  `book book-chapter book-part book-section book-series book-set book-track component database dataset dissertation
  edited-book grant journal journal-article journal-issue journal-volume monograph peer-review posted-content proceedings
  proceedings-article proceedings-series reference-book reference-entry report report-component report-series standard`.split(
    /\s+/,
  ),
);

/** OpenAlex types with their Crossref name. For other types, the type of the source decides. */
const types = new Map<string, string>(
  Object.entries({
    book: 'book',
    'book-chapter': 'book-chapter',
    'conference-paper': 'proceedings-article',
    dataset: 'dataset',
    dissertation: 'dissertation',
    grant: 'grant',
    'peer-review': 'peer-review',
    preprint: 'posted-content',
    'reference-entry': 'reference-entry',
    report: 'report',
    software: 'software',
    standard: 'standard',
  }),
);

/**
 * The container and series by the type of the source. A repository is the container only of works posted there and
 * nowhere else; platforms and indexes are not containers. For a source unknown to OpenAlex, the deposited name.
 */
function placeOf(location: Work['primary_location'], type: string | null): Venue {
  const { source, raw_source_name, raw_type } = location ?? {};
  const name = textOrNull(source?.display_name);
  const deposited = textOrNull(raw_source_name);
  if (source?.type === 'book series') {
    const book = deposited?.toLowerCase() === name?.toLowerCase() ? null : deposited;
    return { ...venueOf(type, book === null ? [] : [book]), series_title: name };
  }
  const isHost =
    source?.type === 'journal' ||
    source?.type === 'conference' ||
    (source?.type === 'repository' && type === 'posted-content');
  if (name !== null && isHost) return venueOf(type, [name]);
  return venueOf(type, deposited !== null && hosted.has(raw_type ?? '') ? [deposited] : []);
}

/** Crossref types whose deposits name a container. */
const hosted: ReadonlySet<string> = new Set([
  'journal-article',
  'proceedings-article',
  'book-chapter',
  'book-section',
  'book-part',
  'reference-entry',
]);

/**
 * Until 2023, OpenAlex's types were Crossref's. `article` and similar types mean journal articles only if the source is
 * a journal, because OpenAlex uses them widely. Works on preprint servers are posted content. Otherwise the deposited
 * type, if it is one of Crossref's.
 */
function typeOf(
  location: Work['primary_location'],
  { type, type_crossref }: Pick<Partial<Work>, 'type' | 'type_crossref'>,
): string | null {
  const crossrefType = termOrNull(type_crossref);
  if (crossrefType) return crossrefType;
  const known = types.get(type ?? '') ?? (crossrefTypes.has(type ?? '') ? type : undefined);
  if (known) return known;
  const host = location?.source?.type;
  if (host === 'repository' && isPreprintServer(location?.source?.display_name ?? '')) return 'posted-content';
  const isArticle = ['article', 'review', 'letter', 'editorial', 'erratum', 'retraction', 'data-paper'].includes(
    type ?? '',
  );
  if (isArticle && host === 'journal') return 'journal-article';
  if (isArticle && host === 'conference') return 'proceedings-article';
  const deposited = location?.raw_type ?? '';
  return crossrefTypes.has(deposited) ? deposited : null;
}

const licenses = new Map<string, string>(
  Object.entries({
    'cc-by': 'https://creativecommons.org/licenses/by/4.0/',
    'cc-by-sa': 'https://creativecommons.org/licenses/by-sa/4.0/',
    'cc-by-nc': 'https://creativecommons.org/licenses/by-nc/4.0/',
    'cc-by-nd': 'https://creativecommons.org/licenses/by-nd/4.0/',
    'cc-by-nc-sa': 'https://creativecommons.org/licenses/by-nc-sa/4.0/',
    'cc-by-nc-nd': 'https://creativecommons.org/licenses/by-nc-nd/4.0/',
    cc0: 'https://creativecommons.org/publicdomain/zero/1.0/',
  }),
);
