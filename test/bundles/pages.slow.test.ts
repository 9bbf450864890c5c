import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { pageSizesOf } from '../../bench/shared/page-sizes.ts';

// React, its router and the query cache are 105 KB of the scripts. Everything else on every page has to stay small.
it('the pages of the web dashboard load at most 138 KB of scripts and texts first, 225 KB of scripts in all, and 15 KB of styles', () => {
  const { initialJsKb, firstTextsKb, largestPage, cssKb } = pageSizesOf(join(import.meta.dirname, '../../web/dist'));
  expect(initialJsKb + firstTextsKb).toBeLessThanOrEqual(138);
  expect(largestPage.jsKb).toBeLessThanOrEqual(225);
  expect(cssKb).toBeLessThanOrEqual(15);
});
