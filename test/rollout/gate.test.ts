import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { applyRolloutChange, initialRollout } from '#src/lists/rollout/domain/configuration.ts';
import { isLocaleSearchActive, latestRollout } from '#src/lists/rollout/gate.ts';
import { keys } from '#src/table/keys.ts';
import { db, putItem } from '#src/table/table.ts';
import { freshTable } from '../support/engine.ts';
import { captureLog } from '../support/log.ts';

const lines = captureLog();
let readings = 0;
let failure: Promise<never> | undefined;

beforeAll(async () => {
  await freshTable();
});
afterEach(() => {
  failure = undefined;
});

/** Counts the reads of the table, and can fail them. */
function watch() {
  const send = db.send.bind(db) as (command: object) => Promise<unknown>;
  readings = 0;
  jest.spyOn(db, 'send').mockImplementation(((command: object) => {
    readings++;
    return failure ?? send(command);
  }) as never);
}
const store = (stage: number, enabled = true) =>
  putItem({
    ...keys.rollout('locale-search'),
    ...applyRolloutChange(initialRollout(0), { stage, enabled }, null, 0),
  });
const active = (nowMs: number, entity = 'library') => isLocaleSearchActive(entity, nowMs);
/** Tests share the process, which caches the rollout for a minute, so each has its own hour. */
const hour = (n: number) => n * 3_600_000;

test('nobody has it in a new deployment', async () => {
  expect(await active(hour(1))).toBe(false);
  expect(latestRollout()).toBeUndefined();
});

test('the cohort decides', async () => {
  // The hash of `library` ends in 58.
  await store(58);
  expect(await active(hour(2))).toBe(false);
  await store(59);
  expect(await active(hour(2) + 60_000)).toBe(true);
  expect(await active(hour(2) + 60_000, 'primary_entity')).toBe(false);
});

test('the table is read once in a minute, even for requests at once', async () => {
  await store(100);
  watch();
  expect(await Promise.all([active(hour(3)), active(hour(3)), active(hour(3) + 59_999)])).toEqual([true, true, true]);
  expect(readings).toBe(1);
});

test('a change takes effect within a minute', async () => {
  await store(100);
  expect(await active(hour(4))).toBe(true);
  await store(100, false);
  expect(await active(hour(4) + 59_999)).toBe(true);
  expect(await active(hour(4) + 60_000)).toBe(false);
});

test('a clock that goes back does not keep the rollout for longer', async () => {
  await store(100);
  expect(await active(hour(5))).toBe(true);
  await store(0);
  expect(await active(hour(5) - 1)).toBe(false);
});

test('if it cannot be read search is plain, and it is not asked for again for ten seconds', async () => {
  await store(100);
  expect(await active(hour(6))).toBe(true);
  watch();
  failure = Promise.reject(new Error('The table is on fire'));
  expect(await active(hour(6) + 60_000)).toBe(false);
  expect(lines).toEqual([
    expect.objectContaining({ level: 'error', message: expect.stringContaining('search is plain') }),
  ]);
  failure = undefined;
  expect(await active(hour(6) + 69_999)).toBe(false);
  expect(readings).toBe(1);
  expect(await active(hour(6) + 70_000)).toBe(true);
});

test('if the table does not answer search is plain after half a second', async () => {
  await store(100);
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
  watch();
  failure = new Promise(() => {});
  const asked = active(hour(7));
  await jest.advanceTimersByTimeAsync(500);
  expect(await asked).toBe(false);
  jest.useRealTimers();
  expect(lines).toEqual([expect.objectContaining({ level: 'error' })]);
});
