import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { forecastRefresh } from '#src/ingestion/refresh/forecast.ts';
import { LocalizedText } from '#src/vocabulary/locale.ts';
import { sourceNames } from '#src/vocabulary/sources/declarations.ts';

const count = z.int().min(0);
const source = z.enum(sourceNames);
const range = (limit: string) =>
  z
    .object({ least: count, most: count })
    .meta({ description: `${limit}: \`least\` and \`most\`, depending on how much has changed at the source` });
const time = (description: string) => z.int().meta({ description: `${description}. Milliseconds since the epoch` });

/** Limit of attempts in one response. */
const maxFailing = 100;

export const route = defineRoute({
  id: 'site-tools.refresh',
  api: 'dashboard',
  method: 'GET',
  path: '/api/site-tools/refresh',
  summary: 'Get what the refresh will do tonight',
  description:
    'The dry run of the scheduled refresh: what is due at each source in the current or next night, what the ' +
    'budgets allow, and what has failed. No source is asked, and nothing is written.',
  internal: true,
  auth: member('superadmin'),
  responses: {
    200: z.object({
      night: z
        .object({ starts_at: time('Its start'), ends_at: time('Its end') })
        .nullable()
        .meta({ description: 'Null if the refresh is disabled' }),
      sources: z.array(
        z.object({
          source,
          due: count.meta({ description: 'People or publications to refresh' }),
          waiting: count.meta({ description: 'How many of them have failed and are not due for a retry' }),
          budget: z.object({ requests: count, used: count }).meta({ description: 'Of the UTC day' }),
          requests: range('For all due records'),
          within_budget: range('How many due records the budget allows'),
          paused_until: time('Not asked before this time, because it is failing').nullable(),
        }),
      ),
      estimated_end: z
        .object({ earliest: time('If nothing has changed'), latest: time('If everything has changed') })
        .nullable(),
      failing: z
        .array(
          z.object({
            kind: z.enum(['person', 'publication', 'source']),
            id: z.string(),
            source,
            attempts: count,
            attempted_at: time('The last attempt'),
            due_at: time('Not retried before this time'),
            reason: z.string(),
          }),
        )
        .meta({ description: `What was tried without success, next first; at most ${maxFailing}` }),
      failing_total: count,
      names: z
        .record(z.string(), LocalizedText)
        .optional()
        .meta({ description: 'The names of the people and publications in `failing`, by id' }),
    }),
  },
  problems: [],
  grants: ['pass-refresh:query', 'pace:read', 'setting:refresh', 'lists:people', 'lists:curated-publications'],
  async handle({ now }) {
    const { failing, named, ...forecast } = await forecastRefresh(now);
    const next = failing.toSorted((one, other) => one.due_at - other.due_at).slice(0, maxFailing);
    const shown = new Set(next.map(({ id }) => id));
    const names = Object.fromEntries(named.flatMap(([id, name]) => (name && shown.has(id) ? [[id, name]] : [])));
    return { status: 200, body: { ...forecast, failing: next, failing_total: failing.length, names } };
  },
});

export const handler = lambda(route);
