import * as z from 'zod';
import { LocalizedText, PartialDate } from './values/bibliography.ts';

/** One person's assertion of a work on their ORCID record, in plain text. */
export const WorkSummary = z.object({
  putCode: z.int(),
  title: LocalizedText.nullable(),
  titleHtml: z.string().nullable(),
  subtitle: z.string().nullable(),
  /** ORCID's own vocabulary in kebab-case: `journal-article`, `dissertation-thesis`, … */
  workType: z.string().nullable(),
  publicationDate: PartialDate.nullable(),
  journalTitle: z.string().nullable(),
  url: z.string().nullable(),
  /** The person's order of preference within a group; the highest is shown on their record. */
  displayIndex: z.int(),
  /** The canonical DOIs that identify this very work (relationship `self`), in the record's order. */
  selfDois: z.array(z.string()),
});
export type WorkSummary = z.output<typeof WorkSummary>;

/** Summaries ORCID holds to be the same work because they share an identifier. Never empty. */
export interface WorkGroup {
  summaries: WorkSummary[];
  /** DOIs of relationship `self` that the group itself carries. */
  selfDois: string[];
}

/** What an ORCID record shows of its owner. A private name is null. Never an e-mail address. */
export interface OrcidPerson {
  orcid: string;
  givenName: string | null;
  familyName: string | null;
  creditName: string | null;
  biography: string | null;
}
