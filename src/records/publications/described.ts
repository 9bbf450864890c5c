import { type Bibliography, type BibliographyField, emptyBibliography } from '#src/vocabulary/bibliography.ts';
import { type OrcidBibliographies, type OrcidBibliography, wholeBibliography } from '../orcid/bibliography.ts';
import { describers, firstLister, type Listed } from '../orcid/describers.ts';
import { type MergedSources, mergeSources, type SourceBibliographies } from './merge-sources.ts';

/** The fields of a stored record that come from its sources. */
interface Sourced extends Listed {
  original: Bibliography;
  enriched: Bibliography | null;
  supplements: Record<string, Bibliography>;
  translated_titles: Record<string, string>;
}

/** Fields that OpenAlex filled in where `original` was empty, before `orcid_bibliographies` existed. */
const filledIn: BibliographyField[] = ['title', 'authors', 'publication_date', 'publication_type'];

/** The merged statements of a publication's sources, by the main one. Copies of a record share them. */
const mergedByOriginal = new WeakMap<Bibliography, { of: Sourced; by: string; merged: MergedSources }>();

/** Merged once for what a publication is read or changed for: its row, citation, comparison and authors. Read only. */
export function mergedSources(record: Sourced): MergedSources {
  const known = mergedByOriginal.get(record.original);
  const orcids = describers(record);
  const by = orcids.join(' ');
  if (known && known.by === by && saySame(known.of, record)) return known.merged;
  const merged = mergeSources(sourcesOf(record, orcids));
  mergedByOriginal.set(record.original, { of: record, by, merged });
  return merged;
}

const saySame = (one: Sourced, other: Sourced): boolean =>
  one.source === other.source &&
  one.enriched === other.enriched &&
  one.supplements === other.supplements &&
  one.orcid_bibliographies === other.orcid_bibliographies;

/**
 * The bibliographies of a record's sources. `orcids`: whose ORCID records describe it; only the first names authors. A record of
 * an older shape is merged as it was then.
 */
function sourcesOf(
  { source, original, enriched, supplements, orcid_bibliographies }: Sourced,
  orcids: readonly string[],
): SourceBibliographies {
  if (orcid_bibliographies === null) {
    const { cited_by_count, is_retracted, open_access_status } = enriched ?? emptyBibliography;
    const isEmpty = (field: BibliographyField) => original[field] === null || field === 'authors';
    const known = Object.fromEntries(filledIn.filter(isEmpty).map((field) => [field, enriched?.[field]]));
    const openalex = { ...emptyBibliography, ...known, cited_by_count, is_retracted, open_access_status };
    return { agency: [original], openalex: [openalex], orcid: [] };
  }
  const isFromAgency = source !== 'orcid';
  const listed = orcids.flatMap((orcid) => (orcid_bibliographies[orcid] ?? []).map(wholeBibliography));
  const first = isFromAgency ? undefined : firstLister(orcid_bibliographies);
  const own = first === undefined ? 0 : (orcid_bibliographies[first] ?? []).length;
  const adding = listed.map((each, index) => (index < own ? each : { ...each, authors: [] }));
  return {
    ...Object.fromEntries(Object.entries(supplements).map(([name, said]) => [name, [said]])),
    agency: isFromAgency ? [original] : [],
    openalex: enriched ? [enriched] : [],
    orcid: isFromAgency || first !== undefined ? adding : [original, ...adding],
  };
}

/** Titles in other languages. Where it is not known of a listing whether it has any, those that were stored. */
export function translationsOf({
  orcid_bibliographies,
  translated_titles,
  ...record
}: Sourced): Record<string, string> {
  const listings = Object.values(orcid_bibliographies ?? {}).flat();
  if (orcid_bibliographies === null || listings.some((each) => each.translated_titles === null))
    return translated_titles;
  const orcids = describers({ ...record, orcid_bibliographies });
  const translations: Record<string, string> = {};
  for (const listed of orcids.flatMap((orcid) => orcid_bibliographies[orcid] ?? [])) {
    for (const [tag, title] of Object.entries(listed.translated_titles ?? {})) translations[tag] ??= title;
  }
  return translations;
}

/**
 * ORCID bibliographies of a stored publication. An older shape has one in `original`, from one of its researchers: nobody
 * knows whom, so each may be the one, and none adds to it.
 */
export function orcidBibliographiesOf({ orcid_bibliographies, source, original, researchers }: Sourced) {
  if (orcid_bibliographies !== null || source !== 'orcid') return orcid_bibliographies ?? {};
  const { title, title_html, subtitle, authors, publication_date, publication_type, container_title, url } = original;
  const bibliography: OrcidBibliography = {
    put_code: 0,
    listed_as: '',
    title: typeof title === 'string' ? title : null,
    title_html,
    subtitle,
    authors,
    publication_date,
    publication_type,
    publication_subtype: null,
    container_title,
    arxiv_id: null,
    pmid: null,
    pmcid: null,
    handle: null,
    eid: null,
    issn: [],
    url,
    translated_titles: null,
    listed_at: null,
  };
  return Object.fromEntries(researchers.map(({ orcid }) => [orcid, [bibliography]]));
}

/** The bibliography of a publication that no agency knows: what its first ORCID record says, or else what is `known`. */
export function describedBy(listings: OrcidBibliographies, known: Bibliography): Bibliography {
  const first = firstLister(listings);
  const [listed] = first === undefined ? [] : (listings[first] ?? []);
  return listed ? wholeBibliography(listed) : known;
}
