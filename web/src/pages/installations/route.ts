import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.tsx';
import { installationSearch } from './search.ts';

export const installationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/installations',
  staticData: { role: 'workspace_admin' },
  validateSearch: installationSearch,
  component: lazyRouteComponent(() => import('./page.tsx'), 'InstallationsPage'),
});

export const installationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/installations/$id',
  staticData: { role: 'workspace_admin' },
  component: lazyRouteComponent(() => import('./installation-page.tsx'), 'InstallationPage'),
});
