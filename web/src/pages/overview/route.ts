import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.tsx';

export const overviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  staticData: { role: 'workspace_member' },
  component: lazyRouteComponent(() => import('./page.tsx'), 'OverviewPage'),
});
