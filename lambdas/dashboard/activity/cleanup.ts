import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { actorOf, changeContext } from '#src/identity/callers/actor.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { recordEvent } from '#src/logbook/activity.ts';
import { deleteEvents } from '#src/logbook/activity-log.ts';
import { transactAudited } from '#src/logbook/audit.ts';
import { timeInput, timeSchema } from '#src/responses/time-input.ts';

/** Shorter than the gateway's time-out, so that even a partial deletion is recorded and answered. */
const deletionMs = 20_000;

const time = z
  .union([z.int().min(0), z.string()])
  .transform(String)
  .pipe(timeInput)
  .meta({ openapi: timeSchema, description: 'Events before this time are deleted.' });

export const route = defineRoute({
  id: 'activity.cleanup',
  api: 'dashboard',
  method: 'POST',
  path: '/api/activity/cleanup',
  summary: 'Delete activity events of the workspace',
  description:
    'Deletes all events or those before a time, and records the deletion as an event. If `complete` is false, there ' +
    'were too many events for one request: send it again.',
  auth: member('workspace_admin'),
  body: z.discriminatedUnion('mode', [
    z.strictObject({ mode: z.literal('before_date'), before: time }),
    z.strictObject({ mode: z.literal('all') }),
  ]),
  responses: { 200: z.object({ deleted_count: z.int(), complete: z.boolean() }) },
  problems: [],
  grants: ['activity:query', 'activity:put', 'activity:batch', 'audit:put'],
  timeoutSeconds: 29,
  async handle({ body, caller, now, requestId }) {
    const { workspace } = caller;
    const before = body.mode === 'all' ? null : body.before;
    const span = { workspace, fromMs: 0, toMs: before === null ? now.getTime() : before - 1 };
    // The audit record comes first, so that nothing is deleted without one.
    await transactAudited([], {
      context: changeContext({ caller, now, requestId }),
      changes: [
        { action: 'activity.cleared', workspace, resource: null, after: { mode: body.mode, delete_before: before } },
      ],
    });
    const { deleted, complete } = await deleteEvents(span, now, now.getTime() + deletionMs);
    await recordEvent(
      {
        type: 'workspace.settings.activity_cleared',
        workspace,
        actor: actorOf(caller),
        message: `${deleted} events were deleted from the activity log`,
        resource: null,
        metadata: { mode: body.mode, before, deleted_count: deleted, complete },
      },
      new Date(),
    );
    return { status: 200, body: { deleted_count: deleted, complete } };
  },
});

export const handler = lambda(route);
