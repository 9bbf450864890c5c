import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.tsx';

export const rolloutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rollout',
  component: lazyRouteComponent(() => import('./page.tsx'), 'RolloutPage'),
});
