import { CognitoIdentityProviderClient, ForgotPasswordCommand } from '@aws-sdk/client-cognito-identity-provider';
import { Problem } from '../errors.ts';
import { log } from '../runtime/log.ts';

const client = new CognitoIdentityProviderClient({
  // A second attempt could be a second mail; and trying again whom the pool throttles would take longer than others do.
  maxAttempts: 1,
  requestHandler: { requestTimeout: 5_000, connectionTimeout: 1_000, throwOnRequestTimeout: true },
});

/** What is wrong with this deployment, or with the pool itself, and so with every address alike. */
const ofTheService = ['ResourceNotFoundException', 'InvalidEmailRoleAccessPolicyException'];

/**
 * Has the pool mail somebody a link to set a new password. Whatever the pool has against one address stays in the log,
 * without the address: told, it would say who has an account. Problem `upstream_unavailable` when the pool does not answer.
 */
export async function sendResetMail(clientId: string, email: string, page: URL): Promise<void> {
  try {
    const ClientMetadata = { redirectTo: page.href };
    await client.send(new ForgotPasswordCommand({ ClientId: clientId, Username: email, ClientMetadata }));
  } catch (error) {
    const { name, $metadata } = error as { name: string; $metadata?: { httpStatusCode?: number } };
    if (ofTheService.includes(name)) throw error;
    if ($metadata?.httpStatusCode !== 400) {
      throw new Problem('upstream_unavailable', 'No mail can be sent now; please try again', { cause: error });
    }
    log('warn', 'no mail to set a new password was sent', { reason: name });
  }
}
