import type { Schema } from '../../api/client.ts';
import { oneOf, pageNumber, type SearchOf, searchParameters } from '../../search-parameters.ts';

export const statuses = [
  'draft',
  'pending_verification',
  'active',
  'disabled',
  'revoked',
  'archived',
] as const satisfies readonly Schema<'DashboardInstallation'>['status'][];

export const installationSearch = searchParameters({ page: pageNumber, status: oneOf(statuses) });

export type InstallationSearch = SearchOf<typeof installationSearch>;
