import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { inAnyWorkspace } from '#src/identity/sessions/session-auth.ts';
import { currentRollout } from '#src/lists/rollout/change-rollout.ts';
import { Rollout, RolloutChange } from '#src/lists/rollout/domain/configuration.ts';
import { SoakAdvice, soakAdvice } from '#src/lists/rollout/domain/soak.ts';
import { listRolloutChanges } from '#src/lists/rollout/store/configuration.ts';

const shownChanges = 20;

export const route = defineRoute({
  id: 'rollout.get',
  api: 'dashboard',
  method: 'GET',
  path: '/api/site-tools/rollout',
  summary: 'Get the rollout of locale-aware search',
  description: `With the last ${shownChanges} changes, newest first, and advice on when to go to the next stage.`,
  auth: inAnyWorkspace('steward'),
  responses: {
    200: Rollout.extend({ soak: SoakAdvice, changes: z.array(RolloutChange) }).meta({ id: 'RolloutWithHistory' }),
  },
  cache: 'none',
  problems: ['forbidden'],
  grants: ['rollout:read', 'rollout:query', 'rollout-minutes:read'],
  async handle({ now }) {
    const [rollout, changes] = await Promise.all([currentRollout(now), listRolloutChanges(shownChanges)]);
    return { status: 200, body: { ...rollout, soak: soakAdvice(rollout, now.getTime()), changes } };
  },
});

export const handler = lambda(route);
