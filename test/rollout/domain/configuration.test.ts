import { describe, expect, test } from '@jest/globals';
import {
  applyRolloutChange,
  disableForFault,
  initialRollout,
  type RolloutRecord,
} from '#src/lists/rollout/domain/configuration.ts';

const actor = 'ada@example.org';
const initial = initialRollout(1000);
const at = (stage: number): RolloutRecord => applyRolloutChange(initial, { stage }, actor, 2000);
const change = (before: RolloutRecord, changes: { stage?: number; enabled?: boolean }, nowMs = 5000) =>
  applyRolloutChange(before, changes, actor, nowMs);

test('a new deployment is enabled for nobody', () => {
  expect(initial).toEqual({
    feature: 'locale-search',
    stage: 0,
    enabled: true,
    auto_disabled: false,
    disabled_at: null,
    disabled_reason: null,
    updated_at: 1000,
    updated_by: null,
    version: 0,
    window_start: 1000,
  });
});

describe('a change', () => {
  test('of the stage starts a new window', () => {
    expect(change(at(10), { stage: 25 })).toEqual({
      ...initial,
      stage: 25,
      updated_at: 5000,
      updated_by: actor,
      version: 2,
      window_start: 5000,
    });
  });

  test('to the present stage starts no new window', () => {
    expect(change(at(10), { stage: 10 })).toMatchObject({
      stage: 10,
      updated_at: 5000,
      version: 2,
      window_start: 2000,
    });
  });

  test('that disables says when and that a user did', () => {
    const disabled = { enabled: false, auto_disabled: false, disabled_at: 5000, disabled_reason: 'manual' };
    expect(change(at(10), { enabled: false })).toMatchObject({ ...disabled, stage: 10, window_start: 2000 });
  });

  test('that disables a second time keeps the time', () => {
    const disabled = change(at(10), { enabled: false });
    expect(change(disabled, { enabled: false }, 6000)).toMatchObject({ disabled_at: 5000, updated_at: 6000 });
  });

  test('that disables what the service disabled makes it the choice of the user', () => {
    const disabled = disableForFault(at(10), 'latency_exceeded', 4000);
    expect(change(disabled, { enabled: false })).toMatchObject({
      enabled: false,
      auto_disabled: false,
      disabled_at: 5000,
      disabled_reason: 'manual',
    });
  });

  test.each([
    ['a user', change(at(10), { enabled: false })],
    ['the service', disableForFault(at(10), 'error_rate_exceeded', 5000)],
  ])('that enables what %s disabled continues at the same stage, in a new window', (_, disabled) => {
    expect(change(disabled, { enabled: true }, 7000)).toMatchObject({
      stage: 10,
      enabled: true,
      auto_disabled: false,
      disabled_at: null,
      disabled_reason: null,
      window_start: 7000,
    });
  });

  test('that enables what is enabled starts no new window', () => {
    expect(change(at(10), { enabled: true })).toMatchObject({ enabled: true, window_start: 2000 });
  });

  test('of the stage while disabled is kept, and stays disabled', () => {
    const disabled = disableForFault(at(50), 'latency_exceeded', 4000);
    expect(change(disabled, { stage: 10 })).toMatchObject({
      stage: 10,
      enabled: false,
      auto_disabled: true,
      disabled_at: 4000,
      disabled_reason: 'latency_exceeded',
    });
  });

  test('of both is one change', () => {
    const disabled = disableForFault(at(50), 'latency_exceeded', 4000);
    expect(change(disabled, { stage: 25, enabled: true })).toMatchObject({ stage: 25, enabled: true, version: 3 });
  });
});

test('a fault disables, names itself, and has no user', () => {
  expect(disableForFault(at(50), 'error_rate_exceeded', 4000)).toEqual({
    ...at(50),
    enabled: false,
    auto_disabled: true,
    disabled_at: 4000,
    disabled_reason: 'error_rate_exceeded',
    updated_at: 4000,
    updated_by: null,
    version: 2,
  });
});
