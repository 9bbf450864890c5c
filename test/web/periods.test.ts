import { describe, expect, test } from '@jest/globals';
import { afterStarting } from '../../web/src/pages/people/periods.ts';

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
    expect(afterStarting(periods, { status: 'primary_entity', startsAt: 300 })).toMatchObject([
      { starts_at: 300, ends_at: null, change: 'new' },
      { starts_at: 200, ends_at: 300, change: 'cut' },
      { starts_at: 100, ends_at: 200, change: undefined },
    ]);
  });

  test('ends none before it begins, however early the new one is', () => {
    const periods = [period('external', 200, null), period('primary_entity', 100, 200)];
    expect(afterStarting(periods, { status: 'external', startsAt: 150 })).toMatchObject([
      { starts_at: 150, ends_at: null, change: 'new' },
      { starts_at: 200, ends_at: 200, change: 'cut' },
      { starts_at: 100, ends_at: 150, change: 'cut' },
    ]);
  });

  test('changes nothing if the open period is the same', () => {
    const periods = [period('external', 200, null)];
    expect(afterStarting(periods, { status: 'external', startsAt: 200 })).toEqual(periods);
  });
});
