import type { AnyRoute } from '#src/http/route.ts';

/**
 * The areas below /api whose paths are in the stack of the Dashboard API itself. Never add or remove one: a path that
 * changes its stack would be created a second time before the first is deleted, which API Gateway refuses.
 */
const ownAreas = new Set([
  'activity',
  'auth',
  'bulk-edits',
  'cli',
  'duplicates',
  'import',
  'ingest',
  'installations',
  'invitations',
  'people',
  'projects',
  'proposals',
  'publication-edits',
  'publication-matches',
  'publications',
  'researchers',
  'session',
  'site-tools',
  'workspace',
]);

/** The area of a route that is in the nested stack of newer areas: `works` of `/api/works/{id}`. Undefined otherwise. */
export function newerAreaOf({ api, path }: Pick<AnyRoute, 'api' | 'path'>): string | undefined {
  const [, area] = /^\/api\/([^/]+)/.exec(path) ?? [];
  return api === 'dashboard' && area !== undefined && !ownAreas.has(area) ? area : undefined;
}
