import { expect, test } from '@jest/globals';
import { isListed, publicChangeAt } from '../../src/lists/model/public-change.ts';
import { aRow } from '../support/builders.ts';

test('with the setting, lists and the change feed have every version, but nothing hidden', () => {
  process.env.LIST_EVERY_VERSION = 'true';
  const version = aRow({ superseded_by: '10.5555/article', withdrawn_at: 1, changed: 2 });
  expect(isListed(version)).toBe(true);
  expect(publicChangeAt(version)).toBe(2);
  expect(isListed({ ...version, visible: false })).toBe(false);
});
