import {
  AdminInitiateAuthCommand,
  type AdminInitiateAuthCommandOutput,
  AdminRespondToAuthChallengeCommand,
  CognitoIdentityProviderClient,
  ConfirmForgotPasswordCommand,
  ForgotPasswordCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { env } from '#src/runtime/env.ts';
import { Problem } from '#src/runtime/errors.ts';
import { log } from '#src/runtime/log.ts';

const client = new CognitoIdentityProviderClient({
  // A retry could send a second mail, or use a code twice. Its delay would reveal which addresses are throttled.
  maxAttempts: 1,
  requestHandler: { requestTimeout: 5_000, connectionTimeout: 1_000, throwOnRequestTimeout: true },
});

/**
 * Every response takes at least as long as a call of the pool, so that its timing does not reveal who has an account.
 */
export const minResponseMs = 1_000;

/** Errors of the deployment or the pool itself, independent of the address. */
const serviceErrors = ['ResourceNotFoundException', 'InvalidEmailRoleAccessPolicyException'];
/** The pool's errors for a password that its policy or history forbids. */
const passwordErrors = ['InvalidPasswordException', 'PasswordHistoryPolicyViolationException'];

/**
 * Asks the pool to mail a password reset link, in a language if one is given. Errors that concern one address are only logged, without the address: a
 * response would reveal who has an account. Throws Problem `upstream_unavailable` if the pool does not answer.
 */
export async function sendResetMail(
  clientId: string,
  email: string,
  page: URL,
  language: string | undefined,
): Promise<void> {
  const ClientMetadata = { redirectTo: page.href, ...(language && { language }) };
  const command = new ForgotPasswordCommand({ ClientId: clientId, Username: email, ClientMetadata });
  const refusal = await refusalOf(client.send(command), 'No mail can be sent at the moment. Please try again');
  if (refusal) log('warn', 'no password reset mail was sent', { reason: refusal });
}

/**
 * Sets a password with the code of a mail. Returns the reason if the pool refuses; `code` covers all errors that
 * concern the address, so that it does not reveal who has an account. Throws Problem `upstream_unavailable` if the pool
 * does not answer; the password may then be set.
 */
export async function setPassword(
  clientId: string,
  { email, code, password }: { email: string; code: string; password: string },
): Promise<'code' | 'password' | undefined> {
  const input = { ClientId: clientId, Username: email, ConfirmationCode: code, Password: password };
  const command = new ConfirmForgotPasswordCommand(input);
  const refusal = await refusalOf(client.send(command), 'The password may not be set. Please try again');
  if (refusal === undefined) return undefined;
  log('warn', 'no password was set', { reason: refusal });
  return passwordErrors.includes(refusal) ? 'password' : 'code';
}

/**
 * Sets the first password of an invited user, whose code is the temporary password in the link of the mail. Returns and
 * throws like `setPassword`: `code` also for users who have a password.
 */
export async function setFirstPassword(
  clientId: string,
  { email, code, password }: { email: string; code: string; password: string },
): Promise<'code' | 'password' | undefined> {
  const pool = { UserPoolId: env('USER_POOL_ID'), ClientId: clientId };
  const begin = new AdminInitiateAuthCommand({
    ...pool,
    AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: code },
  });
  const unavailable = 'The password may not be set. Please try again';
  let begun: AdminInitiateAuthCommandOutput | undefined;
  const keep = async () => {
    begun = await client.send(begin);
  };
  const refusal = await refusalOf(keep(), unavailable);
  if (refusal !== undefined || begun?.ChallengeName !== 'NEW_PASSWORD_REQUIRED') {
    log('warn', 'no first password was set', { reason: refusal ?? 'the user has a password' });
    return 'code';
  }
  const answer = new AdminRespondToAuthChallengeCommand({
    ...pool,
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    Session: begun.Session,
    ChallengeResponses: { USERNAME: email, NEW_PASSWORD: password },
  });
  const refused = await refusalOf(client.send(answer), unavailable);
  if (refused === undefined) return undefined;
  log('warn', 'no first password was set', { reason: refused });
  return passwordErrors.includes(refused) ? 'password' : 'code';
}

/** The name of the error with which the pool refuses a call; undefined if it accepts. */
async function refusalOf(call: Promise<unknown>, unavailable: string): Promise<string | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    const { name, $metadata } = error as { name: string; $metadata?: { httpStatusCode?: number } };
    if (serviceErrors.includes(name)) throw error;
    if ($metadata?.httpStatusCode === 400) return name;
    throw new Problem('upstream_unavailable', unavailable, { cause: error });
  }
}
