import * as z from 'zod';
import * as query from '#src/http/query.ts';
import { invalidField } from '#src/runtime/errors.ts';
import { optional } from './query.ts';
import { timeInput, timeSchema } from './time-input.ts';

const defaultMs = 30 * 24 * 60 * 60_000;
/** Tolerated lead of a client's clock. */
const clockSkewMs = 60_000;

const id = (description: string) => query.filter(z.string().max(500), { type: 'string', maxLength: 500 }, description);

/** Parameters of the activity log and the audit trail. `entries` names the items, `resources` their subjects. */
export const logQuery = (entries: string, resources: string) => ({
  from: query.filter(
    timeInput,
    timeSchema,
    `Only ${entries} at or after this time. Default: 30 days before \`to\`, or before now.`,
  ),
  to: query.filter(timeInput, timeSchema, `Only ${entries} at or before this time. Default: now.`),
  page: optional(query.page),
  perPage: optional(query.perPage),
  resource_id: id(`Only ${entries} of this ${resources}.`),
  actor_id: id(`Only ${entries} of this actor, such as \`user:ada@example.org\`.`),
});

/** The time span of a search. Throws Problem `invalid_query` if it ends before it starts. */
export function searchSpan(fromMs: number | null, toMs: number | null, now: Date) {
  const endMs = toMs ?? now.getTime();
  const span = { fromMs: fromMs ?? endMs - defaultMs, toMs: toMs ?? undefined };
  if (span.fromMs <= (toMs ?? endMs + clockSkewMs)) return span;
  throw invalidField('query', 'from', `must not be later than ${toMs === null ? 'now' : '`to`'}`);
}
