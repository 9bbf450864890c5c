import { describe, expect, test } from '@jest/globals';
import { inCalendar, periodsAfterStart } from '../../web/src/pages/people/periods.ts';

const period = (status: 'primary_entity' | 'external', starts_at: number, ends_at: number | null) => ({
  entity_id: 'primary_entity',
  status,
  starts_at,
  ends_at,
  created_at: 1,
});

describe('the preview of a new period', () => {
  test('ends the open one, and leaves those that ended before', () => {
    const periods = [period('external', 200, null), period('primary_entity', 100, 200)];
    expect(periodsAfterStart(periods, { status: 'primary_entity', startsAt: 300 })).toMatchObject([
      { starts_at: 300, ends_at: null, change: 'new' },
      { starts_at: 200, ends_at: 300, change: 'cut' },
      { starts_at: 100, ends_at: 200, change: undefined },
    ]);
  });

  test('ends none before it begins, however early the new one is', () => {
    const periods = [period('external', 200, null), period('primary_entity', 100, 200)];
    expect(periodsAfterStart(periods, { status: 'external', startsAt: 150 })).toMatchObject([
      { starts_at: 150, ends_at: null, change: 'new' },
      { starts_at: 200, ends_at: 200, change: 'cut' },
      { starts_at: 100, ends_at: 150, change: 'cut' },
    ]);
  });

  test('changes nothing if the open period is the same', () => {
    const periods = [period('external', 200, null)];
    expect(periodsAfterStart(periods, { status: 'external', startsAt: 200 })).toEqual(periods);
  });
});

test('a period that begins later than any date is shown in the year 9999', () => {
  const shown = inCalendar([period('external', Number.MAX_SAFE_INTEGER, null), period('external', 1, 8.64e15 + 1)]);
  const format = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'UTC' });
  expect(shown.map(({ starts_at, ends_at }) => [starts_at, ends_at ?? 0].map((ms) => format.format(ms)))).toEqual([
    ['9999', '1970'],
    ['1970', '9999'],
  ]);
});
