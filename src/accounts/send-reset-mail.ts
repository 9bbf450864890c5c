import { CognitoIdentityProviderClient, ForgotPasswordCommand } from '@aws-sdk/client-cognito-identity-provider';
import { Problem } from '../errors.ts';
import { log } from '../runtime/log.ts';

const client = new CognitoIdentityProviderClient({
  // A retry could send a second mail, and its delay would reveal which addresses are throttled.
  maxAttempts: 1,
  requestHandler: { requestTimeout: 5_000, connectionTimeout: 1_000, throwOnRequestTimeout: true },
});

/** Errors of the deployment or the pool itself, which are the same for every address. */
const serviceErrors = ['ResourceNotFoundException', 'InvalidEmailRoleAccessPolicyException'];

/**
 * Asks the pool to mail a password reset link. Errors that concern one address are only logged, without the address:
 * a response would reveal who has an account. Throws Problem `upstream_unavailable` if the pool does not answer.
 */
export async function sendResetMail(clientId: string, email: string, page: URL): Promise<void> {
  try {
    const ClientMetadata = { redirectTo: page.href };
    await client.send(new ForgotPasswordCommand({ ClientId: clientId, Username: email, ClientMetadata }));
  } catch (error) {
    const { name, $metadata } = error as { name: string; $metadata?: { httpStatusCode?: number } };
    if (serviceErrors.includes(name)) throw error;
    if ($metadata?.httpStatusCode !== 400) {
      throw new Problem('upstream_unavailable', 'No mail can be sent at the moment. Please try again', {
        cause: error,
      });
    }
    log('warn', 'no password reset mail was sent', { reason: name });
  }
}
