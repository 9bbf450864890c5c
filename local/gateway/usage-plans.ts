import type { PropertiesOf } from '../cloudformation/properties/supported.ts';
import { gatewayId, physicalName } from '../cloudformation/resources.ts';
import type { Stacks } from '../cloudformation/template.ts';
import { readJson, writePrivateJson } from '../files/json-files.ts';
import { AwsError } from '../iam/aws-error.ts';

/** An API key of API Gateway. */
export interface ApiKey {
  id: string;
  name: string | undefined;
  value: string;
  enabled: boolean;
  description: string | undefined;
  /** Missing in files of older versions. */
  tags?: Record<string, string> | undefined;
  createdAtMs: number;
  updatedAtMs: number;
}

type Throttle = NonNullable<PropertiesOf<'AWS::ApiGateway::UsagePlan'>['Throttle']>;

export interface UsagePlan {
  id: string;
  name: string;
  stages: { apiId: string; stage: string }[];
  throttle: Throttle;
}

/** The membership of a key in a plan. */
interface PlanKey {
  planId: string;
  keyId: string;
}

/** The file's content: keys and memberships created at run time. */
interface Kept {
  keys: ApiKey[];
  planKeys: PlanKey[];
}

/** The result of counting a request: unknown key in this stage, over the plan's rate, or allowed. */
export type UsageResult = { kind: 'unknown' } | { kind: 'throttled' } | { kind: 'allowed'; keyId: string };

/** The templates' usage plans, and API keys from the templates and from run time. */
export class UsagePlans {
  readonly #plans: readonly UsagePlan[];
  readonly #declared: ReadonlySet<string>;
  readonly #file: string | undefined;
  readonly #buckets = new Map<string, TokenBucket>();
  readonly #now: () => number;
  #keys: ApiKey[];
  #planKeys: PlanKey[];

  /**
   * Stores what is created at run time in `file`, or in memory. Keys without tags are from an older version and get
   * `missingTags`, which an upgrade on AWS adds by hand.
   */
  constructor(
    stacks: Stacks,
    file: string | undefined,
    now: () => number = Date.now,
    missingTags?: Record<string, string>,
  ) {
    this.#file = file;
    this.#now = now;
    this.#plans = plansOf(stacks);
    const declared = declaredIn(stacks);
    this.#declared = new Set(declared.keys.map(({ id }) => id));
    const made = (file && readJson<Kept>(file)) || { keys: [], planKeys: [] };
    this.#keys = [...declared.keys, ...made.keys.map((key) => ({ ...key, tags: key.tags ?? missingTags }))];
    // The templates may have lost a plan since.
    const kept = made.planKeys.filter(({ planId }) => this.#plans.some(({ id }) => id === planId));
    this.#planKeys = [...declared.planKeys, ...kept];
  }

  plans(): readonly UsagePlan[] {
    return this.#plans;
  }

  plan(id: string): UsagePlan {
    const found = this.#plans.find((plan) => plan.id === id);
    if (!found) throw new AwsError('NotFoundException', 'Invalid Usage Plan ID specified');
    return found;
  }

  keys(): readonly ApiKey[] {
    return this.#keys;
  }

  key(id: string): ApiKey {
    const found = this.#keys.find((key) => key.id === id);
    if (!found) throw new AwsError('NotFoundException', 'Invalid API Key identifier specified');
    return found;
  }

  /** The tags of a key, if it exists. */
  tagsOf(id: string): Record<string, string> | undefined {
    return this.#keys.find((key) => key.id === id)?.tags;
  }

  keysIn(planId: string): ApiKey[] {
    this.plan(planId);
    return this.#planKeys.filter((planKey) => planKey.planId === planId).map(({ keyId }) => this.key(keyId));
  }

  plansOf(keyId: string): UsagePlan[] {
    const ids = this.#planKeys.filter((planKey) => planKey.keyId === keyId);
    return ids.map(({ planId }) => this.plan(planId));
  }

  createKey(given: Pick<ApiKey, 'name' | 'value' | 'enabled' | 'description' | 'tags'>): ApiKey {
    const { value } = given;
    if (value.length < 20 || value.length > 128) {
      throw new AwsError('BadRequestException', 'API Key value should be between 20 and 128 characters');
    }
    if (this.#keys.some((key) => key.value === value)) {
      throw new AwsError('ConflictException', 'API Key already exists');
    }
    const nowMs = this.#now();
    const key = { ...given, id: gatewayId(`key ${value}`), createdAtMs: nowMs, updatedAtMs: nowMs };
    this.#keys.push(key);
    this.#save();
    return key;
  }

  updateKey(id: string, changes: Partial<Pick<ApiKey, 'name' | 'enabled' | 'description'>>): ApiKey {
    const key = this.key(id);
    Object.assign(key, changes, { updatedAtMs: this.#now() });
    this.#save();
    return key;
  }

  /** Deletes a key and removes it from its plans. */
  deleteKey(id: string): void {
    this.key(id);
    this.#keys = this.#keys.filter((key) => key.id !== id);
    this.#planKeys = this.#planKeys.filter(({ keyId }) => keyId !== id);
    this.#save();
  }

  /** Adds a key to a plan. As in API Gateway, a key can be in only one plan per stage. */
  addToPlan(planId: string, keyId: string): ApiKey {
    const plan = this.plan(planId);
    const key = this.key(keyId);
    for (const other of this.plansOf(keyId)) {
      if (other.id === planId) {
        throw new AwsError('ConflictException', 'Usage Plan Key already exists');
      }
      const shared = other.stages.find((one) => plan.stages.some((its) => stageId(its) === stageId(one)));
      if (shared) {
        const place = `${shared.apiId}:${shared.stage}`;
        throw new AwsError(
          'ConflictException',
          `API Key ${keyId} cannot be added to more than one usage plan for a given API Stage: ${place}`,
        );
      }
    }
    this.#planKeys.push({ planId, keyId });
    this.#save();
    return key;
  }

  removeFromPlan(planId: string, keyId: string): void {
    if (!this.keysIn(planId).some((key) => key.id === keyId)) throw notInPlan();
    this.#planKeys = this.#planKeys.filter((one) => one.planId !== planId || one.keyId !== keyId);
    this.#save();
  }

  /** One key of a plan. */
  planKey(planId: string, keyId: string): ApiKey {
    const key = this.keysIn(planId).find(({ id }) => id === keyId);
    if (!key) throw notInPlan();
    return key;
  }

  /** Counts one request of a key against its plan for this stage. */
  countRequest(value: string | undefined, apiId: string, stage: string): UsageResult {
    const key = value === undefined ? undefined : this.#keys.find((one) => one.value === value);
    const plan =
      key?.enabled &&
      this.plansOf(key.id).find(({ stages }) => stages.some((one) => stageId(one) === `${apiId}/${stage}`));
    if (!key || !plan) return { kind: 'unknown' };
    const { RateLimit, BurstLimit } = plan.throttle;
    if (RateLimit !== undefined && BurstLimit !== undefined) {
      const name = `${plan.id} ${key.id}`;
      const bucket = this.#buckets.get(name) ?? new TokenBucket(RateLimit, BurstLimit, this.#now());
      this.#buckets.set(name, bucket);
      if (!bucket.take(this.#now())) return { kind: 'throttled' };
    }
    return { kind: 'allowed', keyId: key.id };
  }

  /** Saves only what was created at run time: the templates declare the rest. */
  #save(): void {
    if (!this.#file) return;
    const keys = this.#keys.filter(({ id }) => !this.#declared.has(id));
    const planKeys = this.#planKeys.filter(({ keyId }) => !this.#declared.has(keyId));
    writePrivateJson(this.#file, { keys, planKeys } satisfies Kept);
  }
}

const notInPlan = () => new AwsError('NotFoundException', 'Invalid Usage Plan Key identifier specified');
const stageId = ({ apiId, stage }: { apiId: string; stage: string }) => `${apiId}/${stage}`;

function plansOf(stacks: Stacks): UsagePlan[] {
  return stacks.all('AWS::ApiGateway::UsagePlan').map(({ declared, properties }) => {
    const stages = properties.ApiStages ?? [];
    const name = physicalName(declared, stacks);
    return {
      id: gatewayId(name),
      name,
      stages: stages.map(({ ApiId: apiId, Stage: stage }) => ({ apiId, stage })),
      throttle: properties.Throttle ?? {},
    };
  });
}

function declaredIn(stacks: Stacks): Kept {
  const keys = stacks.all('AWS::ApiGateway::ApiKey').map(({ declared, properties }) => {
    const { Enabled: enabled = false, Value: value } = properties;
    const name = physicalName(declared, stacks);
    return { id: gatewayId(name), name, value, enabled, description: undefined, createdAtMs: 0, updatedAtMs: 0 };
  });
  const planKeys = stacks
    .all('AWS::ApiGateway::UsagePlanKey')
    .map(({ properties: { KeyId: keyId, UsagePlanId: planId } }) => ({ planId, keyId }));
  return { keys, planKeys };
}

class TokenBucket {
  readonly #perSecond: number;
  readonly #most: number;
  #tokens: number;
  #filledAtMs: number;

  constructor(perSecond: number, most: number, nowMs: number) {
    this.#perSecond = perSecond;
    this.#most = most;
    this.#tokens = most;
    this.#filledAtMs = nowMs;
  }

  take(nowMs: number): boolean {
    const gained = ((nowMs - this.#filledAtMs) / 1000) * this.#perSecond;
    this.#tokens = Math.min(this.#most, this.#tokens + gained);
    this.#filledAtMs = nowMs;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
