import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod';
import { Problem } from './problems.ts';
import type { Auth, Caller } from './route.ts';

/** What the API-key authorizer passes on: the gateway allows strings only, so scopes are joined by blanks. */
export const ApiKeyContext = z.object({ keyHash: z.string(), clientName: z.string(), scopes: z.string() });

/** The caller the authorizer found, allowed to use a route of this kind; else a Problem. */
export function callerOf(auth: Auth, context: APIGatewayProxyEvent['requestContext']['authorizer']): Caller {
  if (auth.kind === 'none') return { kind: 'none' };
  const parsed = ApiKeyContext.safeParse(context);
  // The gateway never lets such a request through; without its authorizer nobody is anybody.
  if (!parsed.success) throw new Problem('missing_credential', 'This route needs an API key in the header X-API-Key');
  const { scopes, ...key } = parsed.data;
  const caller = { kind: 'apiKey' as const, ...key, scopes: scopes.split(' ').filter(Boolean) };
  if (!caller.scopes.includes(auth.scope)) {
    throw new Problem('scope_not_granted', `This API key does not hold the scope ${auth.scope}`);
  }
  return caller;
}
