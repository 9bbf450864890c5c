import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { changeContext } from '#src/identity/callers/actor.ts';
import { inAnyWorkspace } from '#src/identity/sessions/session-auth.ts';
import { changeRollout } from '#src/lists/rollout/change-rollout.ts';
import { Rollout, RolloutStage } from '#src/lists/rollout/domain/configuration.ts';
import { env } from '#src/runtime/env.ts';
import { Problem } from '#src/runtime/errors.ts';

export const route = defineRoute({
  id: 'rollout.update',
  api: 'dashboard',
  method: 'PATCH',
  path: '/api/site-tools/rollout',
  summary: 'Change the stage of locale-aware search, enable or disable it',
  description:
    'Any stage from 0 to 100 can be set at any time. A stage set while disabled is kept for later. Enabling ' +
    'clears `auto_disabled`. A change takes effect within a minute. Requires a role in any workspace; a ' +
    'deployment can require a superadmin.',
  auth: inAnyWorkspace('workspace_member'),
  body: z
    .strictObject({
      stage: RolloutStage,
      enabled: z.boolean(),
      reason: z
        .string()
        .trim()
        .min(1)
        .max(500)
        .meta({ description: 'The reason, for the history and the audit trail' }),
    })
    .partial()
    .refine(({ stage, enabled }) => stage !== undefined || enabled !== undefined, {
      error: 'must have stage or enabled',
    }),
  responses: { 200: Rollout },
  problems: ['forbidden', 'conflict'],
  grants: ['rollout:write', 'audit:put', 'setting:rollout'],
  async handle({ body: { reason = null, ...change }, caller, now, requestId }) {
    if (env('ROLLOUT_REQUIRES_ADMIN') && !caller.isSuperadmin) {
      throw new Problem('forbidden', 'Only a superadmin may change the rollout of this deployment');
    }
    const context = changeContext({ caller, now, requestId });
    return { status: 200, body: await changeRollout(change, reason, caller.email, context) };
  },
});

export const handler = lambda(route);
