import { beforeAll, expect, test } from '@jest/globals';
import { isInLists, publicChangeAt } from '#src/lists/model/public-change.ts';
import { aRow } from '../support/builders.ts';
import { curatePublication, ingestPublication } from '../support/publicity.ts';
import { Copy, clock, listings, logs } from './changes/change-log-fixture.ts';

beforeAll(() => {
  process.env.LIST_EVERY_VERSION = 'true';
});

test('with the setting, lists and the change feed have every version, but nothing hidden', () => {
  const version = aRow({ superseded_by: '10.5555/article', withdrawn_at: 1, changed: 2 });
  expect(isInLists(version)).toBe(true);
  expect(publicChangeAt(version)).toBe(2);
  expect(isInLists({ ...version, visible: false })).toBe(false);
});

test.each([
  ['hidden', { visible: false }],
  ['deleted', { deleted_at: '2026-01-31T12:00:00.000Z' }],
])('a superseded version that is %s leaves the copies', async (_, change) => {
  await ingestPublication('10.5555/preprint', '0000-0000-0000-0001', 'Preprint');
  await curatePublication('10.5555/preprint', { visible: true, deleted_at: null, superseded_by: '10.5555/article' });
  clock.nowMs += 60_000;
  const copy = new Copy(logs.publications);
  await copy.sync();
  expect([...copy.rows.keys()]).toEqual(['10.5555/preprint']);
  clock.nowMs += 60_000;
  await copy.sync();
  await curatePublication('10.5555/preprint', change);
  await copy.sync();
  expect(copy.rows).toEqual(await listings.publications());
  expect([...copy.removed]).toEqual(['10.5555/preprint']);
});

test('a copy that was made without the setting begins anew', async () => {
  const copy = new Copy(logs.publications);
  await copy.sync();
  const { rules, ...made } = copy.progress ?? { epoch: 0, sinceMs: 0 };
  expect(rules).toBe('every-version');
  copy.progress = made;
  expect((await copy.next(100)).isReset).toBe(true);
});
