import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.tsx';

export const siteToolsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/site-tools',
  staticData: { role: 'superadmin' },
  component: lazyRouteComponent(() => import('./page.tsx'), 'SiteToolsPage'),
});
