import { matches } from '../iam/policy.ts';
import type { Functions } from '../lambda/functions.ts';
import type { Outcome } from '../lambda/instance.ts';
import { functionArnIn } from './invocation.ts';
import type { AuthorizerProperties } from './rest-api.ts';

/** An authorizer's result for an allowed request. */
export interface Grant {
  /** For requestContext.authorizer, where all values are strings. */
  context: Record<string, string>;
  usageIdentifierKey: string | undefined;
}

export type Decision =
  | { kind: 'allowed'; grant: Grant }
  | { kind: 'refused'; responseType: Refusal; message: string; context: Record<string, string> };

type Refusal = 'UNAUTHORIZED' | 'ACCESS_DENIED' | 'AUTHORIZER_FAILURE' | 'AUTHORIZER_CONFIGURATION_ERROR';

interface Policy {
  principalId?: unknown;
  policyDocument?: { Statement?: Statement[] | Statement };
  context?: Record<string, unknown>;
  usageIdentifierKey?: string;
}

interface Statement {
  Effect?: string;
  Action?: string | string[];
  Resource?: string | string[];
}

/** The parts of a request that authorizers get. */
export interface AuthorizerRequest {
  methodArn: string;
  header(name: string): string | undefined;
  query(name: string): string | undefined;
  event: Record<string, unknown>;
}

const defaultCacheSeconds = 300;
/** Limits the memory that many invalid credentials can use. */
const maxCached = 10_000;

/** The REQUEST authorizers of one API stage, with their cache of results by credential. */
export class Authorizers {
  readonly #functions: Functions;
  readonly #now: () => number;
  readonly #cache = new Map<string, { policy: Policy; untilMs: number }>();

  constructor(functions: Functions, now: () => number = Date.now) {
    this.#functions = functions;
    this.#now = now;
  }

  async decide(authorizer: AuthorizerProperties, request: AuthorizerRequest): Promise<Decision> {
    const identity = identityOf(authorizer, request);
    if (!identity) return refused('UNAUTHORIZED', 'Unauthorized');
    const key = JSON.stringify([authorizer.id, ...identity]);
    const cached = this.#cache.get(key);
    if (cached && cached.untilMs > this.#now()) return evaluate(cached.policy, request.methodArn);
    if (!authorizer.mayInvoke) return refused('AUTHORIZER_CONFIGURATION_ERROR', 'Internal server error');
    const outcome = await this.#invoke(authorizer, request);
    if (!outcome.ok) {
      if (outcome.isThrottled) return refused('AUTHORIZER_CONFIGURATION_ERROR', 'Internal server error');
      return outcome.error.errorMessage === 'Unauthorized'
        ? refused('UNAUTHORIZED', 'Unauthorized')
        : refused('AUTHORIZER_FAILURE', 'Internal server error');
    }
    const policy = outcome.value as Policy;
    const decision = evaluate(policy, request.methodArn);
    const cacheSeconds = authorizer.AuthorizerResultTtlInSeconds ?? defaultCacheSeconds;
    const isAnswer = decision.kind === 'allowed' || decision.responseType === 'ACCESS_DENIED';
    if (isAnswer && cacheSeconds > 0 && identity.length > 0) {
      if (this.#cache.size >= maxCached) this.#cache.clear();
      this.#cache.set(key, { policy, untilMs: this.#now() + cacheSeconds * 1000 });
    }
    return decision;
  }

  #invoke(authorizer: AuthorizerProperties, request: AuthorizerRequest): Promise<Outcome> {
    const event = { type: 'REQUEST', methodArn: request.methodArn, ...request.event };
    return this.#functions.byArn(functionArnIn(authorizer.AuthorizerUri)).invoke(event);
  }
}

/** The values of the identity sources. Undefined if one is missing: the function is then not invoked. */
function identityOf({ IdentitySource = '' }: AuthorizerProperties, request: AuthorizerRequest): string[] | undefined {
  const values: string[] = [];
  for (const source of IdentitySource.split(',').filter(Boolean)) {
    const [, place, name = ''] = /^\s*method\.request\.(header|querystring)\.(.+?)\s*$/.exec(source) ?? [];
    if (!place) throw new Error(`The identity source ${source} is not supported`);
    const value = place === 'header' ? request.header(name) : request.query(name);
    if (!value) return undefined;
    values.push(value);
  }
  return values;
}

function evaluate(policy: Policy | null, methodArn: string): Decision {
  const given = policy?.policyDocument?.Statement;
  const contextValues = Object.entries(policy?.context ?? {});
  if (!policy?.principalId || !given || contextValues.some(([, value]) => typeof value === 'object')) {
    return refused('AUTHORIZER_CONFIGURATION_ERROR', 'Internal server error');
  }
  const strings = contextValues.map(([name, value]) => [name, String(value)] as const);
  const context = { ...Object.fromEntries(strings), principalId: String(policy.principalId) };
  const matching = [given].flat().filter((statement) => {
    const acts = [statement.Action ?? []].flat().some((action) => matches(action.toLowerCase(), 'execute-api:invoke'));
    return acts && [statement.Resource ?? []].flat().some((resource) => matches(resource, methodArn));
  });
  const isDenied = matching.some(({ Effect }) => Effect === 'Deny');
  if (isDenied || !matching.some(({ Effect }) => Effect === 'Allow')) {
    const message = 'User is not authorized to access this resource';
    return refused('ACCESS_DENIED', isDenied ? `${message} with an explicit deny` : message, context);
  }
  return { kind: 'allowed', grant: { context, usageIdentifierKey: policy.usageIdentifierKey } };
}

/** `context` comes from the authorizer and is available to gateway responses. */
function refused(responseType: Refusal, message: string, context: Record<string, string> = {}): Decision {
  return { kind: 'refused', responseType, message, context };
}
