import { afterEach, expect, test } from '@jest/globals';
import { expiry } from '#src/runtime/retention.ts';

const names = ['ACTIVITY_RETENTION_DAYS', 'AUDIT_RETENTION_DAYS', 'JOB_REPORT_RETENTION_DAYS'] as const;
afterEach(() => {
  for (const name of names) delete process.env[name];
});

/** 2026-01-31T00:00:00.001Z: rounded up to whole seconds, so that an item is never deleted too early. */
const writtenAtMs = Date.UTC(2026, 0, 31) + 1;
const dayAfter = (days: number) => Date.UTC(2026, 0, 31 + days) / 1000 + 1;

test('without settings activity stays, audit records 400 days, reports of jobs 90', () => {
  expect(expiry('ACTIVITY', writtenAtMs)).toEqual({});
  expect(expiry('AUDIT', writtenAtMs)).toEqual({ expiresAtSeconds: dayAfter(400) });
  expect(expiry('JOB_REPORT', writtenAtMs)).toEqual({ expiresAtSeconds: dayAfter(90) });
});

test('the settings decide, each about its own', () => {
  names.forEach((name, index) => {
    process.env[name] = String(index + 1);
  });
  expect(expiry('ACTIVITY', writtenAtMs)).toEqual({ expiresAtSeconds: dayAfter(1) });
  expect(expiry('AUDIT', writtenAtMs)).toEqual({ expiresAtSeconds: dayAfter(2) });
  expect(expiry('JOB_REPORT', writtenAtMs)).toEqual({ expiresAtSeconds: dayAfter(3) });
});
