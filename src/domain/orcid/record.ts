import * as z from 'zod';
import { LocalizedText } from '../values/locale.ts';
import { PartialDate } from '../values/partial-date.ts';

/** One work summary on a person's ORCID record, as plain text. */
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
  /** The person's preference within a group. ORCID shows the summary with the highest index. */
  displayIndex: z.int(),
  /** The canonical DOIs of the work itself (relationship `self`), in the record's order. */
  selfDois: z.array(z.string()),
  /** `1902.02534`. Summaries of older jobs do not have it. */
  arxivId: z.string().nullable().default(null),
});
export type WorkSummary = z.output<typeof WorkSummary>;

/** Summaries that ORCID groups as one work because they share an identifier. Never empty. */
export interface WorkGroup {
  summaries: WorkSummary[];
  /** DOIs of relationship `self` on the group itself. */
  selfDois: string[];
  /** PubMed identifiers of relationship `self`, as digits. */
  pmids: string[];
  /** The same of PubMed Central, as digits: `103984` of `PMC103984`. */
  pmcids: string[];
}

/** The public data of a person on their ORCID record. A private name is null. Never contains an e-mail address. */
export interface OrcidPerson {
  orcid: string;
  givenName: string | null;
  familyName: string | null;
  creditName: string | null;
  /** At most 20, of at most 200 characters each. Missing: none. */
  otherNames?: readonly string[];
  biography: string | null;
}
