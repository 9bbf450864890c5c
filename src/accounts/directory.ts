import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  type AttributeType,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { env } from '../runtime/env.ts';

/**
 * The directory of those who can sign in: the user pool of the deployment. Where an issuer of somebody else's signs
 * people in there is none, and nothing to do.
 */

const client = new CognitoIdentityProviderClient({
  maxAttempts: 2,
  requestHandler: { requestTimeout: 3_000, connectionTimeout: 1_000, throwOnRequestTimeout: true },
});

/** Whether the deployment has a directory. */
export const hasDirectory = (): boolean => env('USER_POOL_ID') !== undefined;

/**
 * Adds somebody, whom the pool mails a first password, or finds who is in it already: the `sub` of their tokens either
 * way. Only where the deployment has a directory.
 */
export async function addToDirectory(email: string): Promise<string> {
  const user = { UserPoolId: env('USER_POOL_ID'), Username: email };
  // Operators and administrators answer for the address: only then can a password be reset by mail.
  const attributes = [
    { Name: 'email', Value: email },
    { Name: 'email_verified', Value: 'true' },
  ];
  const create = new AdminCreateUserCommand({ ...user, UserAttributes: attributes, DesiredDeliveryMediums: ['EMAIL'] });
  try {
    const created = await client.send(create).catch(ignoring('UsernameExistsException'));
    if (created) return subjectIn(created.User?.Attributes);
    return subjectIn((await client.send(new AdminGetUserCommand(user))).UserAttributes);
  } catch (error) {
    throw new DirectoryFailed(error);
  }
}

function subjectIn(attributes: AttributeType[] = []): string {
  const subject = attributes.find(({ Name }) => Name === 'sub')?.Value;
  if (subject === undefined) throw new Error('The directory names no sub of a user');
  return subject;
}

/** Takes somebody out, whether or not they are in it. */
export async function removeFromDirectory(email: string): Promise<void> {
  if (!hasDirectory()) return;
  const remove = new AdminDeleteUserCommand({ UserPoolId: env('USER_POOL_ID'), Username: email });
  await client
    .send(remove)
    .catch(ignoring('UserNotFoundException'))
    .catch((error: unknown) => {
      throw new DirectoryFailed(error);
    });
}

/** Turns the error of this name into undefined, by its name: the classes cost bytes. */
const ignoring = (name: string) => (error: Error) => {
  if (error.name !== name) throw error;
};

/** The directory did not do what it was asked to, or did not say so. */
export class DirectoryFailed extends Error {
  // A literal: minified bundles rename classes.
  override name = 'DirectoryFailed';

  constructor(cause: unknown) {
    super('The directory of users did not answer', { cause });
  }
}
