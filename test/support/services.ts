import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cognito } from '../../local/control-plane/cognito.ts';
import { startControlPlane } from '../../local/control-plane/control-plane.ts';
import { Secrets } from '../../local/control-plane/secrets.ts';
import { Outbox } from '../../local/files/outbox.ts';
import { AwsError } from '../../local/iam/aws-error.ts';
import type { PoolSettings } from '../../local/identity/pool-template.ts';
import { UserPool } from '../../local/identity/user-pool.ts';
import type { Functions } from '../../local/lambda/functions.ts';

const operatorSecret = 'the-secret-of-the-operator';
/** The operator's header. */
export const asOperator = { Authorization: `Bearer ${operatorSecret}` };

/** The laptop's user pool, its mails and the operator's secret. */
export interface TestServices {
  pool: UserPool;
  outbox: Outbox;
  /** Called before each call of the pool's API. A returned error fails the call, before or after its effect. */
  fault: ((action: string) => { error: string; after?: boolean } | undefined) | undefined;
  /** The calls of the pool's API so far. */
  calls: string[];
  /** The inputs of these calls. */
  inputs: Record<string, unknown>[];
  close(): Promise<void>;
}

const settings: PoolSettings = {
  id: 'us-east-1_test',
  client: {
    id: 'test-client',
    secret: undefined,
    scopes: ['openid'],
    callbackUrls: [],
    logoutUrls: [],
    idTokenMinutes: 60,
    refreshTokenMinutes: 43_200,
  },
  loadBalancerClient: undefined,
  passwordPolicy: {
    MinimumLength: 12,
    RequireLowercase: true,
    RequireUppercase: true,
    RequireNumbers: true,
    RequireSymbols: false,
    TemporaryPasswordValidityDays: 7,
  },
  invitation: { EmailSubject: 'Welcome', EmailMessage: 'You are {username}, {####}' },
  verification: { EmailSubject: 'A code', EmailMessage: 'It is {####}' },
  customMessage: undefined,
};

/** Starts the services and sets them in this file's environment. */
export async function startTestServices(): Promise<TestServices> {
  const folder = mkdtempSync(join(tmpdir(), 'registry-services-'));
  const secrets = new Secrets(undefined);
  secrets.keep('admin-cli', () => operatorSecret);
  secrets.keep('erasure-key', () => 'the key of the hashes of erased people');
  const pool = new UserPool(settings.passwordPolicy, undefined);
  const outbox = new Outbox(join(folder, 'outbox.jsonl'));
  const real = new Cognito(settings, pool, {} as Functions, outbox);
  const cognito = {
    async answer(action: string, input: Record<string, unknown>) {
      services.calls.push(action);
      services.inputs.push(input);
      const fault = services.fault?.(action);
      if (fault && !fault.after) throw new AwsError(fault.error, 'As the test wants it');
      const answered = await real.answer(action, input);
      if (fault) throw new AwsError(fault.error, 'As the test wants it');
      return answered;
    },
  } as Cognito;
  const plane = await startControlPlane({ secrets, cognito });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: plane.url,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: plane.url,
    ADMIN_CLI_SECRET_ARN: 'admin-cli',
    USER_POOL_ID: settings.id,
    SIGN_IN_ISSUER: 'https://id.example/us-east-1_test',
    USER_POOL_CLIENT_ID: settings.client.id,
    INVITATIONS_PER_DAY: '20',
    TRUSTED_ORIGINS: 'https://dashboard.example https://alt.example:8443 http://plain.example',
  });
  const services: TestServices = {
    pool,
    outbox,
    fault: undefined,
    calls: [],
    inputs: [],
    async close() {
      await plane.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return services;
}
