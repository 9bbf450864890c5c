import * as z from 'zod';
import { member } from '../../../src/auth/session-auth.ts';
import { ActivityEvent, eventStatuses, eventTypeNames, severities } from '../../../src/domain/activity.ts';
import { lambda } from '../../../src/http/lambda.ts';
import { pageEnvelope } from '../../../src/http/page-envelope.ts';
import * as query from '../../../src/http/query.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { findEvents } from '../../../src/storage/activity-log.ts';
import { searchSpan } from '../../../src/views/activity-span.ts';
import { optional } from '../../../src/views/integration-query.ts';
import { timeInput, timeSchema } from '../../../src/views/time-input.ts';

const ActivityLog = z
  .object({
    events: z.array(ActivityEvent),
    ...pageEnvelope,
  })
  .meta({ id: 'ActivityLog' });

const id = (description: string) => query.filter(z.string().max(500), { type: 'string', maxLength: 500 }, description);

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
      from: query.filter(
        timeInput,
        timeSchema,
        'Only events at or after this time. Default: 30 days before `to`, or before now.',
      ),
      to: query.filter(timeInput, timeSchema, 'Only events at or before this time. Default: now.'),
      page: optional(query.page),
      perPage: optional(query.perPage),
      event_type: query.oneOf(eventTypeNames, 'Only events of this type.'),
      severity: query.oneOf(severities, 'Only events of this severity.'),
      status: query.oneOf(eventStatuses, 'Only events with this status.'),
      resource_id: id('Only events of this job, publication or person.'),
      actor_id: id('Only events of this actor, such as `user:ada@example.org`.'),
    }),
  ),
  responses: { 200: ActivityLog },
  problems: [],
  grants: ['activity:read'],
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
