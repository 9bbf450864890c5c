import * as z from 'zod';
import { Author } from '#src/vocabulary/bibliography.ts';
import { LocalizedText } from '#src/vocabulary/locale.ts';
import { ExternalId, type WorkSummary } from './record.ts';

export const WorkCitation = z.object({
  /** ORCID's name: `bibtex`, `ris`, `formatted-apa`, `formatted-unspecified`, … */
  type: z.string(),
  value: z.string(),
});

export type WorkCitation = z.output<typeof WorkCitation>;

/** The fields that a citation states about a work and an ORCID record has no place for. */
export const CitedFields = z.object({
  container_title: z.string().optional(),
  series_title: z.string().optional(),
  publisher: z.string().optional(),
  institution: z.string().optional(),
  publication_place: z.string().optional(),
  edition: z.string().optional(),
  volume: z.string().optional(),
  issue: z.string().optional(),
  pages: z.string().optional(),
  isbn: z.string().optional(),
  issn: z.string().optional(),
});
export type CitedFields = z.output<typeof CitedFields>;

/** Details that only the full work of an ORCID record has. Lists of works lack them. */
export const WorkDetails = z.object({
  /** The contributors who are authors. */
  authors: z.array(Author),
  editors: z.array(Author),
  /** As entered; null if it is too long to keep. */
  citation: WorkCitation.nullable(),
  cited: CitedFields,
  abstract: z.string().nullable(),
  language: z.string().nullable(),
});
export type WorkDetails = z.output<typeof WorkDetails>;

/** A work without a DOI on an ORCID record: the summary that its owner prefers. */
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
  /** The iD of the system or person that entered it. */
  entered_by: z.string().nullable().default(null),
  /** The identifiers of all its summaries. */
  identifiers: z.array(ExternalId),
  /** Null if they could not be read. Read again when the work is changed on the record. */
  details: WorkDetails.nullable(),
});
export type OrcidWork = z.output<typeof OrcidWork>;

/** Whether the details of this summary are stored, as they are on the record now. */
export function hasDetailsOf(stored: OrcidWork | null, { putCode, modifiedAtMs }: WorkSummary): boolean {
  if (!stored?.details || stored.put_code !== putCode) return false;
  return modifiedAtMs === undefined || stored.modified_at === modifiedAtMs;
}

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
    entered_by: preferred.enteredBy ?? null,
    identifiers: [...identifiers],
    details: details ?? known?.details ?? null,
  };
}
