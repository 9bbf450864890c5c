import * as z from 'zod';
import { MissingVariable } from '#src/runtime/env.ts';
import { Problem } from '#src/runtime/errors.ts';
import { parseOrigin } from '#src/vocabulary/web-url.ts';
import type {
  ApiKeyAuth,
  ApiKeyCaller,
  InstallationAuth,
  InstallationCaller,
  RequestState,
} from '../callers/caller.ts';
import { rateLimitProblem } from '../callers/rate-limit.ts';
import type { RequestHead } from '../callers/request-head.ts';
import { distinctValues, headerOf } from '../callers/request-head.ts';
import type { ApiKeyScope } from '../domain/api-key.ts';
import type { InstallationScope } from '../domain/installation.ts';
import { countRequest } from '../store/usage.ts';

const common = {
  /** The limit of requests per minute. */
  perMinute: z.coerce.number<string>().int().positive(),
  /** The scopes, separated by spaces, because API Gateway passes only strings. */
  scopes: z.string(),
  /** Milliseconds since the epoch; empty for never. Absent in results cached from an older version. */
  expiresAt: z.string().default(''),
};

/** The authorizer context of an API key. */
export const ApiKeyContext = z.object({ ...common, keyHash: z.string(), clientName: z.string() });

/** The authorizer context of an installation's credential. */
export const InstallationContext = z.object({
  ...common,
  credentialHash: z.string(),
  installationId: z.string(),
  workspace: z.string(),
  /** Whether the credential and the installation are active and an origin is verified. */
  operational: z.enum(['true', 'false']),
  /** The verified origins, separated by spaces. */
  origins: z.string(),
});

/** The authorizer context if credentials cannot be checked, because the configuration of the service is incomplete. */
export const SetupContext = z.object({ setup: z.literal('incomplete') });

const Context = z.union([ApiKeyContext, InstallationContext, SetupContext]);
type Holder = z.output<typeof ApiKeyContext> | z.output<typeof InstallationContext>;

/** Requires an API key, with the scope if given. */
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

/** Requires an installation's credential, with the scope if given. */
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
 * Counts the request against the limit and returns the holder of the credential. Requests that are then rejected count
 * too, so that probing is limited. Requests without a known credential do not count.
 */
async function identifyAndCount(head: RequestHead, state: RequestState, wanted: string): Promise<Holder> {
  const parsed = Context.safeParse(head.requestContext.authorizer);
  // API Gateway never passes such a request; this is for calls without the authorizer.
  if (!parsed.success) throw new Problem('missing_credential', `This route requires ${wanted} in the X-API-Key header`);
  const holder = parsed.data;
  if ('setup' in holder) throw setupIncomplete();
  // API Gateway may use the cached result for one of the values without calling the authorizer.
  if (distinctValues(head, 'x-api-key').length > 1) {
    throw new Problem('missing_credential', 'The X-API-Key header has several values: send one credential');
  }
  // The authorizer's cached result may outlive the key. Like the authorizer, treats an expired key as unknown.
  if ('keyHash' in holder && isExpired(holder, state.now)) {
    throw new Problem('invalid_credential', 'The API key has expired');
  }
  const name = 'keyHash' in holder ? holder.keyHash : holder.installationId;
  const counted = await countRequest(name, holder.perMinute, state.now).catch((error: unknown) => {
    throw error instanceof MissingVariable ? setupIncomplete(error) : error;
  });
  state.budget = { ...counted, limit: holder.perMinute };
  if (!counted.allowed) throw rateLimitProblem(state.budget, state.now);
  return holder;
}

const setupIncomplete = (cause?: unknown) =>
  new Problem('setup_incomplete', 'The service is not completely configured', { cause });

// A credential of the other kind is valid, but not granted for this route.
const wrongKind = (held: string) => new Problem('scope_not_granted', `${held} cannot be used for this route`);

/** The caller. Throws Problem `scope_not_granted` without the scope. */
export function requireScope<C extends { scopes: string[] }>(caller: C, scope: string | undefined): C {
  if (scope === undefined || caller.scopes.includes(scope)) return caller;
  throw new Problem('scope_not_granted', `This credential does not have the scope ${scope}`);
}

function installationCaller(
  context: z.output<typeof InstallationContext>,
  head: RequestHead,
  now: Date,
): InstallationCaller {
  const { credentialHash, installationId, workspace, operational, origins, scopes } = context;
  if (operational !== 'true') {
    throw new Problem(
      'credential_inactive',
      'The installation or its credential is not active, or no origin is verified',
    );
  }
  if (isExpired(context, now)) {
    throw new Problem('credential_expired', 'The credential has expired');
  }
  const sent = headerOf(head, 'origin');
  // Server-side requests of the plugin have no Origin.
  const origin = sent === undefined ? undefined : parseOrigin(sent);
  if (sent !== undefined && (origin === undefined || !words(origins).includes(origin))) {
    throw new Problem('origin_rejected', 'The origin of the request is not a verified origin of this installation');
  }
  return { kind: 'installation', credentialHash, installationId, workspace, origin, scopes: words(scopes) };
}

const isExpired = ({ expiresAt }: Holder, now: Date) => expiresAt !== '' && Number(expiresAt) <= now.getTime();

const words = (joined: string) => joined.split(' ').filter(Boolean);
