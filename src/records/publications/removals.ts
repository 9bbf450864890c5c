import type { ResearcherLink } from '#src/matching/link.ts';
import type { OrcidBibliography } from '../orcid/bibliography.ts';
import { describedBy } from './described.ts';
import type { PublicationRecord } from './publication.ts';

/** Whether `withoutPerson` would remove anything. */
export const namesPerson = (record: PublicationRecord, orcid: string): boolean =>
  record.researchers.some((link) => link.orcid === orcid) ||
  record.versions_orcids.includes(orcid) ||
  record.not_authors.some((each) => each.orcid === orcid) ||
  (record.left_orcids ?? []).includes(orcid) ||
  Object.hasOwn(record.orcid_bibliographies ?? {}, orcid);

/** The record without the link to a person, its evidence, and their ORCID record's data. Authors stay as published. */
export function withoutPerson(record: PublicationRecord, orcid: string): PublicationRecord {
  const { [orcid]: _, ...rest } = record.orcid_bibliographies ?? {};
  return {
    ...record,
    original: record.source === 'orcid' ? describedBy(rest, record.original) : record.original,
    researchers: record.researchers.filter((link) => link.orcid !== orcid),
    versions_orcids: record.versions_orcids.filter((each) => each !== orcid),
    not_authors: record.not_authors.filter((each) => each.orcid !== orcid),
    left_orcids: record.left_orcids?.filter((each) => each !== orcid) ?? null,
    orcid_bibliographies: record.orcid_bibliographies && rest,
  };
}

/**
 * The record without one of its DOIs and the listings under it on ORCID records. Researchers linked only by these are
 * unlinked, unless a curator has decided about them.
 */
export function withoutAlias(record: PublicationRecord, alias: string): PublicationRecord {
  const stored = record.orcid_bibliographies;
  const isOther = ({ listed_as }: OrcidBibliography) => listed_as !== alias;
  const left = Object.entries(stored ?? {}).map(([orcid, listed]) => [orcid, listed.filter(isOther)] as const);
  const orcidBibliographies = Object.fromEntries(left.filter(([, listed]) => listed.length > 0));
  const isLinked = ({ orcid, decision }: ResearcherLink) =>
    decision !== null || orcid in orcidBibliographies || stored?.[orcid] === undefined;
  return {
    ...record,
    aliases: record.aliases.filter((each) => each !== alias),
    original: record.source === 'orcid' ? describedBy(orcidBibliographies, record.original) : record.original,
    orcid_bibliographies: stored && orcidBibliographies,
    researchers: record.researchers.filter(isLinked),
    version: record.version + 1,
  };
}
