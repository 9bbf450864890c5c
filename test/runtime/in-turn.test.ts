import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { gathered, gathering, inTurn } from '#src/runtime/in-turn.ts';

const scope = {};

test('calls of one name run one after the other, others beside them', async () => {
  const running = new Map<string, number>();
  const most = new Map<string, number>();
  const done: string[] = [];
  const call = (name: string, n: number) => async () => {
    running.set(name, (running.get(name) ?? 0) + 1);
    running.set('all', (running.get('all') ?? 0) + 1);
    for (const each of [name, 'all']) most.set(each, Math.max(most.get(each) ?? 0, running.get(each) ?? 0));
    await setImmediate();
    running.set(name, (running.get(name) ?? 0) - 1);
    running.set('all', (running.get('all') ?? 0) - 1);
    if (name === 'a') done.push(`${n}`);
    return n;
  };
  const results = [0, 1, 2, 3].flatMap((n) => ['a', 'b'].map((name) => inTurn(scope, name, call(name, n))));
  expect(await Promise.all(results)).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
  expect(Object.fromEntries(most)).toEqual({ a: 1, b: 1, all: 2 });
  expect(done).toEqual(['0', '1', '2', '3']);
});

test('a failure is of its own call only', async () => {
  const failing = inTurn(scope, 'a', () => Promise.reject(new Error('no')));
  const next = inTurn(scope, 'a', async () => 'yes');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});

test('a call that never ends holds up no other scope', async () => {
  void inTurn(scope, 'a', () => new Promise(() => {}));
  expect(await inTurn({}, 'a', async () => 'yes')).toBe('yes');
});

describe('gathered questions', () => {
  const asked: string[][] = [];
  const ask = async (all: readonly string[]) => {
    asked.push([...all]);
    if (all.includes('bad')) throw new Error('no');
    return new Set(all);
  };
  const alone = async (all: readonly string[]) => new Set([...all, 'alone']);
  beforeEach(() => void asked.splice(0));

  test('of the same moment are asked in one call, later ones in another, and others not at all', async () => {
    const own = {};
    const two = async (first: string, then: string) => {
      expect([...(await gathered([first], ask))]).toEqual(['a', 'b', 'c']);
      await gathered([then], ask);
    };
    await Promise.all([
      gathering(own, () => Promise.all([two('a', 'd'), gathered(['b'], ask), gathered([], ask)])),
      gathering(own, () => gathered(['c'], ask)),
      gathering({}, () => gathered(['other'], ask)),
      gathered(['outside'], ask),
    ]);
    expect(asked.sort()).toEqual([[], ['a', 'b', 'c'], ['d'], ['other'], ['outside']]);
  });

  test('a single one is asked alone', async () => {
    expect([...(await gathering({}, () => gathered(['a'], ask, alone)))]).toEqual(['a', 'alone']);
    const both = await gathering({}, () => Promise.all([gathered(['a'], ask, alone), gathered(['b'], ask, alone)]));
    expect([...both[0]]).toEqual(['a', 'b']);
  });

  test('a failure is of all of them, and of none that is asked next', async () => {
    const own = {};
    const failing = ['a', 'bad'].map((each) => gathering(own, () => gathered([each], ask)));
    expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect([...(await gathering(own, () => gathered(['a'], ask)))]).toEqual(['a']);
  });
});
