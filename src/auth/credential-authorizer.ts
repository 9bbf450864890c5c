import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import type * as z from 'zod';
import { hashCredential, isCredential } from '../credentials/secret.ts';
import { isUsable } from '../domain/access/api-key.ts';
import { isOperational, verifiedOrigins } from '../domain/access/installation.ts';
import { env, MissingVariable } from '../runtime/env.ts';
import { log } from '../runtime/log.ts';
import { NoSecret, readSecret } from '../runtime/secrets.ts';
import { getApiKey } from '../storage/access/api-keys.ts';
import { findCredential } from '../storage/access/installations.ts';
import type { ApiKeyContext, InstallationContext, SetupContext } from './credential-auth.ts';
import { policy } from './policy.ts';
import { distinctValues } from './request-head.ts';
import { sharedUsageKey } from './usage-key.ts';

type Event = APIGatewayRequestAuthorizerEvent;

/**
 * The gateway's question who a credential belongs to: an API key or an installation, whichever kind the route asks for.
 * What its holder may do is for each route to say, so an answer is for the whole stage: the gateway reuses it for other
 * routes while it is cached. A refusal is a policy too, and so is cached. Throws `Unauthorized` for several credentials.
 */
export async function authorizeCredential(event: Event): Promise<APIGatewayAuthorizerResult> {
  try {
    // Read before the credential is looked at: a service that cannot check any says so to all alike.
    env('TABLE_NAME');
    const pepper = await readSecret(env('API_KEY_PEPPER_SECRET_ARN'));
    const [secret = '', ...others] = distinctValues(event, 'x-api-key');
    // The gateway answers 401 to this very text and keeps no error. A policy would be kept under one of the values,
    // and nothing says under which: it would refuse the holder of that one, or let them through as the other.
    if (others.length > 0) throw new Error('Unauthorized');
    if (isCredential('prk', secret)) return await authorizeApiKey(hashCredential(secret, pepper), event);
    if (isCredential('pri', secret)) return await authorizeInstallation(hashCredential(secret, pepper), event);
    return policy('Deny', 'nobody', event);
  } catch (error) {
    if (!(error instanceof MissingVariable || error instanceof NoSecret)) throw error;
    log('error', 'No credential can be checked', { cause: error });
    const context: z.input<typeof SetupContext> = { setup: 'incomplete' };
    // The functions say so; the gateway has no answer of its own for it.
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
  // The hash is also the value of the API Gateway key that sits in this key's usage plan.
  return { ...policy('Allow', hash, event), usageIdentifierKey: hash, context };
}

/**
 * Whoever is known is let through to the function, which tells them what is wrong with their credential: its expiry and
 * the origin of the request must not be judged here, where the answer would be kept for the next request.
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

/** As the functions read it, which judge the expiry: an answer may be kept beyond it. */
const expiryText = ({ expires_at }: { expires_at: number | null }) => (expires_at === null ? '' : String(expires_at));

const restApiId = ({ methodArn }: Event) => (methodArn.split('/')[0] ?? '').split(':').at(-1) ?? '';
