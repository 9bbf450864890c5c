import { afterAll, beforeAll, beforeEach, jest } from '@jest/globals';
import * as create from '../../../lambdas/dashboard/users/create.ts';
import * as remove from '../../../lambdas/dashboard/users/delete.ts';
import * as list from '../../../lambdas/dashboard/users/list.ts';
import * as update from '../../../lambdas/dashboard/users/update.ts';
import { freshTable } from '../../support/engine.ts';
import { call } from '../../support/event.ts';
import { captureLog } from '../../support/log.ts';
import { asOperator, startTestServices, type TestServices } from '../../support/services.ts';

// Users in the table and in the pool, for the tests of their routes. Importing this registers its hooks.

export const lines = captureLog();
export let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
});
afterAll(() => services?.close());
beforeEach(async () => {
  await freshTable();
  for (const { email } of poolUsers()) services.pool.delete(email);
  services.fault = undefined;
});

const addresses = ['ada@example.org', 'bob@example.org', 'zoe@example.org'];
export const poolUsers = () => addresses.flatMap((email) => services.pool.find(email) ?? []);

export const headers = asOperator;
export const url = '/api/cli/users';
export const ask = () => call(list, { url, headers });
export const post = (body: unknown) => call(create, { url, headers, body });
export const patch = (body: unknown) => call(update, { url, headers, body });
export const del = (email: string) => call(remove, { url: `${url}?email=${encodeURIComponent(email)}`, headers });
export const ada = { email: 'ada@example.org', is_superadmin: false };

/** Sets the time that functions see; timers continue. */
export const setClock = (now: number) =>
  jest.useFakeTimers({
    now,
    doNotFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'nextTick', 'queueMicrotask', 'performance'],
  });
