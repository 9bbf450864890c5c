import { expect, test } from '@jest/globals';
import { Turns } from '../../local/gateway/turns.ts';

test('so many tasks run at once, the others in order as those before them end or fail', async () => {
  const turns = new Turns(2);
  const begun: number[] = [];
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<number>());
  const results = gates.map(({ promise }, index) =>
    turns.wait(() => {
      begun.push(index);
      return promise;
    }),
  );
  expect(begun).toEqual([0, 1]);
  gates[1]?.reject(new Error('failed'));
  await expect(results[1]).rejects.toThrow('failed');
  expect(begun).toEqual([0, 1, 2]);
  gates[0]?.resolve(0);
  await results[0];
  expect(begun).toEqual([0, 1, 2, 3]);
  gates[2]?.resolve(2);
  gates[3]?.resolve(3);
  expect(await Promise.all(results.slice(2))).toEqual([2, 3]);
  expect(await turns.wait(async () => 'free')).toBe('free');
});
