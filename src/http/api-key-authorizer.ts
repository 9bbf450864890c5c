import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import type * as z from 'zod';
import { hashCredential, isCredential } from '../credentials.ts';
import { isUsable } from '../domain/api-key.ts';
import { env } from '../env.ts';
import { log } from '../log.ts';
import { readSecret } from '../secrets.ts';
import { getApiKey } from '../storage/api-keys.ts';
import type { ApiKeyContext } from './caller.ts';

/**
 * The gateway's question who a key belongs to. What the key may do is for each route to say, so an answer is for the
 * whole stage: the gateway reuses it for other routes while it is cached. A refusal is a policy too, and so is cached.
 */
export async function authorizeApiKey(event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  const secret = onlyKey(event);
  if (!secret || !isCredential('prk', secret)) return policy('Deny', 'nobody', event);
  const hash = hashCredential(secret, await readSecret(env('API_KEY_PEPPER_SECRET_ARN')));
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

function policy(Effect: 'Allow' | 'Deny', principalId: string, { methodArn }: APIGatewayRequestAuthorizerEvent) {
  const statement = { Effect, Action: 'execute-api:Invoke', Resource: wholeStage(methodArn) };
  return { principalId, policyDocument: { Version: '2012-10-17', Statement: [statement] } };
}

/** The key the request carries, however the header is written; two different ones are none. */
function onlyKey({ headers, multiValueHeaders }: APIGatewayRequestAuthorizerEvent): string | undefined {
  const values = [...Object.entries(headers ?? {}), ...Object.entries(multiValueHeaders ?? {})]
    .filter(([name]) => name.toLowerCase() === 'x-api-key')
    .flatMap(([, value]) => value ?? [])
    .map((value) => value.trim());
  const distinct = new Set(values);
  return distinct.size === 1 ? values[0] : undefined;
}

/** `arn:…:<api>/<stage>/GET/v1/…` becomes `arn:…:<api>/<stage>/*`. */
const wholeStage = (methodArn: string) => `${methodArn.split('/').slice(0, 2).join('/')}/*`;
