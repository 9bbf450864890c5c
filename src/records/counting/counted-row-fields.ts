import * as z from 'zod';

/** The fields of curators' list rows by which reports count. All are null or empty in rows of an older shape. */
export const countedRowFields = {
  /** Null if no author is known. */
  author_count: z.int().nullable().default(null),
  /** Linked people who are none of its authors, such as editors. */
  unmatched_orcids: z.array(z.string()).default([]),
  /** See `correspondingOf`. */
  corresponding: z.array(z.string()).default([]),
  /** See `funderIdOf`. */
  funders: z.array(z.string()).default([]),
  /** Of the authors' affiliations; null if none has one. */
  country_count: z.int().nullable().default(null),
  issue_year: z.int().nullable().default(null),
  /** Set by a curator. */
  report_year: z.int().nullable().default(null),
  /** The earliest day of the first notice by which it is retracted, as `YYYY-MM-DD`. */
  retracted_on: z.string().nullable().default(null),
};
/** A year that a curator sets for reports. */
export const ReportYear = z.int().min(1000).max(3000).nullable();
