import * as z from 'zod/mini';
import type { Schema } from '../../api/client.ts';

export const statuses = [
  'draft',
  'pending_verification',
  'active',
  'disabled',
  'revoked',
  'archived',
] as const satisfies readonly Schema<'DashboardInstallation'>['status'][];

export const installationSearch = z.object({
  page: z.catch(z.optional(z.int().check(z.minimum(1))), undefined),
  status: z.catch(z.optional(z.enum(statuses)), undefined),
});

export type InstallationSearch = z.infer<typeof installationSearch>;
