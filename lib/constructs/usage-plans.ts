import { Stack } from 'aws-cdk-lib';
import type { IUsagePlan, RestApi } from 'aws-cdk-lib/aws-apigateway';
import { sharedUsageKey } from '../../src/auth/usage-key.ts';

/**
 * The steps of the outer guard, in requests a minute. A key belongs in the smallest step that holds its own limit, or
 * in the plan without a limit. The exact limit is counted by the service; a plan only keeps a flood away from it.
 */
export const tiersPerMinute = [60, 300, 1200, 6000] as const;

/** The name of a tier's plan; without a tier the plan that has no limit. */
function usagePlanName(stackName: string, perMinute?: number): string {
  return `${stackName}-${perMinute ? `${perMinute}-per-minute` : 'unlimited'}`;
}

/** The plans by the limit they are for. */
export type UsagePlans = readonly { perMinute: number | 'unlimited'; plan: IUsagePlan }[];

/** How often its limit a client may send and still get from the plans every request that its limit allows. */
const floodFactor = 20;

/**
 * The token bucket of a tier: requests a second, and at once. A client that sends up to twenty times its limit in each
 * minute of the clock may send 20 limits at the end of one and its next limit right after. The bucket holds these 21,
 * and a minute fills in what the next may take. One more limit is for requests that come up to three seconds late.
 */
export const throttleOf = (perMinute: number) => ({
  rateLimit: (floodFactor * perMinute) / 60,
  burstLimit: (floodFactor + 2) * perMinute,
});

/**
 * One usage plan a tier, and one without a limit. Their keys come and go while the service runs, but for one: that which
 * all installations share when they ask a route for API keys.
 */
export function addUsagePlans(restApi: RestApi): UsagePlans {
  const { stackName } = Stack.of(restApi);
  const apiStages = [{ stage: restApi.deploymentStage }];
  const plans = tiersPerMinute.map((perMinute) =>
    restApi.addUsagePlan(`PerMinute${perMinute}`, {
      name: usagePlanName(stackName, perMinute),
      throttle: throttleOf(perMinute),
      apiStages,
    }),
  );
  const unlimited = restApi.addUsagePlan('Unlimited', { name: usagePlanName(stackName), apiStages });
  const shared = restApi.addApiKey('AllInstallations', {
    description: 'Lets installation credentials through to the functions for API keys, which refuse them',
    value: sharedUsageKey(restApi.restApiId),
  });
  // There is no end to the installations that share it; each has a limit of its own, which the functions count.
  unlimited.addApiKey(shared);
  const tiers = plans.map((plan, index) => ({ perMinute: tiersPerMinute[index] ?? 0, plan }));
  return [...tiers, { perMinute: 'unlimited', plan: unlimited }];
}
