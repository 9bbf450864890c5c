import { physicalName } from '../cloudformation/resources.ts';
import { describe, type Stacks } from '../cloudformation/template.ts';
import type { Functions, LambdaFunction } from './functions.ts';
import { invokePersistently } from './persistent.ts';

interface Schedule {
  target: LambdaFunction;
  input: unknown;
  /** How long Lambda keeps a throttled event. */
  longestEventAgeMs: number;
}

const defaultEventAgeSeconds = 6 * 3600;

/** EventBridge Scheduler's schedules, as timers. The first run is one interval after the start. */
export class Schedules {
  readonly #schedules = new Map<string, Schedule>();
  readonly #timers: NodeJS.Timeout[] = [];

  constructor(stacks: Stacks, functions: Functions) {
    // Lambda's settings for asynchronous invocations, such as schedules. Default: two retries.
    const configs = stacks.all('AWS::Lambda::EventInvokeConfig');
    for (const { declared, properties } of stacks.all('AWS::Scheduler::Schedule')) {
      const name = physicalName(declared, stacks);
      const { Arn, Input = '{}' } = properties.Target;
      const target = functions.byArn(Arn);
      const config = configs.find(({ properties: { FunctionName } }) => FunctionName === target.name);
      if (config?.properties.MaximumRetryAttempts !== 0) {
        throw new Error(`${describe(declared)}: retries of ${target.name} are not supported`);
      }
      const longestEventAgeMs = 1000 * (config.properties.MaximumEventAgeInSeconds ?? defaultEventAgeSeconds);
      this.#schedules.set(name, { target, input: JSON.parse(Input), longestEventAgeMs });
      const everyMs = intervalMs(properties.ScheduleExpression, describe(declared));
      if (properties.State === 'DISABLED') continue;
      // The function's log has the failure; the next interval retries.
      this.#timers.push(setInterval(() => void this.run(name).catch(() => {}), everyMs).unref());
    }
  }

  names(): string[] {
    return [...this.#schedules.keys()];
  }

  /** Runs a schedule's target now and waits for it; rejects if the function fails. */
  async run(name: string): Promise<unknown> {
    const schedule = this.#schedules.get(name);
    if (!schedule) throw new Error(`There is no schedule ${name}: there are ${this.names().join(', ')}`);
    const { target, input, longestEventAgeMs } = schedule;
    const outcome = await invokePersistently(target, input, longestEventAgeMs);
    if (!outcome.ok) throw new Error(`${target.name}: ${outcome.error.errorMessage}`);
    return outcome.value;
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }
}

const unitMs = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;
/** A Node timer's longest delay. */
const longestMs = 2 ** 31 - 1;

export function intervalMs(expression: string, where: string): number {
  const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  if (!count || Number(count) < 1) throw new Error(`${where}: the expression ${expression} is not supported`);
  return Math.min(Number(count) * unitMs[unit as keyof typeof unitMs], longestMs);
}
