import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { pageEnvelope } from '#src/http/page-envelope.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { findActivity } from '#src/logbook/activity-log.ts';
import { ActivityEvent, eventStatuses, eventTypeNames, severities } from '#src/logbook/domain/activity.ts';
import { eventNames, namesById } from '#src/responses/curation/log-names.ts';
import { logQuery, searchSpan } from '#src/responses/log-query.ts';
import { optional } from '#src/responses/query.ts';

const ActivityLog = z
  .object({
    events: z.array(ActivityEvent),
    ...pageEnvelope,
    names: namesById('what the events name, by DOI and ORCID iD'),
  })
  .meta({ id: 'ActivityLog' });

export const route = defineRoute({
  id: 'activity.list',
  api: 'dashboard',
  method: 'GET',
  path: '/api/activity',
  summary: 'List the activity events of the workspace',
  description: 'Newest first. Without `from` and `to`, events of the last 30 days.',
  auth: member('steward'),
  query: query.withPerPageAlias(
    z.object({
      ...logQuery('events', 'job, publication or person'),
      event_type: query.oneOf(eventTypeNames, 'Only events of this type.'),
      severity: query.oneOf(severities, 'Only events of this severity.'),
      status: query.oneOf(eventStatuses, 'Only events with this status.'),
      ingestion: optional(
        query.filter(z.enum(['true', 'false']), { type: 'boolean' }, 'Only events of ingestions, or only others.'),
      ),
    }),
  ),
  responses: { 200: ActivityLog },
  problems: [],
  grants: ['activity:query', 'publications:read', 'people:read'],
  timeoutSeconds: 29,
  async handle({ query: { from, to, page, perPage, ...filter }, caller: { workspace }, acceptLanguage, now }) {
    const { events, total } = await findActivity(
      { workspace, ...searchSpan(from, to, now) },
      filter,
      { offset: (page - 1) * perPage, limit: perPage },
      now,
    );
    const names = await eventNames(events, acceptLanguage);
    return { status: 200, body: { events, page, per_page: perPage, total, pages: Math.ceil(total / perPage), names } };
  },
});

export const handler = lambda(route);
