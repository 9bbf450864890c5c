import * as z from 'zod';
import { invalidField } from '#src/runtime/errors.ts';
import { identifierKey } from '#src/vocabulary/identifiers/identifiers.ts';
import { parseIssn } from '#src/vocabulary/identifiers/issn.ts';
import { noticeKinds } from '#src/vocabulary/integrity.ts';
import { OpenAccessStatus } from '#src/vocabulary/open-access-status.ts';
import { decimalInteger, filter, maxInteger } from './query.ts';
import { enumFilter, orUnknown, valuesFilter } from './values-filter.ts';

const year = decimalInteger(1000, 3000);
const yearSchema = { type: 'integer', minimum: 1000, maximum: 3000 };
/** Of a filter for several years. */
export const yearsSchema = {
  anyOf: [yearSchema, { type: 'string', pattern: '^([12]\\d{3}|unknown)(\\|([12]\\d{3}|unknown))*$' }],
};
const orWithout = '`unknown`: without one.';

/** Filters by type, year and access: one or several values each. */
export const valueFilters = {
  publication_type: valuesFilter(
    z.string().toLowerCase(),
    { type: 'string' },
    "Only publications of this type, in Crossref's vocabulary, such as `journal-article`. `unknown`: without one.",
  ),
  publication_year: valuesFilter(orUnknown(year), yearsSchema, `Only publications of this year. ${orWithout}`),
  publication_year_from: filter(year, yearSchema, 'Only publications of this year or later.'),
  publication_year_to: filter(year, yearSchema, 'Only publications of this year or earlier.'),
  open_access_status: enumFilter(
    [...OpenAccessStatus.options, 'unknown'],
    'Only publications with this open-access status, or of which it is unknown.',
  ),
};

export const outputType = valuesFilter(
  z.string().toLowerCase().max(100),
  { type: 'string' },
  "Only what has this type in the vocabulary of publications and works, COAR's with hyphens, such as `doctoral-thesis`. `unknown`: without one.",
);

export const license = valuesFilter(
  z.string().toLowerCase().max(100),
  { type: 'string' },
  'Only publications under this licence: `cc-by` in any version, or `cc-by-4.0`. `unknown`: without one.',
);

interface Years {
  publication_year_from: number | null;
  publication_year_to: number | null;
}

/** Throws a Problem if the first year of a query is after its last one. */
export function checkYears({ publication_year_from: from, publication_year_to: to }: Years): void {
  if (from !== null && to !== null && from > to) {
    throw invalidField('query', 'publication_year_to', 'must not be before publication_year_from');
  }
}

export const minCitedBy = filter(
  decimalInteger(0, maxInteger),
  { type: 'integer', minimum: 0, maximum: maxInteger },
  'Only items with at least this number of citations. 0 means all items.',
);

export const isRetracted = filter(
  z.enum(['true', 'false']),
  { type: 'boolean' },
  'Only publications that are retracted, or are not.',
);

/** An ISSN in any notation. */
export const Issn = z.string().transform((written, context) => {
  const issn = parseIssn(written.slice(0, 100));
  if (issn !== undefined) return issn;
  context.issues.push({ code: 'custom', message: 'must be an ISSN, such as 2049-3630', input: written });
  return z.NEVER;
});

const subtype = z.string().toLowerCase().max(100);

/** Filters by notices, kind of contribution, identifier and journal. They are repeated in a response only if the request has them. */
export const recordFilters = {
  integrity: valuesFilter(
    z.enum(noticeKinds),
    { type: 'string' },
    'Only publications whose most serious notice is of this kind, such as `retraction` or `expression-of-concern`.',
  ),
  publication_subtype: valuesFilter(
    subtype,
    { type: 'string' },
    'Only publications of this subtype, such as `review`, `editorial`, `letter`, `erratum` or `retraction-notice`.',
  ),
  exclude_subtype: valuesFilter(subtype, { type: 'string' }, 'Only publications that are not of this subtype.'),
  identifier: valuesFilter(
    z.string().transform((written, context) => {
      const key = identifierKey(written.slice(0, 300));
      if (key !== undefined) return key;
      context.issues.push({
        code: 'custom',
        message: 'must be a PMID, PMCID, handle, arXiv id, EID or ISBN',
        input: written,
      });
      return z.NEVER;
    }),
    { type: 'string' },
    'Only records with this PMID, PMCID, handle, arXiv id, EID or ISBN, in any notation.',
  ),
  journal: valuesFilter(
    orUnknown(Issn),
    { type: 'string' },
    `Only publications of the journal with this ISSN, whichever of its ISSNs they have. ${orWithout}`,
  ),
};

type RecordFilters = { [Name in keyof typeof recordFilters]: readonly string[] | null };

/**
 * The filters of a list's query that name values of rows, only those that are given: others would invalidate cursors of
 * earlier releases.
 */
export const recordQuery = ({ integrity, publication_subtype, exclude_subtype, identifier }: RecordFilters) => ({
  equals: {
    ...(integrity && { integrity }),
    ...(publication_subtype && { publication_subtype }),
    ...(identifier && { identifier }),
  },
  ...(exclude_subtype && { except: { publication_subtype: exclude_subtype } }),
});
