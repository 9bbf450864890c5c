import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
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

/** Adds somebody, whom the pool mails a first password; without effect on those it has. */
export async function addToDirectory(email: string): Promise<void> {
  await unless('UsernameExistsException', (UserPoolId) =>
    client.send(
      new AdminCreateUserCommand({
        UserPoolId,
        Username: email,
        // Operators and administrators answer for the address: only then can a password be reset by mail.
        UserAttributes: [
          { Name: 'email', Value: email },
          { Name: 'email_verified', Value: 'true' },
        ],
        DesiredDeliveryMediums: ['EMAIL'],
      }),
    ),
  );
}

/** Takes somebody out, whether or not they are in it. */
export async function removeFromDirectory(email: string): Promise<void> {
  await unless('UserNotFoundException', (UserPoolId) =>
    client.send(new AdminDeleteUserCommand({ UserPoolId, Username: email })),
  );
}

/** Does something with the pool, if there is one; this error says that it is done already. */
async function unless(done: string, act: (poolId: string) => Promise<unknown>): Promise<void> {
  const poolId = env('USER_POOL_ID');
  if (poolId === undefined) return;
  try {
    await act(poolId);
  } catch (error) {
    // Told by its name: the classes cost bytes.
    if ((error as Error).name !== done) throw new DirectoryFailed(error);
  }
}

/** The directory did not do what it was asked to, or did not say so. */
export class DirectoryFailed extends Error {
  // A literal: minified bundles rename classes.
  override name = 'DirectoryFailed';

  constructor(cause: unknown) {
    super('The directory of users did not answer', { cause });
  }
}
