import { statSync } from 'node:fs';
import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
  ConfirmForgotPasswordCommand,
  ForgotPasswordCommand,
  ListUsersCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Cognito } from '../../local/control-plane/cognito.ts';
import { type ControlPlane, startControlPlane } from '../../local/control-plane/control-plane.ts';
import { Outbox } from '../../local/files/outbox.ts';
import { type PoolSettings, readPool } from '../../local/identity/pool-template.ts';
import { UserPool } from '../../local/identity/user-pool.ts';
import { Fixture } from './fixture.ts';
import { poolResources } from './pool-fixture.ts';

const fixture = new Fixture();
const usersFile = `${fixture.folder}/users.json`;
const writesMail = `export const handler = async (asked) => {
  const { redirectTo } = asked.request.clientMetadata ?? {};
  if (redirectTo === 'fail') throw new Error('no mail today');
  if (redirectTo === 'forget') return { ...asked, response: { emailMessage: 'no code' } };
  if (!redirectTo) return asked;
  const emailMessage = '<a href="' + redirectTo + '?code=' + asked.request.codeParameter + '&amp;a=1">go</a> '
    + asked.triggerSource + ' ' + asked.request.userAttributes.email;
  return { ...asked, response: { emailSubject: 'Written', emailMessage } };
};`;

let plane: ControlPlane;
let client: CognitoIdentityProviderClient;
let settings: PoolSettings;
let pool: UserPool;
let outbox: Outbox;
let nowMs = 1_800_000_000_000;

beforeAll(async () => {
  const stacks = fixture.stacks({ ...poolResources(), WriteMail: fixture.lambda('write-mail', writesMail) });
  settings = readPool(stacks);
  pool = new UserPool(settings.passwordPolicy, usersFile, () => nowMs);
  outbox = new Outbox(`${fixture.folder}/outbox.jsonl`);
  plane = await startControlPlane({ cognito: new Cognito(settings, pool, fixture.functions(stacks), outbox) });
  const credentials = { accessKeyId: 'x', secretAccessKey: 'x' };
  client = new CognitoIdentityProviderClient({ endpoint: plane.url, region: 'us-east-1', credentials, maxAttempts: 1 });
});
afterAll(async () => {
  client?.destroy();
  await plane?.close();
  await fixture.dispose();
});

const password = 'Correct horse 1';
const create = (Username: string, more: object = {}) =>
  client.send(
    new AdminCreateUserCommand({
      UserPoolId: settings.id,
      Username,
      UserAttributes: [
        { Name: 'email', Value: Username },
        { Name: 'email_verified', Value: 'true' },
      ],
      MessageAction: 'SUPPRESS',
      ...more,
    }),
  );
const setPassword = (Username: string, Password = password) =>
  client.send(new AdminSetUserPasswordCommand({ UserPoolId: settings.id, Username, Password, Permanent: true }));
const forgot = (Username: string, redirectTo?: string) =>
  client.send(
    new ForgotPasswordCommand({
      ClientId: settings.client.id,
      Username,
      ...(redirectTo && { ClientMetadata: { redirectTo } }),
    }),
  );
const confirm = (Username: string, ConfirmationCode: string, Password = password) =>
  client.send(new ConfirmForgotPasswordCommand({ ClientId: settings.client.id, Username, ConfirmationCode, Password }));
const lastMail = () => outbox.messages().at(-1);
const codeOf = (text = '') => /\d{6}/.exec(text)?.[0] ?? '';

describe('users', () => {
  it('are made, shown by address in any case or by sub, and deleted', async () => {
    const { User } = await create('Ada@example.org');
    expect(User).toMatchObject({ Enabled: true, UserStatus: 'FORCE_CHANGE_PASSWORD', UserCreateDate: new Date(nowMs) });
    const found = await client.send(new AdminGetUserCommand({ UserPoolId: settings.id, Username: 'ada@EXAMPLE.org' }));
    expect(found.Username).toBe(User?.Username);
    expect(found.UserAttributes).toContainEqual({ Name: 'sub', Value: User?.Username });
    expect(found.UserAttributes).toContainEqual({ Name: 'email', Value: 'Ada@example.org' });
    const remove = () => client.send(new AdminDeleteUserCommand({ UserPoolId: settings.id, Username: User?.Username }));
    await remove();
    await expect(remove()).rejects.toMatchObject({ name: 'UserNotFoundException' });
  });
  it('are refused a second time, without an address, with a weak password, or in another pool', async () => {
    await create('bob@example.org');
    await expect(create('BOB@example.org')).rejects.toMatchObject({ name: 'UsernameExistsException' });
    await expect(create('bob', { UserAttributes: [] })).rejects.toMatchObject({ name: 'InvalidParameterException' });
    await expect(setPassword('bob@example.org', 'short')).rejects.toMatchObject({ name: 'InvalidPasswordException' });
    await expect(create('eve@example.org', { UserPoolId: 'us-east-1_other' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });
  it('are created once and get one mail, however many requests come at once', async () => {
    const before = outbox.messages().length;
    const requests = Array.from({ length: 10 }, () => create('ten@example.org', { MessageAction: undefined }));
    const outcomes = await Promise.allSettled(requests);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(outbox.messages()).toHaveLength(before + 1);
  });

  it('are invited with a temporary password that lasts a week', async () => {
    await create('cyd@example.org', { MessageAction: undefined });
    const { to, subject, html } = lastMail() ?? {};
    expect([to, subject]).toEqual(['cyd@example.org', 'Welcome']);
    const temporary = html?.split('You are cyd@example.org, ')[1] ?? '';
    expect(await pool.signIn('cyd@example.org', temporary)).toMatchObject({ status: 'FORCE_CHANGE_PASSWORD' });
    nowMs += 8 * 24 * 60 * 60_000;
    expect(await pool.signIn('cyd@example.org', temporary)).toBeUndefined();
  });
  it('are kept with hashed passwords, for the owner of the file only', async () => {
    await create('dan@example.org');
    await setPassword('dan@example.org');
    const again = new UserPool(settings.passwordPolicy, usersFile, () => nowMs);
    expect(await again.signIn('dan@example.org', password)).toMatchObject({ status: 'CONFIRMED' });
    expect(await again.signIn('dan@example.org', `${password} `)).toBeUndefined();
    expect(JSON.stringify(again.find('dan@example.org'))).not.toContain(password);
    expect(statSync(usersFile).mode & 0o777).toBe(0o600);
    expect(statSync(outbox.file).mode & 0o777).toBe(0o600);
  });
});

describe('a forgotten password', () => {
  beforeAll(async () => {
    await create('fay@example.org');
    await setPassword('fay@example.org', 'Before and after 2');
  });

  it('is set anew with the code of the mail, which the function of the template writes', async () => {
    const { CodeDeliveryDetails } = await forgot('fay@example.org', 'https://d.example/reset');
    expect(CodeDeliveryDetails).toMatchObject({ Destination: 'f***@e***', DeliveryMedium: 'EMAIL' });
    const mail = lastMail();
    expect(mail).toMatchObject({ to: 'fay@example.org', subject: 'Written' });
    expect(mail?.html).toContain('CustomMessage_ForgotPassword fay@example.org');
    const code = codeOf(mail?.html);
    expect(mail?.link).toBe(`https://d.example/reset?code=${code}&a=1`);
    await confirm('fay@example.org', code);
    expect(await pool.signIn('fay@example.org', password)).toBeDefined();
    await expect(confirm('fay@example.org', code)).rejects.toMatchObject({ name: 'ExpiredCodeException' });
  });
  it("has the pool's own mail where the function writes none", async () => {
    await forgot('fay@example.org');
    expect(lastMail()).toMatchObject({ subject: 'A code', html: expect.stringMatching(/^It is \d{6}$/), link: null });
  });
  it('is not set with a wrong code, a late one, after too many tries, or to a weak one', async () => {
    await forgot('fay@example.org');
    const code = codeOf(lastMail()?.html);
    const wrong = code === '000000' ? '000001' : '000000';
    await expect(confirm('fay@example.org', code, 'weak')).rejects.toMatchObject({ name: 'InvalidPasswordException' });
    for (let count = 0; count < 5; count++) {
      await expect(confirm('fay@example.org', wrong)).rejects.toMatchObject({ name: 'CodeMismatchException' });
    }
    await expect(confirm('fay@example.org', code)).rejects.toMatchObject({ name: 'ExpiredCodeException' });
    await forgot('fay@example.org');
    nowMs += 61 * 60_000;
    const late = confirm('fay@example.org', codeOf(lastMail()?.html));
    await expect(late).rejects.toMatchObject({ name: 'ExpiredCodeException' });
  });
  it('of an unknown address gets the same answer and no mail', async () => {
    const before = outbox.messages().length;
    const known = await forgot('fay@example.org');
    const unknown = await forgot('nobody@example.org');
    expect(outbox.messages()).toHaveLength(before + 1);
    expect(Object.keys(unknown.CodeDeliveryDetails ?? {})).toEqual(Object.keys(known.CodeDeliveryDetails ?? {}));
    await expect(confirm('nobody@example.org', '123456')).rejects.toMatchObject({ name: 'ExpiredCodeException' });
  });
  it('is refused before the first sign-in, and for an address that was not verified', async () => {
    await create('gus@example.org');
    await expect(forgot('gus@example.org')).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    await create('hal@example.org', { UserAttributes: [] });
    await setPassword('hal@example.org');
    await expect(forgot('hal@example.org')).rejects.toMatchObject({ name: 'InvalidParameterException' });
  });
  it('says so when the function fails, or leaves out the code', async () => {
    await expect(forgot('fay@example.org', 'fail')).rejects.toMatchObject({
      name: 'UserLambdaValidationException',
      message: 'CustomMessage failed with error no mail today.',
    });
    await expect(forgot('fay@example.org', 'forget')).rejects.toMatchObject({ name: 'CodeDeliveryFailureException' });
  });
});

it('an unsupported action is an error that names it', async () => {
  await expect(client.send(new ListUsersCommand({ UserPoolId: settings.id }))).rejects.toThrow(
    'does not answer cognito-idp ListUsers',
  );
});

it.each([
  [{ UserPoolAddOns: { AdvancedSecurityMode: 'ENFORCED' } }, 'the property UserPoolAddOns is not supported'],
  [{ MfaConfiguration: 'ON' }, 'MfaConfiguration: "ON" is not supported'],
  [{ LambdaConfig: { PreSignUp: 'arn' } }, 'the property LambdaConfig.PreSignUp is not supported'],
])('a pool with %j does not start', (properties, message) => {
  const resources = poolResources();
  Object.assign(resources.Users.Properties, properties);
  const stacks = fixture.stacks({ ...resources, WriteMail: fixture.lambda('write-mail', writesMail) });
  expect(() => readPool(stacks)).toThrow(message);
});
