import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import * as createCredential from '../../lambdas/dashboard/installation-credentials/create.ts';
import * as revokeCredential from '../../lambdas/dashboard/installation-credentials/delete.ts';
import * as listCredentials from '../../lambdas/dashboard/installation-credentials/list.ts';
import * as rotateCredential from '../../lambdas/dashboard/installation-credentials/rotate.ts';
import * as addOrigin from '../../lambdas/dashboard/installation-origins/create.ts';
import * as revokeOrigin from '../../lambdas/dashboard/installation-origins/delete.ts';
import * as verifyOrigin from '../../lambdas/dashboard/installation-origins/verify.ts';
import * as create from '../../lambdas/dashboard/installations/create.ts';
import * as get from '../../lambdas/dashboard/installations/get.ts';
import * as list from '../../lambdas/dashboard/installations/list.ts';
import * as update from '../../lambdas/dashboard/installations/update.ts';
import { call, sessionOf, type TestResponse } from './event.ts';

export const pepper = 'the pepper of this test';

/** Sets the environment and secrets that installation routes need besides the table. */
export function prepareEnvironment(allowedHosts = ''): void {
  process.env.API_KEY_PEPPER_SECRET_ARN = 'arn:aws:secretsmanager:us-east-1:000000000000:secret:pepper';
  process.env.VERIFICATION_ALLOWED_HOSTS = allowedHosts;
  mockClient(SecretsManagerClient).on(GetSecretValueCommand).resolves({ SecretString: pepper });
}

/** Calls installation routes as this user; default an administrator of the default workspace. */
export function installationsAs(authorizer: Record<string, string> = sessionOf('workspace_admin')) {
  const send = (target: Parameters<typeof call>[0], url: string, body?: unknown): Promise<TestResponse> =>
    call(target, { url, authorizer, ...(body !== undefined && { body }) });
  const base = '/api/installations';
  return {
    list: (query = '') => send(list, `${base}${query}`),
    create: (body: unknown) => send(create, base, body),
    get: (id: string) => send(get, `${base}/${id}`),
    update: (id: string, body: unknown) => send(update, `${base}/${id}`, body),
    addOrigin: (id: string, body: unknown) => send(addOrigin, `${base}/${id}/origins`, body),
    verifyOrigin: (id: string, originId: string) => send(verifyOrigin, `${base}/${id}/origins/${originId}/verify`),
    revokeOrigin: (id: string, originId: string) => send(revokeOrigin, `${base}/${id}/origins/${originId}`),
    listCredentials: (id: string) => send(listCredentials, `${base}/${id}/credentials`),
    createCredential: (id: string, body: unknown) => send(createCredential, `${base}/${id}/credentials`, body),
    rotateCredential: (id: string, credentialId: string, body: unknown) =>
      send(rotateCredential, `${base}/${id}/credentials/${credentialId}/rotate`, body),
    revokeCredential: (id: string, credentialId: string) =>
      send(revokeCredential, `${base}/${id}/credentials/${credentialId}`),
  };
}

export const wordpress = { platform: 'wordpress', display_name: 'Our site', scopes: ['publications.read'] };
