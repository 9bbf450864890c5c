import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loaded } from '../../api/failures.ts';
import { rootRoute } from '../../shell/root-route.tsx';
import { activitySearch, auditSearch } from './search.ts';

export const activityRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/activity',
  staticData: { role: 'workspace_member' },
  validateSearch: activitySearch,
  component: lazyRouteComponent(() => loaded(import('./page.tsx')), 'ActivityPage'),
});

export const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/activity/audit',
  staticData: { role: 'superadmin' },
  validateSearch: auditSearch,
  component: lazyRouteComponent(() => loaded(import('./audit-page.tsx')), 'AuditPage'),
});
