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

/** A linked person is a corresponding author. */
export const correspondingPerson = 'person';
/** Somebody is. */
export const correspondingKnown = 'known';

/** The values of `corresponding` of outputs with a corresponding author of the institution. */
export const ownCorresponding = (institutionRors: readonly string[]): string[] => [
  correspondingPerson,
  ...institutionRors,
];

/** Whether a corresponding author is the institution's own; null if none is known. */
export function isOwnCorresponding(corresponding: readonly string[], own: readonly string[]): boolean | null {
  return corresponding.length === 0 ? null : corresponding.some((value) => own.includes(value));
}

interface Years {
  issue_year: number | null;
  report_year: number | null;
  publication_year: number | null;
}

/** The year in which an output counts: that set by a curator, or else of its first publication. */
export const firstCountedYear = ({ report_year, publication_year }: Years): number | null =>
  report_year ?? publication_year;

/** The year in which an output counts: that set by a curator, or else of the issue, or else of its first publication. */
export const issueCountedYear = ({ report_year, issue_year, publication_year }: Years): number | null =>
  report_year ?? issue_year ?? publication_year;
