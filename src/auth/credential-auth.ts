import * as z from 'zod';
import type { ApiKeyScope } from '../domain/access/api-key.ts';
import type { InstallationScope } from '../domain/access/installation.ts';
import { parseOrigin } from '../domain/values/origin.ts';
import { Problem } from '../errors.ts';
import { MissingVariable } from '../runtime/env.ts';
import { countRequest, uncountRequest } from '../storage/access/usage.ts';
import type { ApiKeyAuth, ApiKeyCaller, InstallationAuth, InstallationCaller, RequestState } from './caller.ts';
import { rateLimitProblem } from './rate-limit.ts';
import type { RequestHead } from './request-head.ts';
import { distinctValues, headerOf } from './request-head.ts';

const common = {
  /** How many requests a minute its holder may make. */
  perMinute: z.coerce.number<string>().int().positive(),
  /** What the holder may do. The gateway passes strings only, so these are joined by blanks. */
  scopes: z.string(),
  /** Milliseconds since the epoch; empty for never. Absent from what the gateway kept of an older authorizer. */
  expiresAt: z.string().default(''),
};

/** What the authorizer passes on for an API key. */
export const ApiKeyContext = z.object({ ...common, keyHash: z.string(), clientName: z.string() });

/** What it passes on for an installation's credential. */
export const InstallationContext = z.object({
  ...common,
  credentialHash: z.string(),
  installationId: z.string(),
  workspace: z.string(),
  /** Whether credential and installation are active and a site of it is verified. */
  operational: z.enum(['true', 'false']),
  /** The verified origins, joined by blanks. */
  origins: z.string(),
});

/** What it passes on where no credential can be checked, because the service is not completely set up. */
export const SetupContext = z.object({ setup: z.literal('incomplete') });

const Context = z.union([ApiKeyContext, InstallationContext, SetupContext]);
type Holder = z.output<typeof ApiKeyContext> | z.output<typeof InstallationContext>;

/** For the holders of API keys, with this scope if one is named. */
export const apiKey = (scope?: ApiKeyScope): ApiKeyAuth => ({
  kind: 'apiKey',
  ...(scope && { scope }),
  async authenticate(head, state) {
    const holder = await identifyAndCount(head, state, 'an API key');
    if (!('keyHash' in holder)) throw wrongKind("An installation's credential");
    const { perMinute: _, expiresAt: __, scopes, ...key } = holder;
    return requireScope<ApiKeyCaller>({ kind: 'apiKey', ...key, scopes: words(scopes) }, scope);
  },
});

/** For installations, with this scope if one is named. */
export const installation = (scope?: InstallationScope): InstallationAuth => ({
  kind: 'installation',
  ...(scope && { scope }),
  async authenticate(head, state) {
    const holder = await identifyAndCount(head, state, "an installation's credential");
    if ('keyHash' in holder) throw wrongKind('An API key');
    return requireScope(installationCaller(holder, head, state.now), scope);
  },
});

/**
 * The holder of the request's credential, after the request was counted: every one counts, also those refused for what
 * their holder may not do, so that trying things out has an end. What no known credential sent does not count.
 */
async function identifyAndCount(head: RequestHead, state: RequestState, wanted: string): Promise<Holder> {
  const parsed = Context.safeParse(head.requestContext.authorizer);
  // The gateway never lets such a request through; without its authorizer nobody is anybody.
  if (!parsed.success) throw new Problem('missing_credential', `This route needs ${wanted} in the header X-API-Key`);
  const holder = parsed.data;
  if ('setup' in holder) throw setupIncomplete();
  // The gateway may have the authorizer's answer to one of two values at hand, and so not ask it.
  if (distinctValues(head, 'x-api-key').length > 1) {
    throw new Problem('missing_credential', 'X-API-Key has several values: send one credential');
  }
  // To the authorizer an expired key is an unknown one, and here too: its answer is kept for longer than the key holds.
  if ('keyHash' in holder && isExpired(holder, state.now)) {
    throw new Problem('invalid_credential', 'The API key has expired');
  }
  const name = 'keyHash' in holder ? holder.keyHash : holder.installationId;
  const counted = await countRequest(name, holder.perMinute, state.now).catch((error: unknown) => {
    throw error instanceof MissingVariable ? setupIncomplete(error) : error;
  });
  state.budget = { ...counted, limit: holder.perMinute, refund: () => uncountRequest(name, counted.minute) };
  if (!counted.allowed) throw rateLimitProblem(state.budget, state.now);
  return holder;
}

const setupIncomplete = (cause?: unknown) =>
  new Problem('setup_incomplete', 'The service is not completely configured', { cause });

// One of the other kind is known, and so a valid one that has not been granted this.
const wrongKind = (held: string) => new Problem('scope_not_granted', `${held} does not open this route`);

function requireScope<C extends { scopes: string[] }>(caller: C, scope: string | undefined): C {
  if (scope === undefined || caller.scopes.includes(scope)) return caller;
  throw new Problem('scope_not_granted', `This credential does not hold the scope ${scope}`);
}

function installationCaller(
  context: z.output<typeof InstallationContext>,
  head: RequestHead,
  now: Date,
): InstallationCaller {
  const { credentialHash, installationId, workspace, operational, origins, scopes } = context;
  if (operational !== 'true') {
    throw new Problem('credential_inactive', 'The installation or its credential is not active, or no origin verified');
  }
  if (isExpired(context, now)) {
    throw new Problem('credential_expired', 'The credential has expired');
  }
  const sent = headerOf(head, 'origin');
  // Without an Origin it is the plugin's own server that asks.
  const origin = sent === undefined ? undefined : parseOrigin(sent);
  if (sent !== undefined && (origin === undefined || !words(origins).includes(origin))) {
    throw new Problem('origin_rejected', 'The origin of the request is not a verified one of this installation');
  }
  return { kind: 'installation', credentialHash, installationId, workspace, origin, scopes: words(scopes) };
}

const isExpired = ({ expiresAt }: Holder, now: Date) => expiresAt !== '' && Number(expiresAt) <= now.getTime();

const words = (joined: string) => joined.split(' ').filter(Boolean);
