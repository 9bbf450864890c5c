import { peopleAt, type ResearcherLink } from '#src/matching/link.ts';
import type { Author, Bibliography } from '#src/vocabulary/bibliography.ts';
import type { OrcidBibliographies } from './bibliography.ts';

/** The fields that decide whose ORCID records describe a publication. */
export interface Listed {
  /** `orcid`: no agency knows its DOI. */
  source: string;
  original: Pick<Bibliography, 'authors' | 'editors'>;
  enriched: Pick<Bibliography, 'authors' | 'editors'> | null;
  edits: { data?: Record<string, unknown> | undefined };
  orcid_bibliographies: OrcidBibliographies | null;
  researchers: readonly ResearcherLink[];
}

/**
 * Whose ORCID record listed a publication first, which describes it while no agency does. Listings from before their time was
 * kept are the oldest, and equal. Undefined if several are the oldest: then what is stored stays.
 */
export function firstLister(listings: OrcidBibliographies): string | undefined {
  const since = (orcid: string) => listings[orcid]?.[0]?.listed_at ?? 0;
  const orcids = Object.keys(listings).filter((orcid) => (listings[orcid] ?? []).length > 0);
  const oldest = Math.min(...orcids.map(since));
  const [first, ...others] = orcids.filter((orcid) => since(orcid) === oldest);
  return others.length === 0 ? first : undefined;
}

/**
 * The researchers who are authors or editors of a publication by another word than their own: each is the person at a
 * position of a list that an agency, an enrichment, a curator or another researcher's ORCID record names. By position.
 */
export function vouchedPeople(listed: Listed): string[] {
  const { researchers } = listed;
  const people = (['authors', 'editors'] as const).flatMap((list) => {
    const namer = namerOf(listed, list);
    const byPosition = [...peopleAt(researchers, list)].sort(([one], [other]) => one - other);
    return byPosition.flatMap(([, orcid]) => (namer === undefined || namer === orcid ? [] : orcid));
  });
  const accepted = researchers.filter(({ reasons }) => reasons.includes('curator')).map(({ orcid }) => orcid);
  return [...new Set([...people, ...accepted])];
}

/** Who names the people of a list: somebody who is no researcher of it, or the owner of the describing ORCID record. */
function namerOf(listed: Listed, list: 'authors' | 'editors'): string | undefined {
  const { source, original, enriched, edits } = listed;
  const isNaming = (authors: readonly Author[] | undefined) => authors !== undefined && authors.length > 0;
  if (edits.data?.[list] !== undefined) return 'curator';
  if (source !== 'orcid' && isNaming(original[list])) return 'agency';
  if (isNaming(enriched?.[list])) return 'openalex';
  return describerOf(listed);
}

/** Whose ORCID record describes a publication instead of an agency. Undefined if an agency knows it. */
export const describerOf = ({ source, orcid_bibliographies }: Listed): string | undefined =>
  source === 'orcid' ? firstLister(orcid_bibliographies ?? {}) : undefined;

/**
 * The people whose ORCID records describe a publication, in the order in which their values count; see docs/trust.md. Never in
 * the order of iDs, which anybody can have.
 */
export function describers(listed: Listed): string[] {
  const listings = listed.orcid_bibliographies ?? {};
  if (Object.keys(listings).length === 0) return [];
  const first = describerOf(listed);
  const all = new Set([...(first === undefined ? [] : [first]), ...vouchedPeople(listed)]);
  return [...all].filter((orcid) => (listings[orcid] ?? []).length > 0);
}
