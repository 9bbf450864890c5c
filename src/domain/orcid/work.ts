import * as z from 'zod';
import { Author } from '../values/bibliography.ts';
import { LocalizedText } from '../values/locale.ts';
import type { WorkSummary } from './record.ts';

/** An identifier on an ORCID record: https://pub.orcid.org/v3.0/identifiers. */
export const ExternalId = z.object({
  /** ORCID's name in lower case: `isbn`, `handle`, `pmid`, `source-work-id`, … */
  type: z.string(),
  /** As normalized by ORCID, or else as entered. */
  value: z.string(),
  url: z.string().nullable(),
  /** `self`, `part-of`, `version-of` or `funded-by`. */
  relationship: z.string().nullable(),
});
export type ExternalId = z.output<typeof ExternalId>;

const WorkCitation = z.object({
  /** ORCID's name: `bibtex`, `ris`, `formatted-apa`, `formatted-unspecified`, … */
  type: z.string(),
  value: z.string(),
});
type WorkCitation = z.output<typeof WorkCitation>;

/** What only the full work of an ORCID record has, and lists of works lack. */
export const WorkDetails = z.object({
  /** The contributors who are authors. */
  authors: z.array(Author),
  editors: z.array(Author),
  citation: WorkCitation.nullable(),
  abstract: z.string().nullable(),
  language: z.string().nullable(),
});
export type WorkDetails = z.output<typeof WorkDetails>;

/** What an ORCID record says of a work without a DOI: the summary that its owner prefers. */
export const OrcidWork = z.object({
  put_code: z.int(),
  /** When it was last changed on the record, in milliseconds since the epoch. */
  modified_at: z.int().nullable(),
  title: LocalizedText.nullable(),
  title_html: z.string().nullable(),
  subtitle: z.string().nullable(),
  work_type: z.string().nullable(),
  publication_date: z.string().nullable(),
  journal_title: z.string().nullable(),
  url: z.string().nullable(),
  arxiv_id: z.string().nullable(),
  /** Those of all its summaries. */
  identifiers: z.array(ExternalId),
  /** Null if they could not be read. Read again when the work is changed on the record. */
  details: WorkDetails.nullable(),
});
export type OrcidWork = z.output<typeof OrcidWork>;

/** The stored form of a summary. Details that were not read stay as they were for the same work. */
export function orcidWork(
  preferred: WorkSummary,
  { identifiers = [], details }: { identifiers?: readonly ExternalId[]; details?: WorkDetails | undefined },
  stored: OrcidWork | null,
): OrcidWork {
  const known = stored?.put_code === preferred.putCode ? stored : null;
  return {
    put_code: preferred.putCode,
    modified_at: details ? (preferred.modifiedAtMs ?? null) : (known?.modified_at ?? null),
    title: preferred.title,
    title_html: preferred.titleHtml,
    subtitle: preferred.subtitle,
    work_type: preferred.workType,
    publication_date: preferred.publicationDate,
    journal_title: preferred.journalTitle,
    url: preferred.url,
    arxiv_id: preferred.arxivId,
    identifiers: [...identifiers],
    details: details ?? known?.details ?? null,
  };
}
