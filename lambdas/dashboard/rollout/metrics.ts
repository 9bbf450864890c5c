import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { inAnyWorkspace } from '#src/identity/sessions/session-auth.ts';
import { MetricsUnavailable, readSearchMetrics } from '#src/lists/rollout/cloudwatch.ts';
import { rolloutFeature } from '#src/lists/rollout/domain/configuration.ts';
import { faultLimits, watchLimits } from '#src/lists/rollout/domain/judge.ts';
import { readMinutes } from '#src/lists/rollout/store/minutes.ts';
import { log } from '#src/runtime/log.ts';

const minuteMs = 60_000;

const counters = {
  requests: z.int(),
  errors: z.int().meta({ description: 'Requests answered with a 5xx' }),
  total_latency: z.number().meta({ description: 'Sum of the durations in milliseconds' }),
};
const Limits = z
  .object({
    window_minutes: z.int(),
    min_requests: z.int(),
    error_rate: z.number(),
    average_latency_ms: z.int(),
  })
  .meta({ id: 'RolloutLimits' });

export const route = defineRoute({
  id: 'rollout.metrics',
  api: 'dashboard',
  method: 'GET',
  path: '/api/site-tools/rollout/metrics',
  summary: 'Get how locale-aware search has performed in the last hour',
  description:
    'Only requests that searched by the rules of a locale. `live` has the last three minutes, oldest first, ' +
    'and may lack some seconds. `hour` has each minute of the last hour with requests, oldest first, one to ' +
    'three minutes late.',
  auth: inAnyWorkspace('steward'),
  responses: {
    200: z
      .object({
        feature: z.literal(rolloutFeature),
        live: z.array(
          z.object({ minute: z.string().meta({ description: 'UTC, such as 20260131_1200' }), ...counters }),
        ),
        hour: z
          .array(z.object({ starts_at: z.int(), ...counters }))
          .nullable()
          .meta({ description: 'Null if CloudWatch does not answer' }),
        disables_above: Limits,
        warns_above: Limits,
      })
      .meta({ id: 'RolloutMetrics' }),
  },
  cache: 'none',
  problems: ['forbidden'],
  grants: ['rollout:read', 'rollout:query', 'rollout-minutes:read', 'metrics'],
  timeoutSeconds: 29,
  async handle({ now }) {
    const nowMs = now.getTime();
    const toMs = (Math.floor(nowMs / minuteMs) + 1) * minuteMs;
    const [live, hour] = await Promise.all([readMinutes(nowMs), hourOrNull({ fromMs: toMs - 60 * minuteMs, toMs })]);
    return {
      status: 200,
      body: {
        feature: rolloutFeature,
        live,
        hour,
        disables_above: limits(faultLimits),
        warns_above: limits(watchLimits),
      },
    };
  },
});

async function hourOrNull(span: { fromMs: number; toMs: number }) {
  try {
    return (await readSearchMetrics(span)).map(({ startsAtMs, requests, errors, totalLatencyMs }) => ({
      starts_at: startsAtMs,
      requests,
      errors,
      total_latency: totalLatencyMs,
    }));
  } catch (error) {
    if (!(error instanceof MetricsUnavailable)) throw error;
    log('warn', 'The metrics of the last hour were not read', { error });
    return null;
  }
}

const limits = (limit: typeof faultLimits | typeof watchLimits) => ({
  window_minutes: limit.windowMinutes,
  min_requests: limit.minRequests,
  error_rate: limit.errorRate,
  average_latency_ms: limit.averageLatencyMs,
});

export const handler = lambda(route);
