import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loaded } from '../../api/failures.ts';
import { rootRoute } from '../../shell/root-route.tsx';

export const siteToolsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/site-tools',
  staticData: { role: 'superadmin' },
  component: lazyRouteComponent(() => loaded(import('./page.tsx')), 'SiteToolsPage'),
});
