import type { ApiKey, UsagePlan, UsagePlans } from '../gateway/usage-plans.ts';
import { AwsError, unknownAction } from './aws-error.ts';

interface Answer {
  status: number;
  body: unknown;
}

type Body = Record<string, unknown>;

interface Call {
  /** The path segments after the names of the collections. */
  ids: string[];
  query: URLSearchParams;
  body: Body;
  plans: UsagePlans;
}

/** The part of API Gateway's own API that is about keys, by method and path. */
const operations: Record<string, (call: Call) => Answer> = {
  'POST /apikeys': createKey,
  'GET /apikeys': listKeys,
  'GET /apikeys/*': ({ ids: [id = ''], query, plans }) => {
    return { status: 200, body: shownKey(plans.key(id), query.get('includeValue') === 'true') };
  },
  'PATCH /apikeys/*': updateKey,
  'DELETE /apikeys/*': ({ ids: [id = ''], plans }) => {
    plans.deleteKey(id);
    return gone;
  },
  'GET /usageplans': listPlans,
  'GET /usageplans/*': ({ ids: [id = ''], plans }) => ({ status: 200, body: shownPlan(plans.plan(id)) }),
  'GET /usageplans/*/keys': ({ ids: [id = ''], query, plans }) => {
    const named = query.get('name');
    const keys = plans.keysIn(id).filter(({ name }) => !named || name?.startsWith(named));
    return page(keys.map(shownPlanKey), query);
  },
  'GET /usageplans/*/keys/*': ({ ids: [id = '', keyId = ''], plans }) => {
    return { status: 200, body: shownPlanKey(plans.planKey(id, keyId)) };
  },
  'POST /usageplans/*/keys': ({ ids: [id = ''], body, plans }) => {
    if (body.keyType !== 'API_KEY') throw bad('Invalid key type specified');
    return { status: 201, body: shownPlanKey(plans.addToPlan(id, String(body.keyId))) };
  },
  'DELETE /usageplans/*/keys/*': ({ ids: [id = '', keyId = ''], plans }) => {
    plans.removeFromPlan(id, keyId);
    return gone;
  },
};

const gone: Answer = { status: 202, body: undefined };
const bad = (message: string) => new AwsError('BadRequestException', message);

/** What API Gateway answers to a call of its own API. */
export function answerApiGateway(method: string, target: string, body: Body, plans: UsagePlans): Answer {
  const { pathname, searchParams: query } = new URL(target, 'http://localhost');
  const segments = pathname.split('/').slice(1);
  const pattern = segments.map((segment, index) => (index % 2 === 0 ? segment : '*')).join('/');
  const operation = operations[`${method} /${pattern}`];
  if (!operation) throw unknownAction(`${method} ${pathname}`);
  const ids = segments.filter((_, index) => index % 2 === 1).map(decodeURIComponent);
  return operation({ ids, query, body, plans });
}

function createKey({ query, body, plans }: Call): Answer {
  const { name, description, value, enabled = false, ...rest } = body;
  refuseOthers({ ...rest, mode: query.get('mode') ?? undefined }, 'CreateApiKey');
  if (typeof value !== 'string') throw unknownAction('CreateApiKey without a value');
  const key = plans.createKey({ name: text(name), description: text(description), value, enabled: enabled === true });
  return { status: 201, body: shownKey(key, true) };
}

function updateKey({ ids: [id = ''], body, plans }: Call): Answer {
  const operations = (body.patchOperations ?? []) as { op?: string; path?: string; value?: string }[];
  const changes = operations.map(({ op, path, value }) => {
    if (op !== 'replace') throw bad(`Invalid patch operation specified. Must be 'add'|'remove'|'replace'`);
    if (path === '/enabled') return { enabled: value === 'true' };
    if (path === '/name') return { name: value };
    if (path === '/description') return { description: value };
    throw bad(`Invalid patch path '${path}' specified for op 'replace'.`);
  });
  return { status: 200, body: shownKey(plans.updateKey(id, Object.assign({}, ...changes)), false) };
}

function listKeys({ query, plans }: Call): Answer {
  const named = query.get('name');
  const keys = plans.keys().filter(({ name }) => !named || name?.startsWith(named));
  const withValues = query.get('includeValues') === 'true';
  return page(
    keys.map((key) => shownKey(key, withValues)),
    query,
  );
}

function listPlans({ query, plans }: Call): Answer {
  const keyId = query.get('keyId');
  return page((keyId === null ? plans.plans() : plans.plansOf(keyId)).map(shownPlan), query);
}

/** A page of 25 unless the client says how many, up to 500; `position` is where the next begins. */
function page(items: readonly unknown[], query: URLSearchParams): Answer {
  const limit = Math.min(Number(query.get('limit') ?? 25), 500);
  const from = Number(query.get('position') ?? 0);
  const next = from + limit;
  return {
    status: 200,
    body: { item: items.slice(from, next), ...(next < items.length && { position: String(next) }) },
  };
}

function shownKey(key: ApiKey, withValue: boolean) {
  const { id, name, value, enabled, description, createdAtMs, updatedAtMs } = key;
  const dates = { createdDate: Math.floor(createdAtMs / 1000), lastUpdatedDate: Math.floor(updatedAtMs / 1000) };
  return { id, name, description, enabled, ...dates, stageKeys: [], ...(withValue && { value }) };
}

function shownPlan({ id, name, stages, throttle }: UsagePlan) {
  const { RateLimit: rateLimit, BurstLimit: burstLimit } = throttle;
  const hasThrottle = rateLimit !== undefined || burstLimit !== undefined;
  return { id, name, apiStages: stages, ...(hasThrottle && { throttle: { rateLimit, burstLimit } }) };
}

const shownPlanKey = ({ id, name, value }: ApiKey) => ({ id, type: 'API_KEY', name, value });
const text = (value: unknown) => (value === undefined ? undefined : String(value));

/** A member that would change what happens must not be passed over. */
function refuseOthers(rest: Body, action: string): void {
  const names = Object.keys(rest).filter((name) => rest[name] !== undefined);
  if (names.length > 0) throw unknownAction(`${action} with ${names.join(', ')}`);
}
