import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod';
import { parseOrigin } from '../domain/origin.ts';
import { Problem } from './problems.ts';
import type { ApiKeyCaller, Auth, Caller, InstallationCaller } from './route.ts';

/** What the authorizer passes on for an API key: the gateway allows strings only, so scopes are joined by blanks. */
export const ApiKeyContext = z.object({ keyHash: z.string(), clientName: z.string(), scopes: z.string() });

/** What it passes on for an installation's credential. */
export const InstallationContext = z.object({
  credentialHash: z.string(),
  installationId: z.string(),
  workspace: z.string(),
  /** Whether credential and installation are active and a site of it is verified. */
  operational: z.enum(['true', 'false']),
  /** Milliseconds since the epoch; empty for never. */
  expiresAt: z.string(),
  /** The verified origins, joined by blanks. */
  origins: z.string(),
  scopes: z.string(),
});

const Context = z.union([ApiKeyContext, InstallationContext]);

/** A request as far as it says who sent it. */
type Sender = Pick<APIGatewayProxyEvent, 'headers' | 'requestContext'>;

/** The caller the authorizer found, allowed to use a route of this kind; else a Problem. */
export function callerOf(auth: Auth, sender: Sender, now: Date = new Date()): Caller {
  if (auth.kind === 'none') return { kind: 'none' };
  const parsed = Context.safeParse(sender.requestContext.authorizer);
  if (!parsed.success) {
    // The gateway never lets such a request through; without its authorizer nobody is anybody.
    const what = auth.kind === 'apiKey' ? 'an API key' : "an installation's credential";
    throw new Problem('missing_credential', `This route needs ${what} in the header X-API-Key`);
  }
  const isApiKey = 'keyHash' in parsed.data;
  if (isApiKey !== (auth.kind === 'apiKey')) {
    // One of the other kind is known, and so a valid one that has not been granted this.
    const held = isApiKey ? 'An API key' : "An installation's credential";
    throw new Problem('scope_not_granted', `${held} does not open this route`);
  }
  const caller = 'keyHash' in parsed.data ? apiKeyCaller(parsed.data) : installationCaller(parsed.data, sender, now);
  if (auth.scope !== undefined && !caller.scopes.includes(auth.scope)) {
    throw new Problem('scope_not_granted', `This credential does not hold the scope ${auth.scope}`);
  }
  return caller;
}

function apiKeyCaller({ scopes, ...key }: z.output<typeof ApiKeyContext>): ApiKeyCaller {
  return { kind: 'apiKey', ...key, scopes: words(scopes) };
}

function installationCaller(
  context: z.output<typeof InstallationContext>,
  { headers }: Sender,
  now: Date,
): InstallationCaller {
  const { credentialHash, installationId, workspace, operational, expiresAt, origins, scopes } = context;
  if (operational !== 'true') {
    throw new Problem('credential_inactive', 'The installation or its credential is not active, or no origin verified');
  }
  if (expiresAt !== '' && Number(expiresAt) <= now.getTime()) {
    throw new Problem('credential_expired', 'The credential has expired');
  }
  const sent = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === 'origin')?.[1];
  // Without an Origin it is the plugin's own server that asks.
  const origin = sent === undefined ? undefined : parseOrigin(sent);
  if (sent !== undefined && (origin === undefined || !words(origins).includes(origin))) {
    throw new Problem('origin_rejected', 'The origin of the request is not a verified one of this installation');
  }
  return { kind: 'installation', credentialHash, installationId, workspace, origin, scopes: words(scopes) };
}

const words = (joined: string) => joined.split(' ').filter(Boolean);
