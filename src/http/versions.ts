import type { Api } from './route.ts';

/** The version of each API, as in its OpenAPI document (specification, Versioning). */
export const apiVersions: Record<Api, string> = {
  consumer: '1.0.0',
  integrations: '2026-04-22',
  dashboard: '1.0.0',
};
