import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { publicationTimeseries } from '#src/lists/publication-statistics.ts';
import { groupConditions, groupFilterGrants, groupFilterReads, groupFilters } from '#src/responses/group-query.ts';

const Period = z
  .object({
    key: z.string().meta({ description: '`YYYY-MM-DD` or `YYYY-MM`' }),
    label: z.string().meta({ description: 'Such as `Mon 12` or `Mar 2026`' }),
    count: z.int(),
  })
  .meta({ id: 'PublicationPeriod' });

const PublicationTimeseries = z
  .object({ daily_last_7_days: z.array(Period), monthly_last_6_months: z.array(Period) })
  .meta({ id: 'PublicationTimeseries' });

export const route = defineRoute({
  id: 'publications.timeseries',
  api: 'dashboard',
  method: 'GET',
  path: '/api/publications/stats/timeseries',
  summary: 'Count the new publications of the last days and months',
  description: 'By the time a publication entered the registry, in UTC, oldest first. Deleted ones are not counted.',
  auth: member('workspace_member'),
  query: z.object(groupFilters),
  responses: { 200: PublicationTimeseries },
  problems: [],
  grants: ['lists:curated-publications', ...groupFilterGrants],
  seldomReads: groupFilterReads,
  async handle({ query: filters, now }) {
    const { groups } = await groupConditions(
      filters,
      { kind: 'publication', audience: 'curators', stalenessMs: 0 },
      now,
    );
    const { days, months } = await publicationTimeseries(now, groups);
    return { status: 200, body: { daily_last_7_days: days, monthly_last_6_months: months } };
  },
});

export const handler = lambda(route);
