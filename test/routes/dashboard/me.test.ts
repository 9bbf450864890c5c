import { expect, test } from '@jest/globals';
import * as me from '../../../lambdas/dashboard/me/get.ts';
import { call, sessionOf } from '../../support/event.ts';
import { captureLog } from '../../support/log.ts';

captureLog();
const ask = (authorizer: Record<string, string>) => call(me, { url: '/me', authorizer });

test('200: the address, whether or not the registry knows it', async () => {
  expect(await ask(sessionOf())).toMatchObject({ status: 200, headers: { 'cache-control': 'private, no-cache' } });
  expect((await ask(sessionOf())).body).toEqual({ email: 'curator@example.org' });
  expect((await ask(sessionOf('superadmin'))).body).toEqual({ email: 'curator@example.org' });
});

test('200: null where the token names no verified address', async () => {
  expect((await ask({ ...sessionOf(), email: '' })).body).toEqual({ email: null });
});
