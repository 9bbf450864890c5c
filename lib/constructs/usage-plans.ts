import { Stack } from 'aws-cdk-lib';
import type { IUsagePlan, RestApi } from 'aws-cdk-lib/aws-apigateway';
import { sharedUsageKey } from '../../src/auth/usage-key.ts';

/**
 * The steps of the outer guard, in requests a minute. A key belongs in the smallest step that holds its own limit, or
 * in the plan without a limit. The exact limit is counted by the service; a plan only keeps a flood away from it.
 */
const tiersPerMinute = [60, 300, 1200, 6000] as const;

/** The name of a tier's plan; without a tier the plan that has no limit. */
function usagePlanName(stackName: string, perMinute?: number): string {
  return `${stackName}-${perMinute ? `${perMinute}-per-minute` : 'unlimited'}`;
}

/** The plans by the limit they are for. */
export type UsagePlans = readonly { perMinute: number | 'unlimited'; plan: IUsagePlan }[];

/**
 * One usage plan a tier, and one without a limit. Their keys come and go while the service runs, but for one: that of
 * the installation credentials which somebody tries on a route for API keys.
 */
export function addUsagePlans(restApi: RestApi): UsagePlans {
  const { stackName } = Stack.of(restApi);
  const apiStages = [{ stage: restApi.deploymentStage }];
  const plans = tiersPerMinute.map((perMinute) =>
    restApi.addUsagePlan(`PerMinute${perMinute}`, {
      name: usagePlanName(stackName, perMinute),
      // Two full minutes may touch at their border: what the counter allows the plan must never refuse.
      throttle: { rateLimit: Math.ceil(perMinute / 60), burstLimit: 2 * perMinute },
      apiStages,
    }),
  );
  const unlimited = restApi.addUsagePlan('Unlimited', { name: usagePlanName(stackName), apiStages });
  const shared = restApi.addApiKey('InstallationCredentials', {
    description: 'Lets installation credentials through to the functions for API keys, which refuse them',
    value: sharedUsageKey(restApi.restApiId),
  });
  plans[0]?.addApiKey(shared);
  const tiers = plans.map((plan, index) => ({ perMinute: tiersPerMinute[index] ?? 0, plan }));
  return [...tiers, { perMinute: 'unlimited', plan: unlimited }];
}
