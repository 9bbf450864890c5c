import { expect, test } from '@jest/globals';
import * as deleteEmpty from '../../../../lambdas/dashboard/publications/delete-empty.ts';
import * as updateEmpty from '../../../../lambdas/dashboard/publications/update-empty.ts';
import { call, sessionOf } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';

captureLog();

test.each([
  ['DELETE', deleteEmpty],
  ['PATCH', updateEmpty],
])('400: %s without an id, with or without a slash at the end', async (_, target) => {
  for (const url of ['/api/publications', '/api/publications/']) {
    const { status, body } = await call(target, { url, authorizer: sessionOf('workspace_member') });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_id' });
  }
});
