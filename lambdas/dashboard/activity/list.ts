import * as z from 'zod';
import { ActivityEvent, eventStatuses, eventTypeNames, severities } from '../../../src/domain/activity.ts';
import { lambda } from '../../../src/http/lambda.ts';
import { pageEnvelope } from '../../../src/http/page-envelope.ts';
import * as query from '../../../src/http/query.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { member } from '../../../src/identity/sessions/session-auth.ts';
import { findEvents } from '../../../src/storage/activity-log.ts';
import { logQuery, searchSpan } from '../../../src/views/log-query.ts';

const ActivityLog = z
  .object({
    events: z.array(ActivityEvent),
    ...pageEnvelope,
  })
  .meta({ id: 'ActivityLog' });

export const route = defineRoute({
  id: 'activity.list',
  api: 'dashboard',
  method: 'GET',
  path: '/api/activity',
  summary: 'List the activity events of the workspace',
  description: 'Newest first. Without `from` and `to`, events of the last 30 days.',
  auth: member('workspace_member'),
  query: query.withPerPageAlias(
    z.object({
      ...logQuery('events', 'job, publication or person'),
      event_type: query.oneOf(eventTypeNames, 'Only events of this type.'),
      severity: query.oneOf(severities, 'Only events of this severity.'),
      status: query.oneOf(eventStatuses, 'Only events with this status.'),
    }),
  ),
  responses: { 200: ActivityLog },
  problems: [],
  grants: ['activity:query'],
  timeoutSeconds: 29,
  async handle({ query: { from, to, page, perPage, ...filter }, caller: { workspace }, now }) {
    const { events, total } = await findEvents(
      { workspace, ...searchSpan(from, to, now) },
      filter,
      { offset: (page - 1) * perPage, limit: perPage },
      now,
    );
    return { status: 200, body: { events, page, per_page: perPage, total, pages: Math.ceil(total / perPage) } };
  },
});

export const handler = lambda(route);
