import * as z from 'zod';
import { LocalizedText } from '#src/vocabulary/locale.ts';
import { PartialDate } from '#src/vocabulary/partial-date.ts';

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
  /** Canonical DOIs of the work itself (relationship `self`), in the record's order. */
  selfDois: z.array(z.string()),
  /** `1902.02534`. Missing in summaries of older jobs. */
  arxivId: z.string().nullable().default(null),
  /** The iD of the system or person that entered it. Missing in summaries of older jobs. */
  enteredBy: z.string().nullable().optional(),
  pmid: z.string().nullable().default(null),
  pmcid: z.string().nullable().default(null),
  handle: z.string().nullable().default(null),
  eid: z.string().nullable().default(null),
  /** Of the journal. Missing in summaries of older jobs. */
  issns: z.array(z.string()).default([]),
  /** When the summary was last changed on the record, in milliseconds since the epoch. */
  modifiedAtMs: z.int().optional(),
  /** One sentence per cut field. */
  cuts: z.array(z.string()).optional(),
});
export type WorkSummary = z.output<typeof WorkSummary>;

/** Summaries that ORCID groups as one work because they share an identifier. Never empty. */
export interface WorkGroup {
  summaries: WorkSummary[];
  /** DOIs with relationship `self` on the group itself. */
  selfDois: string[];
  /** PubMed identifiers with relationship `self`, as digits. */
  pmids: string[];
  /** PubMed Central identifiers with relationship `self`, as digits: `103984` for `PMC103984`. */
  pmcids: string[];
  /** All identifiers of its summaries and of the group itself, each once. */
  identifiers: ExternalId[];
}

/** The public data of a person on their ORCID record. A private name is null. Never contains an e-mail address. */
export interface OrcidPerson {
  orcid: string;
  givenName: string | null;
  familyName: string | null;
  creditName: string | null;
  /** At most 20, of at most 200 characters each. */
  otherNames?: readonly string[];
  biography: string | null;
}
