import { env } from '#src/runtime/env.ts';
import { type Fields, log, metricFields } from '#src/runtime/log.ts';
import type { RolloutRecord } from './domain/configuration.ts';
import { rolloutFeature } from './domain/configuration.ts';

/** The rollout's metrics, also read by lib/monitoring/rollout-monitoring.ts. */
export const rolloutMetrics = {
  requests: 'Requests',
  errors: 'Errors',
  totalLatency: 'TotalLatency',
  stage: 'RolloutStage',
  autoDisabled: 'RolloutAutoDisabled',
} as const;

/** Each registry has its own table, so several in one account have separate metrics. */
export const rolloutDimensions = (table: string) => ({ feature: rolloutFeature, table });

/** The log fields that count a locale search. */
export function searchMetricFields(isError: boolean, durationMs: number): Fields {
  return metricFields(
    {
      [rolloutMetrics.requests]: { value: 1, unit: 'Count' },
      [rolloutMetrics.errors]: { value: Number(isError), unit: 'Count' },
      [rolloutMetrics.totalLatency]: { value: durationMs, unit: 'Milliseconds' },
    },
    rolloutDimensions(env('TABLE_NAME')),
  );
}

/** Logs the rollout's state as metrics: the stage (0 if disabled), and whether the service disabled it. */
export function logRolloutState({ enabled, stage, auto_disabled }: RolloutRecord): void {
  const fields = metricFields(
    {
      [rolloutMetrics.stage]: { value: enabled ? stage : 0, unit: 'None' },
      [rolloutMetrics.autoDisabled]: { value: Number(auto_disabled), unit: 'Count' },
    },
    rolloutDimensions(env('TABLE_NAME')),
  );
  log('info', 'rollout', fields);
}
