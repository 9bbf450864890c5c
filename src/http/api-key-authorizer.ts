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
 * The gateway's question who a key belongs to. An unknown, malformed or inactive key is refused with the message that
 * the gateway turns into 401; what the key may do is for each route to say. The answer allows the whole stage, since
 * the gateway reuses it for other routes while it is cached.
 */
export async function authorizeApiKey(event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  const secret = onlyKey(event);
  if (!secret || !isCredential('prk', secret)) throw refused();
  const hash = hashCredential(secret, await readSecret(env('API_KEY_PEPPER_SECRET_ARN')));
  const key = await getApiKey(hash);
  if (!key || !isUsable(key, new Date())) {
    log('info', 'API key refused', { keyHash: hash, reason: key ? 'inactive' : 'unknown' });
    throw refused();
  }
  const context: z.output<typeof ApiKeyContext> = {
    keyHash: hash,
    clientName: key.client_name,
    scopes: key.scopes.join(' '),
  };
  return {
    principalId: hash,
    // The value of the API Gateway key that sits in this key's usage plan.
    usageIdentifierKey: hash,
    context,
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: 'execute-api:Invoke', Resource: wholeStage(event.methodArn) }],
    },
  };
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

/** API Gateway answers 401 to this very message, and 500 to any other. */
const refused = () => new Error('Unauthorized');
