import * as z from 'zod';
import type { RolloutRecord } from './configuration.ts';

/** Rollout stages, and how long to run each. Only advice: any stage can be set at any time. */
const ladder = [
  { stage: 0, soakHours: 0 },
  { stage: 10, soakHours: 24 },
  { stage: 25, soakHours: 48 },
  { stage: 50, soakHours: 48 },
  { stage: 100, soakHours: 0 },
] as const;

/** Whether the current stage has run long enough, and the next one. */
export const SoakAdvice = z
  .object({
    soak_hours: z.int().meta({ description: 'How long this stage should run before the next' }),
    soaking_since: z
      .int()
      .nullable()
      .meta({ description: 'When the feature was enabled or the stage set; null while it is disabled' }),
    soak_ends_at: z.int().nullable(),
    soak_passed: z.boolean(),
    next_stage: z.int().nullable().meta({ description: 'The next stage of 0, 10, 25, 50, 100; null at 100' }),
  })
  .meta({ id: 'SoakAdvice' });
export type SoakAdvice = z.output<typeof SoakAdvice>;

/** A stage between two steps of the ladder soaks like the lower one. A disabled feature does not soak. */
export function soakAdvice(
  { stage, enabled, window_start }: Pick<RolloutRecord, 'stage' | 'enabled' | 'window_start'>,
  nowMs: number,
): SoakAdvice {
  const soakHours = ladder.findLast((step) => step.stage <= stage)?.soakHours ?? 0;
  const endsAt = window_start + soakHours * 60 * 60 * 1000;
  return {
    soak_hours: soakHours,
    soaking_since: enabled ? window_start : null,
    soak_ends_at: enabled ? endsAt : null,
    soak_passed: enabled && nowMs >= endsAt,
    next_stage: ladder.find((step) => step.stage > stage)?.stage ?? null,
  };
}
