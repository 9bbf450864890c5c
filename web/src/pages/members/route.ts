import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.tsx';

export const membersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/members',
  staticData: { role: 'workspace_admin' },
  component: lazyRouteComponent(() => import('./page.tsx'), 'MembersPage'),
});
