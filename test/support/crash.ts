import { jest } from '@jest/globals';
import { db } from '../../src/storage/table.ts';

/** The real call, for tests that wrap it. */
export const send = db.send.bind(db) as (command: object) => Promise<unknown>;

/**
 * Runs a task until its n-th call of the table. That call and all later ones are not made, as after a crash. Returns
 * whether the task got that far.
 */
export async function dyingAt(n: number, run: () => Promise<unknown>): Promise<boolean> {
  let calls = 0;
  let die = () => {};
  const dead = new Promise<true>((resolve) => {
    die = () => resolve(true);
  });
  const spy = jest.spyOn(db, 'send').mockImplementation(((command: object) => {
    if (++calls < n) return send(command);
    die();
    return new Promise(() => {});
  }) as never);
  const died = await Promise.race([run().then(() => false), dead]);
  spy.mockRestore();
  return died;
}
