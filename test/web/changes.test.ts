import { expect, test } from '@jest/globals';
import { changesOf } from '../../web/src/data/changes.ts';

test('only what differs is changed, and back', () => {
  const before = { name: 'Plugin', description: null as string | null, scopes: ['people.read'] };
  const after = { name: 'Plugin', description: 'On the website', scopes: ['people.read'] };
  expect(changesOf(before, after)).toEqual({ description: 'On the website' });
  expect(changesOf(after, before)).toEqual({ description: null });
  expect(changesOf(before, { ...before, scopes: [...before.scopes] })).toEqual({});
});
