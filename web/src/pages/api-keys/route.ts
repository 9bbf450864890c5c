import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loaded } from '../../api/failures.ts';
import { rootRoute } from '../../shell/root-route.tsx';

export const apiKeysRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/api-keys',
  staticData: { role: 'superadmin' },
  component: lazyRouteComponent(() => loaded(import('./page.tsx')), 'ApiKeysPage'),
});
