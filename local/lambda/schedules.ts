import { physicalName } from '../cloudformation/resources.ts';
import { describe, type Stacks } from '../cloudformation/template.ts';
import type { Functions, LambdaFunction } from './functions.ts';
import { invokePersistently } from './persistent.ts';

interface Schedule {
  target: LambdaFunction;
  input: unknown;
  /** How long Lambda keeps a throttled event. */
  longestEventAgeMs: number;
  everyMs: number;
  /** When its last run by the schedule began; undefined while it is stopped. */
  ranAtMs: number | undefined;
}

const defaultEventAgeSeconds = 6 * 3600;

/** EventBridge Scheduler's schedules, as timers. The first run is one interval after the start. */
export class Schedules {
  readonly #schedules = new Map<string, Schedule>();
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #now: () => number;

  constructor(stacks: Stacks, functions: Functions, now: () => number = Date.now) {
    this.#now = now;
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
      const everyMs = intervalMs(properties.ScheduleExpression, describe(declared));
      const ranAtMs = properties.State === 'DISABLED' ? undefined : now();
      const schedule: Schedule = { target, input: JSON.parse(Input), longestEventAgeMs, everyMs, ranAtMs };
      this.#schedules.set(name, schedule);
      if (ranAtMs === undefined) continue;
      this.#timers.push(setInterval(() => void this.#runBySchedule(name, schedule), everyMs).unref());
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

  /** Runs every schedule whose interval has passed since its last run, by a clock that timers do not follow. */
  async runDue(): Promise<void> {
    const isDue = ({ ranAtMs, everyMs }: Schedule) => ranAtMs !== undefined && this.#now() - ranAtMs >= everyMs;
    const due = [...this.#schedules].filter(([, schedule]) => isDue(schedule));
    await Promise.all(due.map(([name, schedule]) => this.#runBySchedule(name, schedule)));
  }

  /** Stops a schedule for good, as somebody who disables it by mistake. */
  disable(name: string): void {
    const schedule = this.#schedules.get(name);
    if (schedule) schedule.ranAtMs = undefined;
  }

  async #runBySchedule(name: string, schedule: Schedule): Promise<void> {
    if (schedule.ranAtMs === undefined) return;
    schedule.ranAtMs = this.#now();
    // The function's log has the failure; the next interval retries.
    await this.run(name).catch(() => {});
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
