import { expect, test } from '@jest/globals';
import { soakAdvice } from '#src/lists/rollout/domain/soak.ts';

const hour = 3_600_000;

test.each([
  [0, 0, 10],
  [1, 0, 10],
  [10, 24, 25],
  [24, 24, 25],
  [25, 48, 50],
  [50, 48, 100],
  [99, 48, 100],
  [100, 0, null],
])('stage %i soaks for %i hours, and the next is %p', (stage, soakHours, nextStage) => {
  const endsAt = 500 + soakHours * hour;
  const advice = { soak_hours: soakHours, soaking_since: 500, soak_ends_at: endsAt, next_stage: nextStage };
  const rollout = { stage, enabled: true, window_start: 500 };
  expect(soakAdvice(rollout, endsAt - 1)).toEqual({ ...advice, soak_passed: false });
  expect(soakAdvice(rollout, endsAt)).toEqual({ ...advice, soak_passed: true });
});

test('a disabled feature does not soak', () => {
  expect(soakAdvice({ stage: 25, enabled: false, window_start: 0 }, 100 * hour)).toEqual({
    soak_hours: 48,
    soaking_since: null,
    soak_ends_at: null,
    soak_passed: false,
    next_stage: 50,
  });
});
