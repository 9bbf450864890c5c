import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import type * as z from 'zod';
import { env, MissingVariable } from '#src/runtime/env.ts';
import { log } from '#src/runtime/log.ts';
import { readSecret, SecretNotFound } from '#src/runtime/requests/secrets.ts';
import { policy } from '../callers/policy.ts';
import { distinctValues } from '../callers/request-head.ts';
import { isUsable } from '../domain/api-key.ts';
import { isOperational, verifiedOrigins } from '../domain/installation.ts';
import { getApiKey } from '../store/api-keys.ts';
import { findCredential } from '../store/installations.ts';
import type { ApiKeyContext, InstallationContext, SetupContext } from './credential-auth.ts';
import { hashCredential, isCredential } from './secret.ts';
import { sharedUsageKey } from './usage-key.ts';

type Event = APIGatewayRequestAuthorizerEvent;

/**
 * The Lambda authorizer for API keys and installation credentials. The policy covers the whole stage, because API
 * Gateway reuses a cached result for other routes; each route checks the scopes itself. Denials are cached too.
 */
export async function authorizeCredential(event: Event): Promise<APIGatewayAuthorizerResult> {
  try {
    // Read before the credential, so that an incomplete configuration gives the same response for all credentials.
    env('TABLE_NAME');
    const pepper = await readSecret(env('API_KEY_PEPPER_SECRET_ARN'));
    const [secret = '', ...otherKeys] = distinctValues(event, 'x-api-key');
    // An exception would not be cached, and anyone could cause what Lambda counts as a function error.
    if (otherKeys.length > 0) return policy('Deny', 'nobody', event);
    if (isCredential('prk', secret)) return await authorizeApiKey(hashCredential(secret, pepper), event);
    if (isCredential('pri', secret)) return await authorizeInstallation(hashCredential(secret, pepper), event);
    return policy('Deny', 'nobody', event);
  } catch (error) {
    if (!(error instanceof MissingVariable || error instanceof SecretNotFound)) throw error;
    log('error', 'No credential can be checked', { cause: error });
    const context: z.input<typeof SetupContext> = { setup: 'incomplete' };
    // The functions respond with `setup_incomplete`, because API Gateway has no response for it.
    return { ...policy('Allow', 'nobody', event), usageIdentifierKey: sharedUsageKey(restApiId(event)), context };
  }
}

async function authorizeApiKey(hash: string, event: Event): Promise<APIGatewayAuthorizerResult> {
  const key = await getApiKey(hash);
  if (!key || !isUsable(key, new Date())) {
    log('info', 'API key refused', { keyHash: hash, reason: key ? 'inactive' : 'unknown' });
    return policy('Deny', hash, event);
  }
  const context: z.input<typeof ApiKeyContext> = {
    perMinute: String(key.rate_limit_per_minute),
    keyHash: hash,
    clientName: key.client_name,
    scopes: key.scopes.join(' '),
    expiresAt: expiryText(key),
  };
  // The hash is also the value of the API Gateway key in the usage plan.
  return { ...policy('Allow', hash, event), usageIdentifierKey: hash, context };
}

/**
 * Allows all known credentials. The function checks expiry and origin, because the result is cached for later requests.
 */
async function authorizeInstallation(hash: string, event: Event): Promise<APIGatewayAuthorizerResult> {
  const found = await findCredential(hash);
  if (!found) {
    log('info', 'Installation credential refused', { keyHash: hash, reason: 'unknown' });
    return policy('Deny', hash, event);
  }
  const { credential, installation, origins } = found;
  const context: z.input<typeof InstallationContext> = {
    perMinute: String(env('INSTALLATION_REQUESTS_PER_MINUTE')),
    credentialHash: hash,
    installationId: installation.id,
    workspace: installation.workspace_id,
    operational: `${credential.active && isOperational(installation, origins)}`,
    expiresAt: expiryText(credential),
    origins: verifiedOrigins(origins).join(' '),
    scopes: installation.scopes.join(' '),
  };
  return { ...policy('Allow', hash, event), usageIdentifierKey: sharedUsageKey(restApiId(event)), context };
}

/** The expiry for the context. The functions check it, because a cached result may outlive it. */
const expiryText = ({ expires_at }: { expires_at: number | null }) => (expires_at === null ? '' : String(expires_at));

const restApiId = ({ methodArn }: Event) => (methodArn.split('/')[0] ?? '').split(':').at(-1) ?? '';
