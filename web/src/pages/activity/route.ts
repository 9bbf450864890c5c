import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.tsx';
import { activitySearch, auditSearch } from './search.ts';

export const activityRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/activity',
  validateSearch: activitySearch,
  component: lazyRouteComponent(() => import('./page.tsx'), 'ActivityPage'),
});

export const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/activity/audit',
  validateSearch: auditSearch,
  component: lazyRouteComponent(() => import('./audit-page.tsx'), 'AuditPage'),
});
