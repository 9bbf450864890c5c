import { randomBytes } from 'node:crypto';
import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminUserGlobalSignOutCommand,
  type AttributeType,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { env } from '#src/runtime/env.ts';

/**
 * The user directory: the Cognito user pool of the deployment. A deployment with an external issuer has none, and its
 * users are not managed here.
 */

const client = new CognitoIdentityProviderClient({
  maxAttempts: 2,
  requestHandler: { requestTimeout: 3_000, connectionTimeout: 1_000, throwOnRequestTimeout: true },
});

/** Whether the deployment has a user directory. */
export const hasDirectory = (): boolean => env('USER_POOL_ID') !== undefined;

/** Who invites a user, and the workspace. */
export interface InvitedBy {
  workspace: string;
  /** An e-mail address, if the caller has one. */
  inviter?: string;
  /** The language of the mail. */
  language?: string;
}

/**
 * Adds a user, to whom the pool mails a link to set a password, or finds an existing one. Returns the `sub` of their
 * tokens. Requires a user directory.
 */
export async function addToDirectory(email: string, invitedBy?: InvitedBy): Promise<string> {
  const user = { UserPoolId: env('USER_POOL_ID'), Username: email };
  // Cognito resets a password by mail only if the address is verified. Administrators vouch for it.
  const attributes = [
    { Name: 'email', Value: email },
    { Name: 'email_verified', Value: 'true' },
  ];
  const create = new AdminCreateUserCommand({
    ...user,
    UserAttributes: attributes,
    DesiredDeliveryMediums: ['EMAIL'],
    TemporaryPassword: linkPassword(),
    ClientMetadata: { link: 'yes', ...invitedBy },
  });
  try {
    const created = await client.send(create).catch(ignoring('UsernameExistsException'));
    if (created) return subjectIn(created.User?.Attributes);
    return subjectIn((await client.send(new AdminGetUserCommand(user))).UserAttributes);
  } catch (error) {
    throw new DirectoryError(error);
  }
}

/** A temporary password that can stand in a link unencoded, and that satisfies the rules of the pool. */
const linkPassword = () => `${randomBytes(24).toString('base64url')}-aA1`;

function subjectIn(attributes: AttributeType[] = []): string {
  const subject = attributes.find(({ Name }) => Name === 'sub')?.Value;
  if (subject === undefined) throw new Error('The user directory returned no sub for a user');
  return subject;
}

/**
 * Ends the refresh tokens of a user at the pool. Returns the `sub` of their tokens; undefined for an unknown user.
 * Requires a user directory.
 */
export async function signOutOfDirectory(email: string): Promise<string | undefined> {
  const user = { UserPoolId: env('USER_POOL_ID'), Username: email };
  try {
    const known = await client.send(new AdminGetUserCommand(user)).catch(ignoring('UserNotFoundException'));
    if (!known) return undefined;
    await client.send(new AdminUserGlobalSignOutCommand(user));
    return subjectIn(known.UserAttributes);
  } catch (error) {
    throw new DirectoryError(error);
  }
}

/** Removes a user. Does nothing if they are not in the directory. */
export async function removeFromDirectory(email: string): Promise<void> {
  if (!hasDirectory()) return;
  const remove = new AdminDeleteUserCommand({ UserPoolId: env('USER_POOL_ID'), Username: email });
  await client
    .send(remove)
    .catch(ignoring('UserNotFoundException'))
    .catch((error: unknown) => {
      throw new DirectoryError(error);
    });
}

/** Ignores the error with this name. Importing the error classes would add to the bundle. */
const ignoring = (name: string) => (error: Error) => {
  if (error.name !== name) throw error;
};

/** A call of the user directory failed or timed out. */
export class DirectoryError extends Error {
  // A literal: minified bundles rename classes.
  override name = 'DirectoryError';

  constructor(cause: unknown) {
    super('The call of the user directory failed', { cause });
  }
}
