import type { RolloutRecord } from '../domain/rollout/configuration.ts';
import { rolloutFeature } from '../domain/rollout/configuration.ts';
import { env } from '../runtime/env.ts';
import { type Fields, log, metricFields } from '../runtime/log.ts';

/** The metrics of the rollout. lib/monitoring/rollout-monitoring.ts reads them, too. */
export const rolloutMetrics = {
  requests: 'Requests',
  errors: 'Errors',
  totalLatency: 'TotalLatency',
  stage: 'RolloutStage',
  autoDisabled: 'RolloutAutoDisabled',
} as const;

/** Each registry has a table of its own, so that several in one account have separate metrics. */
export const rolloutDimensions = (table: string) => ({ feature: rolloutFeature, table });

/** The fields that make a log line count a locale search. */
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

/** Logs the state of the rollout as metrics: the stage, 0 if it is disabled, and whether the service disabled it. */
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
