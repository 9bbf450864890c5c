import { randomUUID } from 'node:crypto';
import { readJson, writePrivateJson } from './files.ts';
import { physicalName } from './resources.ts';
import { describe, type Stacks } from './template.ts';

interface ApiKey {
  id: string;
  value: string;
  usagePlanName: string;
}

interface Throttle {
  RateLimit?: number;
  BurstLimit?: number;
}

interface PlanProperties {
  Throttle?: Throttle;
  Quota?: unknown;
  ApiStages?: { ApiId: string; Stage: string; Throttle?: object }[];
}

interface KeyProperties {
  Enabled?: boolean;
  Value?: string;
}

interface PlanKeyProperties {
  KeyId: string;
  UsagePlanId: string;
}

interface Plan {
  name: string;
  stages: Set<string>;
  throttle: Throttle;
}

/** What the gateway makes of a key: unknown to this stage, over its plan's rate, or fine. */
export type Admission = { kind: 'unknown' } | { kind: 'throttled' } | { kind: 'admitted'; keyId: string };

/** The API keys made at run time, those of the templates, and the usage plans of the templates they are in. */
export class UsagePlans {
  readonly #plans: Plan[];
  readonly #keys: Map<string, ApiKey>;
  readonly #declared: ReadonlyMap<string, ApiKey>;
  readonly #file: string | undefined;
  readonly #buckets = new Map<string, TokenBucket>();
  readonly #now: () => number;

  /** Keys are kept in `file`, or in memory without it. */
  constructor(stacks: Stacks, file: string | undefined, now: () => number = Date.now) {
    this.#file = file;
    this.#now = now;
    this.#keys = new Map((file ? (readJson<ApiKey[]>(file) ?? []) : []).map((key) => [key.value, key]));
    this.#plans = stacks.all<PlanProperties>('AWS::ApiGateway::UsagePlan').map(({ declared, properties }) => {
      const where = describe(declared);
      if (properties.Quota) throw new Error(`${where}: a quota is not supported`);
      const stages = properties.ApiStages ?? [];
      if (stages.some((stage) => Object.keys(stage.Throttle ?? {}).length > 0))
        throw new Error(`${where}: a throttle by method is not supported`);
      return {
        name: physicalName(declared, stacks),
        stages: new Set(stages.map(({ ApiId, Stage }) => `${ApiId}/${Stage}`)),
        throttle: properties.Throttle ?? {},
      };
    });
    this.#declared = keysOf(stacks);
  }

  planNames(): string[] {
    return this.#plans.map(({ name }) => name);
  }

  /** Makes a key, or moves it to another plan. */
  putApiKey({ value, usagePlanName }: { value: string; usagePlanName: string }): void {
    if (!this.planNames().includes(usagePlanName)) {
      throw new Error(`There is no usage plan ${usagePlanName}: there are ${this.planNames().join(', ')}`);
    }
    const id = this.#keys.get(value)?.id ?? randomUUID();
    this.#keys.set(value, { id, value, usagePlanName });
    this.#save();
  }

  removeApiKey(value: string): void {
    if (this.#keys.delete(value)) this.#save();
  }

  /** Counts one request of a key against the plan that holds it on this stage. */
  admit(value: string | undefined, apiId: string, stage: string): Admission {
    const key = value === undefined ? undefined : (this.#keys.get(value) ?? this.#declared.get(value));
    const plan =
      key && this.#plans.find(({ name, stages }) => name === key.usagePlanName && stages.has(`${apiId}/${stage}`));
    if (!key || !plan) return { kind: 'unknown' };
    const { RateLimit, BurstLimit } = plan.throttle;
    if (RateLimit !== undefined && BurstLimit !== undefined) {
      const name = `${plan.name} ${key.value}`;
      const bucket = this.#buckets.get(name) ?? new TokenBucket(RateLimit, BurstLimit, this.#now());
      this.#buckets.set(name, bucket);
      if (!bucket.take(this.#now())) return { kind: 'throttled' };
    }
    return { kind: 'admitted', keyId: key.id };
  }

  #save(): void {
    if (this.#file) writePrivateJson(this.#file, [...this.#keys.values()]);
  }
}

/** The enabled keys that the templates themselves declare and put into a plan, by their values. */
function keysOf(stacks: Stacks): Map<string, ApiKey> {
  const inPlans = stacks.all<PlanKeyProperties>('AWS::ApiGateway::UsagePlanKey');
  const keys = stacks.all<KeyProperties>('AWS::ApiGateway::ApiKey').flatMap(({ declared, properties }) => {
    const { Enabled, Value: value } = properties;
    if (value === undefined) throw new Error(`${describe(declared)}: a key without a value is not supported`);
    const id = physicalName(declared, stacks);
    const plan = inPlans.find(({ properties: { KeyId } }) => KeyId === id);
    return Enabled && plan ? [{ id, value, usagePlanName: plan.properties.UsagePlanId }] : [];
  });
  return new Map(keys.map((key) => [key.value, key]));
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
