import { beforeAll, expect, test } from '@jest/globals';
import * as installation from '../../../../lambdas/integrations/installation/get.ts';
import { freshTable } from '../../../support/engine.ts';
import { authorizerOf, call } from '../../../support/event.ts';
import { storeInstallation } from '../../../support/installations.ts';
import { captureLog } from '../../../support/log.ts';

captureLog();
const get = (installationId: string, over: Record<string, string> = {}) =>
  call(installation, {
    url: '/integrations/v1/installation',
    authorizer: { ...authorizerOf(installation.route.auth), installationId, ...over },
  });

beforeAll(async () => {
  await freshTable();
  await storeInstallation('active', {}, { verification_status: 'verified', verified_at: 5 });
  await storeInstallation('disabled', { status: 'disabled' }, { verification_status: 'verified' });
  await storeInstallation('unproved', {}, { verification_status: 'failed' });
});

test('200: exactly the stated fields, without a scope; neither token nor credential', async () => {
  const { status, body, headers } = await get('active', { scopes: '' });
  expect(status).toBe(200);
  expect(body).toEqual({
    installation: {
      id: 'active',
      workspace_id: 'primary_entity',
      platform: 'drupal',
      status: 'active',
      display_name: 'Our site',
      description: null,
      created_at: 1,
      updated_at: 2,
      scopes: ['people.read', 'works.read'],
      origins: [
        {
          id: 'active-origin',
          origin: 'https://plugin.example',
          verification_status: 'verified',
          verified_at: 5,
          last_verification_error: null,
        },
      ],
    },
  });
  expect(headers['cache-control']).toBe('private, no-cache');
});

test.each(['disabled', 'unproved', 'unknown'])(
  '403: an installation that is %s, whatever the gateway remembers',
  async (id) => {
    expect(await get(id)).toMatchObject({
      status: 403,
      body: { error: expect.any(String), code: 'credential_inactive', details: null },
    });
  },
);
