import { Stack } from 'aws-cdk-lib';
import type { IUsagePlan, RestApiBase } from 'aws-cdk-lib/aws-apigateway';
import { sharedUsageKey } from '#src/identity/credentials/usage-key.ts';

/**
 * Tiers of usage plans, in requests per minute. A key gets the smallest tier that covers its own limit, or else the
 * unlimited plan. The service enforces the exact limit; usage plans only stop floods.
 */
export const tiersPerMinute = [60, 300, 1200, 6000] as const;

/** The name of a tier's plan, or of the unlimited plan without `perMinute`. */
function usagePlanName(stackName: string, perMinute?: number): string {
  return `${stackName}-${perMinute ? `${perMinute}-per-minute` : 'unlimited'}`;
}

/** The usage plans with their limits. */
export type UsagePlans = readonly { perMinute: number | 'unlimited'; plan: IUsagePlan }[];

/** A client may send this many times its limit before a plan rejects any requests. */
const floodFactor = 20;

/**
 * The token bucket of a tier. A client that sends 20 times its limit per minute may send all of it at the end of one
 * minute and its next limit right after: 21 limits at once. One more covers requests that arrive up to 3 s late.
 */
export const throttleOf = (perMinute: number) => ({
  rateLimit: (floodFactor * perMinute) / 60,
  burstLimit: (floodFactor + 2) * perMinute,
});

/**
 * Adds one usage plan per tier and one without a limit. The service adds and removes their keys, except the key that
 * all installations share on routes for API keys.
 */
export function addUsagePlans(restApi: RestApiBase): UsagePlans {
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
  // All installations share this key; the functions enforce the limit of each.
  unlimited.addApiKey(shared);
  const tiers = plans.map((plan, index) => ({ perMinute: tiersPerMinute[index] ?? 0, plan }));
  return [...tiers, { perMinute: 'unlimited', plan: unlimited }];
}
