import * as z from 'zod';
import * as publicationQuery from '#src/http/publication-query.ts';
import { orNone } from '#src/http/values-filter.ts';
import { journalCondition } from '../journals.ts';
import { optional } from '../query.ts';
import { worksWithHints } from './doi-hints.ts';
import { echoReport, publisherFilter, reportConditions, reportEcho, reportFilters } from './report-filters.ts';

const { publication_year, open_access_status } = publicationQuery.valueFilters;

/** The filters that the list of works shares with that of publications. */
export const sharedFilters = {
  publication_year: optional(publication_year),
  output_type: optional(publicationQuery.outputType),
  open_access_status: optional(open_access_status),
  license: optional(publicationQuery.license),
  journal: optional(publicationQuery.recordFilters.journal),
  publisher: optional(publisherFilter),
  ...reportFilters,
};

const names = ['output_type', 'open_access_status', 'license', 'journal', 'publisher', 'publication_year'] as const;

/** The echoed filters in a response. */
export const sharedEcho = {
  ...(Object.fromEntries(
    names.map((name) => [name, z.string().optional().meta({ description: 'Only if it was requested' })]),
  ) as { [Name in (typeof names)[number]]: z.ZodOptional<z.ZodString> }),
  ...reportEcho,
};

/** Echoes the applied filters, those that are given. */
export const echoShared = (query: WorkFilters & { publication_year?: readonly (number | string)[] | null }) => ({
  ...Object.fromEntries(
    names.flatMap((name) => {
      const values: readonly (string | number)[] | null | undefined = query[name];
      return values ? [[name, values.join('|')]] : [];
    }),
  ),
  ...echoReport(query as Parameters<typeof echoReport>[0]),
});

type Shared = z.output<z.ZodObject<typeof sharedFilters>>;
type WorkFilters = { [Name in Exclude<keyof Shared, 'publication_year'>]?: Shared[Name] | undefined };

/** The conditions of works that follow from filters which they share with publications. Throws a Problem for impossible ones. */
export async function workFilterConditions(query: WorkFilters) {
  const { output_type, open_access_status, license, journal, publisher } = query;
  const report = reportConditions(query as Parameters<typeof reportConditions>[0]);
  return {
    ...report,
    ...(query.doi_hint && { ids: await worksWithHints(query.doi_hint) }),
    equals: {
      ...(output_type && { output_type: orNone(output_type) }),
      ...(open_access_status && { open_access_status: orNone(open_access_status) }),
      ...(license && { license: orNone(license) }),
      ...(publisher && { publisher: orNone(publisher) }),
      ...(await journalCondition(journal ?? null)),
      ...report.equals,
    },
  };
}
