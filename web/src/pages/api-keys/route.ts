import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.tsx';

export const apiKeysRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/api-keys',
  staticData: { role: 'superadmin' },
  component: lazyRouteComponent(() => import('./page.tsx'), 'ApiKeysPage'),
});
