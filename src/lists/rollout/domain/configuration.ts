import * as z from 'zod';

export const rolloutFeature = 'locale-search' as const;

export const faults = ['error_rate_exceeded', 'latency_exceeded'] as const;
export type Fault = (typeof faults)[number];

export const RolloutStage = z.int().min(0).max(100);

const stateFields = {
  stage: RolloutStage.meta({ description: 'Percentage of the workspaces that have the feature' }),
  enabled: z.boolean(),
  auto_disabled: z.boolean().meta({ description: 'Whether the service disabled the feature itself' }),
  disabled_reason: z.enum(['manual', ...faults]).nullable(),
};

/** The rollout as clients see it, with times in milliseconds since the epoch. */
export const Rollout = z
  .object({
    feature: z.literal(rolloutFeature),
    ...stateFields,
    disabled_at: z.int().nullable(),
    updated_at: z.int(),
    updated_by: z
      .string()
      .nullable()
      .meta({ description: 'E-mail address of the user; null for the service itself, and before the first change' }),
  })
  .meta({ id: 'Rollout' });
export type Rollout = z.output<typeof Rollout>;

export const RolloutRecord = Rollout.extend({
  version: z.int(),
  /** When the feature was last enabled or its stage last changed. Earlier requests are not judged. */
  window_start: z.int(),
});
export type RolloutRecord = z.output<typeof RolloutRecord>;

const RolloutState = z.object(stateFields).meta({ id: 'RolloutState' });

export const RolloutChange = z
  .object({
    action: z.enum(['rollout.updated', 'rollout.auto_disabled']),
    changed_at: z.int(),
    changed_by: z.string().nullable(),
    reason: z.string().nullable().meta({ description: 'Why, in the words of the user or of the service' }),
    before: RolloutState,
    after: RolloutState,
  })
  .meta({ id: 'RolloutChange' });
export type RolloutChange = z.output<typeof RolloutChange>;

/** The rollout of a new deployment: enabled for nobody. Version 0 is not stored. */
export function initialRollout(nowMs: number): RolloutRecord {
  return {
    feature: rolloutFeature,
    stage: 0,
    enabled: true,
    auto_disabled: false,
    disabled_at: null,
    disabled_reason: null,
    updated_at: nowMs,
    updated_by: null,
    version: 0,
    window_start: nowMs,
  };
}

/**
 * The rollout after a user's change. Enabling clears the fields of a disable. Disabling again keeps the time if a user
 * had disabled it; if the service had, the user takes over.
 */
export function applyRolloutChange(
  before: RolloutRecord,
  change: { stage?: number | undefined; enabled?: boolean | undefined },
  actor: string | null,
  nowMs: number,
): RolloutRecord {
  const { stage = before.stage, enabled = before.enabled } = change;
  const isStart = stage !== before.stage || (enabled && !before.enabled);
  return {
    ...before,
    stage,
    ...(change.enabled === undefined ? {} : enabled ? enabledFields : disabledByUser(before, nowMs)),
    updated_at: nowMs,
    updated_by: actor,
    version: before.version + 1,
    window_start: isStart ? nowMs : before.window_start,
  };
}

const enabledFields = { enabled: true, auto_disabled: false, disabled_at: null, disabled_reason: null };

function disabledByUser({ disabled_at, disabled_reason }: RolloutRecord, nowMs: number) {
  const isRepeated = disabled_reason === 'manual' && disabled_at !== null;
  return {
    enabled: false,
    auto_disabled: false,
    disabled_at: isRepeated ? disabled_at : nowMs,
    disabled_reason: 'manual' as const,
  };
}

export function disableForFault(before: RolloutRecord, fault: Fault, nowMs: number): RolloutRecord {
  return {
    ...before,
    enabled: false,
    auto_disabled: true,
    disabled_at: nowMs,
    disabled_reason: fault,
    updated_at: nowMs,
    updated_by: null,
    version: before.version + 1,
  };
}
