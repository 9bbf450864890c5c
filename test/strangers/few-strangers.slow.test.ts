import { beforeAll, expect, test } from '@jest/globals';
import { captureLog } from '../support/log.ts';
import { mainCases } from './cases-fixture.ts';
import { checkSequences, movedBy, theMain } from './property-fixture.ts';

captureLog();

let moved: Map<string, string>;
beforeAll(async () => {
  moved = await movedBy(mainCases);
});

test.each(mainCases)('%s: moves nothing of somebody else', (name) => {
  expect(moved.get(name)).toBe('');
});

test('nor do a few random sequences', () => checkSequences(12, theMain), 600_000);
