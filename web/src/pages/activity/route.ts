import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loaded } from '../../api/failures.ts';
import { rootRoute } from '../../shell/root-route.tsx';
import { withTexts } from '../../text/text.ts';
import { activitySearch, auditSearch } from './search.ts';

export const activityRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/activity',
  staticData: { role: 'steward' },
  validateSearch: activitySearch,
  component: lazyRouteComponent(() => loaded(withTexts('activity', import('./page.tsx'))), 'ActivityPage'),
});

export const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/activity/audit',
  staticData: { role: 'superadmin' },
  validateSearch: auditSearch,
  component: lazyRouteComponent(() => loaded(withTexts('activity', import('./audit-page.tsx'))), 'AuditPage'),
});
