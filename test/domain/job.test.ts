import { expect, test } from '@jest/globals';
import { conclusion } from '../../src/domain/job.ts';

const none = { created: 0, updated: 0, skipped: 0 };

test('a job without failures is completed, and found is the sum of the rest', () => {
  expect(conclusion({ created: 1, updated: 0, skipped: 2 }, ['created', 'updated', 'updated', 'skipped'])).toEqual({
    status: 'completed',
    counts: { found: 7, created: 2, updated: 2, skipped: 3, failed: 0 },
  });
});

test('one failed publication makes it a partial failure', () => {
  expect(conclusion(none, ['created', 'failed'])).toMatchObject({ status: 'partial_failure', counts: { failed: 1 } });
});

test('an empty record is completed', () => {
  expect(conclusion(none, [])).toMatchObject({ status: 'completed', counts: { found: 0 } });
});
