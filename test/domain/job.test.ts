import { expect, test } from '@jest/globals';
import { conclusion } from '#src/ingestion/domain/job.ts';

test('a job without failures is completed, and found is the sum of the rest', () => {
  expect(conclusion(['created', 'updated', 'updated', 'skipped'])).toEqual({
    status: 'completed',
    counts: { found: 4, created: 1, updated: 2, skipped: 1, failed: 0 },
  });
});

test('one failed publication makes it a partial failure', () => {
  expect(conclusion(['created', 'failed'])).toMatchObject({ status: 'partial_failure', counts: { failed: 1 } });
});

test('an empty record is completed', () => {
  expect(conclusion([])).toMatchObject({ status: 'completed', counts: { found: 0 } });
});
