import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { throttleOf, tiersPerMinute } from '../../lib/constructs/api/usage-plans.ts';
import { UsagePlans } from '../../local/gateway/usage-plans.ts';
import { Fixture } from './fixture.ts';

const fixture = new Fixture();
afterAll(() => fixture.dispose());

const minuteMs = 60_000;
const most = 20;
const value = 'the-hash-of-the-key-of-this-test';

/** Requests at the same moment. */
interface Arrival {
  atMs: number;
  requests: number;
}

/**
 * Sends requests past the plan of a tier to a limit of `limit` a minute of the clock. Returns by minute how many both
 * accepted, and how many the plan refused that the limit had accepted.
 */
function send(tier: number, limit: number, arrivals: readonly Arrival[]) {
  const { rateLimit: RateLimit, burstLimit: BurstLimit } = throttleOf(tier);
  const ApiStages = [{ ApiId: 'one', Stage: 'live' }];
  const Properties = { UsagePlanName: 'plan', Throttle: { RateLimit, BurstLimit }, ApiStages };
  let nowMs = 0;
  const stacks = fixture.stacks({ Plan: { Type: 'AWS::ApiGateway::UsagePlan', Properties } });
  const plans = new UsagePlans(stacks, undefined, () => nowMs);
  const { id } = plans.createKey({ name: undefined, value, enabled: true, description: undefined });
  plans.addToPlan(plans.plans()[0]?.id ?? '', id);
  const passed = new Map<number, number>();
  let wronglyRefused = 0;
  for (const { atMs, requests } of arrivals.toSorted((one, other) => one.atMs - other.atMs)) {
    nowMs = atMs;
    const minute = Math.floor(atMs / minuteMs);
    for (let request = 0; request < requests; request++) {
      const counted = passed.get(minute) ?? 0;
      if (plans.countRequest(value, 'one', 'live').kind === 'throttled') wronglyRefused += counted < limit ? 1 : 0;
      else if (counted < limit) passed.set(minute, counted + 1);
    }
  }
  return { passed: [...passed.values()], wronglyRefused };
}

describe('a usage plan and the exact count', () => {
  it('200 requests near the end of a minute leave the next one whole', () => {
    const arrivals = [
      { atMs: 52_000, requests: 200 },
      { atMs: 60_000, requests: 60 },
    ];
    expect(send(60, 60, arrivals)).toEqual({ passed: [60, 60], wronglyRefused: 0 });
  });

  it.each(tiersPerMinute)('%i a minute: the worst case, again and again', (tier) => {
    const arrivals = [1, 2, 3].flatMap((minute) => [
      { atMs: minute * minuteMs, requests: tier },
      { atMs: (minute + 1) * minuteMs - 1, requests: (most - 1) * tier },
    ]);
    expect(send(tier, tier, arrivals)).toEqual({ passed: [tier, tier, tier], wronglyRefused: 0 });
  });

  it.each(tiersPerMinute)('%i a minute: all at the end of one minute, and the next limit right after', (tier) => {
    const arrivals = [
      { atMs: 2 * minuteMs - 1, requests: most * tier },
      { atMs: 2 * minuteMs, requests: tier },
    ];
    expect(send(tier, tier, arrivals)).toEqual({ passed: [tier, tier], wronglyRefused: 0 });
  });

  it('never refuses what the count allows of up to twenty times the limit a minute, also where some come late', () => {
    const moments = fc.array(
      fc.record({
        atMs: fc.oneof(fc.constantFrom(0, minuteMs - 1), fc.integer({ min: 0, max: minuteMs - 1 })),
        delayMs: fc.integer({ min: 0, max: 3_000 }),
        share: fc.integer({ min: 1, max: 100 }),
      }),
      { maxLength: 8 },
    );
    const cases = fc.record({
      limit: fc.integer({ min: 1, max: 60 }),
      minutes: fc.array(fc.record({ moments, times: fc.integer({ min: 0, max: most }) }), {
        minLength: 1,
        maxLength: 5,
      }),
    });
    fc.assert(
      fc.property(cases, ({ limit, minutes }) => {
        const arrivals = minutes.flatMap(({ moments: shares, times }, minute) => {
          const whole = shares.reduce((sum, { share }) => sum + share, 0);
          return shares.map(({ atMs, delayMs, share }) => ({
            atMs: minute * minuteMs + atMs + delayMs,
            requests: Math.floor((share / whole) * times * limit),
          }));
        });
        expect(send(60, limit, arrivals).wronglyRefused).toBe(0);
      }),
      { numRuns: 200 },
    );
  });

  it('refuses a flood', () => {
    const { passed } = send(60, 60, [{ atMs: 0, requests: 1_000 }]);
    expect(passed).toEqual([60]);
    expect(send(60, Number.POSITIVE_INFINITY, [{ atMs: 0, requests: 100_000 }]).passed).toEqual([1_320]);
  });
});
