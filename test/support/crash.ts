import { BatchGetCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { jest } from '@jest/globals';
import { partitions } from '#src/table/keys.ts';
import { db } from '#src/table/table.ts';

/** The real call, for tests that wrap it. */
export const send = db.send.bind(db) as (command: object) => Promise<unknown>;

/**
 * Whether a call looks if a source is paused. The limits of a process end with it, but here the next task shares them, so
 * what is looked up while one is held goes on.
 */
function isLookAtPause(command: object): boolean {
  if (command instanceof GetCommand) return isPace(command.input.Key);
  const tables = command instanceof BatchGetCommand ? Object.values(command.input.RequestItems ?? {}) : [];
  return tables.some(({ Keys = [] }) => Keys.every(isPace));
}

const isPace = (key: Record<string, unknown> | undefined) => String(key?.pk).startsWith(partitions.pace);

/** Whether a call changes the table: a kill between reads is the same as one before the next write. */
export const isWrite = (command: object): boolean => /Write|Put|Update|Delete/.test(command.constructor.name);

/** Whether a call reads what lists have that is new: a list does it for all of its shards at once. */
const isListRead = (command: object): boolean =>
  command instanceof QueryCommand && /LIST#/.test(JSON.stringify(command.input));

/**
 * Runs a task, and something else between two of its calls of the table, by default of any kind: before its n-th one, or that
 * of the first of many that a list makes at once. Returns whether it got that far.
 */
export async function doingAt(
  n: number,
  run: () => Promise<unknown>,
  other: () => Promise<unknown>,
  isCounted: (command: object) => boolean = () => true,
): Promise<boolean> {
  let [calls, isOther, isList] = [0, false, false];
  const spy = jest.spyOn(db, 'send').mockImplementation((async (command: object) => {
    const isOneOfMany = isList && isListRead(command);
    isList = isListRead(command);
    if (isOther || isOneOfMany || !isCounted(command) || ++calls !== n) return send(command);
    isOther = true;
    await other();
    isOther = false;
    return send(command);
  }) as never);
  await run();
  spy.mockRestore();
  return calls >= n;
}

/**
 * Runs a task until its n-th call of the table, by default of any kind. That call and all later ones are not made, as
 * after a crash. Returns whether the task got that far.
 */
export async function dyingAt(
  n: number,
  run: () => Promise<unknown>,
  isCounted: (command: object) => boolean = () => true,
): Promise<boolean> {
  let calls = 0;
  let die = () => {};
  const dead = new Promise<true>((resolve) => {
    die = () => resolve(true);
  });
  const spy = jest.spyOn(db, 'send').mockImplementation(((command: object) => {
    if (isLookAtPause(command) || !isCounted(command) || ++calls < n) return send(command);
    die();
    return new Promise(() => {});
  }) as never);
  const died = await Promise.race([run().then(() => false), dead]);
  spy.mockRestore();
  return died;
}
