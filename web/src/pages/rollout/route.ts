import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loaded } from '../../api/failures.ts';
import { rootRoute } from '../../shell/root-route.tsx';

export const rolloutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rollout',
  component: lazyRouteComponent(() => loaded(import('./page.tsx')), 'RolloutPage'),
});
