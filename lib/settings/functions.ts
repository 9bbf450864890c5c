import * as z from 'zod';

const environments = z
  .int({ error: 'must be a whole number' })
  .min(1, { error: 'must be at least 1' })
  .max(1000, { error: 'must be at most 1000' })
  .optional();

/**
 * Environments of each function with a list that are always started, with their lists loaded, by API. They cost as much
 * when nobody asks: docs/costs.md#provisioned-concurrency. Default: none.
 */
export const ProvisionedConcurrency = z
  .strictObject({ consumer: environments, integrations: environments, dashboard: environments })
  .prefault({});
