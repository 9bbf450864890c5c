import type { ApiKey, UsagePlan, UsagePlans } from '../gateway/usage-plans.ts';
import { AwsError, unknownAction } from '../iam/aws-error.ts';

interface Answer {
  status: number;
  body: unknown;
}

type Body = Record<string, unknown>;

interface Call {
  /** The ids in the path: every second segment. */
  ids: string[];
  query: URLSearchParams;
  body: Body;
  plans: UsagePlans;
}

/** API Gateway's own operations on API keys and usage plans, by method and path. */
const operations: Record<string, (call: Call) => Answer> = {
  'POST /apikeys': createKey,
  'GET /apikeys': listKeys,
  'GET /apikeys/*': ({ ids: [id = ''], query, plans }) => {
    return { status: 200, body: keyResponse(plans.key(id), query.get('includeValue') === 'true') };
  },
  'PATCH /apikeys/*': updateKey,
  'DELETE /apikeys/*': ({ ids: [id = ''], plans }) => {
    plans.deleteKey(id);
    return accepted;
  },
  'GET /usageplans': listPlans,
  'GET /usageplans/*': ({ ids: [id = ''], plans }) => ({ status: 200, body: planResponse(plans.plan(id)) }),
  'GET /usageplans/*/keys': ({ ids: [id = ''], query, plans }) => {
    const namePrefix = query.get('name');
    const keys = plans.keysIn(id).filter(({ name }) => !namePrefix || name?.startsWith(namePrefix));
    return page(keys.map(planKeyResponse), query);
  },
  'GET /usageplans/*/keys/*': ({ ids: [id = '', keyId = ''], plans }) => {
    return { status: 200, body: planKeyResponse(plans.planKey(id, keyId)) };
  },
  'POST /usageplans/*/keys': ({ ids: [id = ''], body, plans }) => {
    if (body.keyType !== 'API_KEY') throw badRequest('Invalid key type specified');
    return { status: 201, body: planKeyResponse(plans.addToPlan(id, String(body.keyId))) };
  },
  'DELETE /usageplans/*/keys/*': ({ ids: [id = '', keyId = ''], plans }) => {
    plans.removeFromPlan(id, keyId);
    return accepted;
  },
};

const accepted: Answer = { status: 202, body: undefined };
const badRequest = (message: string) => new AwsError('BadRequestException', message);

/** Answers a call of API Gateway's control plane. Throws an AwsError where API Gateway rejects it. */
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
  const { name, description, value, enabled = false, tags, ...rest } = body;
  rejectUnsupported({ ...rest, mode: query.get('mode') ?? undefined }, 'CreateApiKey');
  if (typeof value !== 'string') throw unknownAction('CreateApiKey without a value');
  const key = plans.createKey({
    name: text(name),
    description: text(description),
    value,
    enabled: enabled === true,
    tags: tags as Record<string, string> | undefined,
  });
  return { status: 201, body: keyResponse(key, true) };
}

function updateKey({ ids: [id = ''], body, plans }: Call): Answer {
  const operations = (body.patchOperations ?? []) as { op?: string; path?: string; value?: string }[];
  const changes = operations.map(({ op, path, value }) => {
    if (op !== 'replace') throw badRequest(`Invalid patch operation specified. Must be 'add'|'remove'|'replace'`);
    if (path === '/enabled') return { enabled: value === 'true' };
    if (path === '/name') return { name: value };
    if (path === '/description') return { description: value };
    throw badRequest(`Invalid patch path '${path}' specified for op 'replace'.`);
  });
  return { status: 200, body: keyResponse(plans.updateKey(id, Object.assign({}, ...changes)), false) };
}

function listKeys({ query, plans }: Call): Answer {
  const namePrefix = query.get('name');
  const keys = plans.keys().filter(({ name }) => !namePrefix || name?.startsWith(namePrefix));
  const withValues = query.get('includeValues') === 'true';
  return page(
    keys.map((key) => keyResponse(key, withValues)),
    query,
  );
}

function listPlans({ query, plans }: Call): Answer {
  const keyId = query.get('keyId');
  return page((keyId === null ? plans.plans() : plans.plansOf(keyId)).map(planResponse), query);
}

/** One page of 25 items, or of `limit` up to 500. `position` is the start of the next page. */
function page(items: readonly unknown[], query: URLSearchParams): Answer {
  const limit = Math.min(Number(query.get('limit') ?? 25), 500);
  const from = Number(query.get('position') ?? 0);
  const next = from + limit;
  return {
    status: 200,
    body: { item: items.slice(from, next), ...(next < items.length && { position: String(next) }) },
  };
}

function keyResponse(key: ApiKey, withValue: boolean) {
  const { id, name, value, enabled, description, tags, createdAtMs, updatedAtMs } = key;
  const dates = { createdDate: Math.floor(createdAtMs / 1000), lastUpdatedDate: Math.floor(updatedAtMs / 1000) };
  return {
    id,
    name,
    description,
    enabled,
    ...dates,
    stageKeys: [],
    ...(tags && { tags }),
    ...(withValue && { value }),
  };
}

function planResponse({ id, name, stages, throttle }: UsagePlan) {
  const { RateLimit: rateLimit, BurstLimit: burstLimit } = throttle;
  const hasThrottle = rateLimit !== undefined || burstLimit !== undefined;
  return { id, name, apiStages: stages, ...(hasThrottle && { throttle: { rateLimit, burstLimit } }) };
}

const planKeyResponse = ({ id, name, value }: ApiKey) => ({ id, type: 'API_KEY', name, value });
const text = (value: unknown) => (value === undefined ? undefined : String(value));

/** Throws for unsupported members, because ignoring them would give a wrong result. */
function rejectUnsupported(rest: Body, action: string): void {
  const names = Object.keys(rest).filter((name) => rest[name] !== undefined);
  if (names.length > 0) throw unknownAction(`${action} with ${names.join(', ')}`);
}
