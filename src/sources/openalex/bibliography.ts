import { eachOnce } from '#src/matching/names/each-once.ts';
import { isInJournal, withJournalAsGroup } from '#src/matching/names/groups.ts';
import type { Named } from '#src/matching/names/several.ts';
import { readWhole, withoutOrcid } from '#src/matching/names/written.ts';
import {
  type Author,
  type AuthorAffiliation,
  type Bibliography,
  emptyBibliography,
  type Funder,
} from '#src/vocabulary/bibliography.ts';
import { parseRor } from '#src/vocabulary/funders/funder-ids.ts';
import { funderIds, mergedFunders } from '#src/vocabulary/funders/funders.ts';
import { arxivDoi, arxivIdIn, parseArxivId } from '#src/vocabulary/identifiers/arxiv.ts';
import { parseDoi } from '#src/vocabulary/identifiers/doi.ts';
import { parseHandle, parsePmcid, parsePmid } from '#src/vocabulary/identifiers/identifiers.ts';
import { isNoticeSubtype, type Notice } from '#src/vocabulary/integrity.ts';
import { fromIsoDate, yearOf } from '#src/vocabulary/partial-date.ts';
import { distinctRelations, type Relation, type RelationType } from '#src/vocabulary/relation.ts';
import { languageTag } from '#src/vocabulary/text/language.ts';
import { webUrl } from '#src/vocabulary/web-url.ts';
import { abstractOf } from '../fields/abstract.ts';
import {
  distinctIssns,
  distinctTexts,
  firstTitle,
  labelOrNull,
  nameOrNull,
  orcidOrNull,
  pagesOrNull,
  termOrNull,
  textOrNull,
} from '../fields/response-fields.ts';
import { keywordsOf } from '../fields/subjects.ts';
import { stateInTitle, subtypeInTitle } from '../fields/title-words.ts';
import { isPreprintServer, type Venue, venueOf } from '../fields/venue.ts';
import { licenseIn, locationOf, statusOf } from './enrichment.ts';
import type { OpenAlexRecord } from './response.ts';

/** The bibliography of a work for the publication with a DOI. */
export function bibliographyOf(work: OpenAlexRecord, doi: string): Bibliography {
  const title = firstTitle([work.title, work.display_name]);
  const held = parseDoi(work.doi ?? '');
  const isCopy = held !== undefined && held !== doi;
  const location = locationOf(work, doi);
  const { source, license, landing_page_url } = location ?? {};
  const date = isCopy ? null : dateOf(work);
  const type = typeOf(location, isCopy ? {} : work);
  const biblio = isCopy ? undefined : work.biblio;
  const isRetracted = isRetractedAt(work, title?.text ?? null, doi);
  const ids = isCopy ? noIdentifiers : identifiersOf(work);
  return {
    ...emptyBibliography,
    title: title?.text ?? null,
    title_html: title?.html ?? null,
    authors: withJournalAsGroup(
      eachOnce(work.authorships.flatMap(author)),
      isInJournal(type) ? [textOrNull(source?.display_name)] : [],
    ),
    publication_date: date,
    publication_year: yearOf(date),
    publication_type: type,
    publication_subtype: subtypeOf(type, isCopy ? null : work.type),
    ...placeOf(location, type),
    publisher: nameOrNull(source?.host_organization_name),
    volume: labelOrNull(biblio?.volume),
    issue: labelOrNull(biblio?.issue),
    pages: pagesOrNull(biblio?.first_page, biblio?.last_page),
    issn: distinctIssns(source?.issn ?? []),
    arxiv_id: arxivIdIn(doi) ?? null,
    language: languageTag(work.language) ?? null,
    pmid: ids.pmid,
    pmcid: ids.pmcid,
    handle: ids.handle,
    abstract: isCopy ? null : abstractIn(work),
    license_url: licenses.get(license ?? '') ?? null,
    license: licenseIn(license),
    funders: fundersOf(work),
    subjects: keywordsOf(work.keywords.map(({ display_name }) => ({ subject: display_name }))),
    url: webUrl(landing_page_url),
    cited_by_count: work.cited_by_count ?? null,
    integrity: retractionOf(isRetracted),
    is_retracted: isRetracted,
    open_access_status: statusOf(work),
  };
}

function author({
  author: known,
  raw_author_name,
  raw_orcid,
  raw_affiliation_strings,
  institutions,
  affiliations: stated,
  is_corresponding,
}: OpenAlexRecord['authorships'][number]): Author[] {
  // As printed; the profile of an author may have another name.
  const profile = textOrNull(known?.display_name) ?? '';
  const { text: name, orcid: written } = withoutOrcid(textOrNull(raw_author_name) ?? profile);
  const orcid = orcidOrNull(known?.orcid) ?? orcidOrNull(raw_orcid) ?? written;
  const people = readWhole(name || withoutOrcid(profile).text, { hasOrcid: orcid !== null });
  const institutionNames = distinctTexts(institutions.map(({ display_name }) => display_name));
  const details = affiliationsOf(institutions, stated);
  const said = {
    affiliations: institutionNames.length > 0 ? institutionNames : distinctTexts(raw_affiliation_strings),
    ...(details.length > 0 && { affiliation_details: details }),
    ...(is_corresponding && { is_corresponding }),
  };
  // Of several people in one name, the profile is of one.
  const isOf = ({ family }: Named) => people.length === 1 || (family !== null && profile.endsWith(` ${family}`));
  return people.map((named) => ({ ...named, orcid: isOf(named) ? orcid : null, ...said }));
}

/** The institutions of each printed affiliation, then those without one, and printed ones without an institution. */
function affiliationsOf(
  institutions: OpenAlexRecord['authorships'][number]['institutions'],
  stated: OpenAlexRecord['authorships'][number]['affiliations'],
): AuthorAffiliation[] {
  if (institutions.length === 0) return [];
  const organization = ({ display_name, ror, country_code }: (typeof institutions)[number]) => ({
    name: textOrNull(display_name),
    ror: parseRor(ror ?? '') ?? null,
    country: /^[A-Z]{2}$/i.exec(country_code ?? '')?.[0].toUpperCase() ?? null,
  });
  const printed = stated.flatMap(({ raw_affiliation_string, institution_ids }) => {
    const text = textOrNull(raw_affiliation_string);
    const at = institutions.filter(({ id }) => id && institution_ids.includes(id));
    if (at.length > 0) return at.map((each) => ({ printed: text, ...organization(each) }));
    return text === null ? [] : [{ printed: text, name: null, ror: null, country: null }];
  });
  const named = new Set(stated.flatMap(({ institution_ids }) => institution_ids));
  const bare = institutions.filter(({ id }) => !named.has(id ?? ''));
  return [...printed, ...bare.map((each) => ({ printed: null, ...organization(each) }))];
}

/**
 * The other DOIs at which OpenAlex found the work.
 * https://docs.openalex.org/api-entities/works/work-object/location-object says whether a location has the submitted,
 * accepted or published version. Locations at arXiv have the DOI that it registers.
 */
export function openAlexRelations({ type, locations }: OpenAlexRecord, doi: string): Relation[] {
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

/** OpenAlex does not name the notice. */
const retractionOf = (isRetracted: boolean | null): Notice[] =>
  isRetracted === true ? [{ kind: 'retraction', date: null, doi: null, source: 'openalex' }] : [];

/** Whether the work is retracted. OpenAlex also says so of notices about works. */
function isRetractedAt({ is_retracted, type }: OpenAlexRecord, title: string | null, doi: string): boolean | null {
  const kind = subtypes.get(type ?? '') ?? (stateInTitle(title, doi) ? null : subtypeInTitle(title, 'journal-article'));
  return is_retracted && isNoticeSubtype(kind) ? null : (is_retracted ?? null);
}

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

/** The words of the index by their positions. Positions beyond any abstract are those of a fault. */
function abstractIn({ abstract_inverted_index: index, language }: OpenAlexRecord): string | null {
  const words: string[] = [];
  for (const [word, positions] of Object.entries(index ?? {})) {
    for (const position of positions) if (position >= 0 && position < maxAbstractWords) words[position] = word;
  }
  // The index has no lines, so a heading is the first word.
  const text = words
    .filter((word) => word !== undefined)
    .join(' ')
    .replace(/^abstract\s(?=\p{Lu})/iu, '');
  return abstractOf(text, languageTag(language));
}

const maxAbstractWords = 20_000;

const noIdentifiers = { pmid: null, pmcid: null, handle: null };

/** PubMed's and PubMed Central's identifiers, and the handle of a copy in a repository. */
function identifiersOf({ ids, locations }: OpenAlexRecord) {
  const addresses = locations.map(({ landing_page_url }) => landing_page_url ?? '');
  const oaiIds = locations.map(({ id }) => /^pmh:oai:pubmedcentral\.nih\.gov:(\d+)$/.exec(id ?? '')?.[1]);
  const first = (parse: (written: string) => string | undefined, written: readonly string[]) =>
    written.flatMap((each) => parse(each) ?? [])[0];
  const isPubmed = (address: string) => /^https?:\/\/(?:www\.)?(?:pubmed|ncbi\.nlm|europepmc)/i.test(address);
  const pubmed = addresses.filter(isPubmed);
  const handles = addresses.filter((address) => /^https?:\/\/hdl\.handle\.net\//i.test(address));
  return {
    pmid: first(parsePmid, [ids?.pmid ?? '', ...pubmed]) ?? null,
    pmcid:
      first(parsePmcid, [ids?.pmcid ?? '', ...pubmed, ...oaiIds.flatMap((digits) => (digits ? `PMC${digits}` : []))]) ??
      null,
    handle: first(parseHandle, handles) ?? null,
  };
}

/** The funders with their awards. OpenAlex has the ROR iDs of funders beside their awards. */
function fundersOf({ awards, funders, grants }: OpenAlexRecord): Funder[] {
  const rorOf = new Map(funders.map(({ id, ror }) => [id, ror]));
  const entry = (
    name: string | null | undefined,
    id: string | null | undefined,
    number?: string | null,
    title?: string | null,
  ) => {
    const [award, about] = [textOrNull(number), textOrNull(title)];
    return {
      name: textOrNull(name),
      ...funderIds([rorOf.get(id)]),
      awards: award === null ? [] : [award],
      award_details: about === null ? [] : [{ number: award, title: about, uri: null }],
    };
  };
  return mergedFunders([
    ...funders.map(({ display_name, id }) => entry(display_name, id)),
    ...awards.map((each) => entry(each.funder_display_name, each.funder_id, each.funder_award_id, each.display_name)),
    ...grants.map((each) => entry(each.funder_display_name, each.funder, each.award_id)),
  ]);
}

/** OpenAlex uses January 1 if month and day are unknown, so only the year of that date is kept. */
function dateOf({ publication_date, publication_year }: OpenAlexRecord): string | null {
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
function placeOf(location: OpenAlexRecord['primary_location'], type: string | null): Venue {
  const { source, raw_source_name, raw_type } = location ?? {};
  const name = nameOrNull(source?.display_name);
  const deposited = nameOrNull(raw_source_name);
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
  location: OpenAlexRecord['primary_location'],
  { type, type_crossref }: Pick<Partial<OpenAlexRecord>, 'type' | 'type_crossref'>,
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

/** Licences of which there is only one version. */
const licenses = new Map<string, string>(
  Object.entries({
    cc0: 'https://creativecommons.org/publicdomain/zero/1.0/',
  }),
);
