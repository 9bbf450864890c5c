import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import type * as z from 'zod';
import { hashCredential, isCredential } from '../credentials.ts';
import { isUsable } from '../domain/api-key.ts';
import { isOperational, verifiedOrigins } from '../domain/installation.ts';
import { env } from '../env.ts';
import { log } from '../log.ts';
import { readSecret } from '../secrets.ts';
import { getApiKey } from '../storage/api-keys.ts';
import { findCredential } from '../storage/installations.ts';
import type { ApiKeyContext, InstallationContext } from './caller.ts';
import { sharedUsageKey } from './usage-key.ts';

type Event = APIGatewayRequestAuthorizerEvent;

/**
 * The gateway's question who a credential belongs to: an API key or an installation, whichever kind the route asks for.
 * What its holder may do is for each route to say, so an answer is for the whole stage: the gateway reuses it for other
 * routes while it is cached. A refusal is a policy too, and so is cached.
 */
export async function authorizeCredential(event: Event): Promise<APIGatewayAuthorizerResult> {
  const secret = onlyCredential(event);
  if (secret && isCredential('prk', secret)) return authorizeApiKey(await hashOf(secret), event);
  if (secret && isCredential('pri', secret)) return authorizeInstallation(await hashOf(secret), event);
  return policy('Deny', 'nobody', event);
}

const hashOf = async (secret: string) => hashCredential(secret, await readSecret(env('API_KEY_PEPPER_SECRET_ARN')));

async function authorizeApiKey(hash: string, event: Event): Promise<APIGatewayAuthorizerResult> {
  const key = await getApiKey(hash);
  if (!key || !isUsable(key, new Date())) {
    log('info', 'API key refused', { keyHash: hash, reason: key ? 'inactive' : 'unknown' });
    return policy('Deny', hash, event);
  }
  const context: z.output<typeof ApiKeyContext> = {
    keyHash: hash,
    clientName: key.client_name,
    scopes: key.scopes.join(' '),
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
  const context: z.output<typeof InstallationContext> = {
    credentialHash: hash,
    installationId: installation.id,
    workspace: installation.workspace_id,
    operational: String(credential.active && isOperational(installation, origins)) as 'true' | 'false',
    expiresAt: credential.expires_at === null ? '' : String(credential.expires_at),
    origins: verifiedOrigins(origins).join(' '),
    scopes: installation.scopes.join(' '),
  };
  return { ...policy('Allow', hash, event), usageIdentifierKey: sharedUsageKey(restApiId(event)), context };
}

function policy(Effect: 'Allow' | 'Deny', principalId: string, { methodArn }: Event) {
  const statement = { Effect, Action: 'execute-api:Invoke', Resource: wholeStage(methodArn) };
  return { principalId, policyDocument: { Version: '2012-10-17', Statement: [statement] } };
}

/** The credential the request carries, however the header is written; two different ones are none. */
function onlyCredential({ headers, multiValueHeaders }: Event): string | undefined {
  const values = [...Object.entries(headers ?? {}), ...Object.entries(multiValueHeaders ?? {})]
    .filter(([name]) => name.toLowerCase() === 'x-api-key')
    .flatMap(([, value]) => value ?? [])
    .map((value) => value.trim());
  const distinct = new Set(values);
  return distinct.size === 1 ? values[0] : undefined;
}

/** `arn:…:<api>/<stage>/GET/v1/…` becomes `arn:…:<api>/<stage>/*`. */
const wholeStage = (methodArn: string) => `${methodArn.split('/').slice(0, 2).join('/')}/*`;

const restApiId = ({ methodArn }: Event) => (methodArn.split('/')[0] ?? '').split(':').at(-1) ?? '';
