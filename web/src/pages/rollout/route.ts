import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loaded } from '../../api/failures.ts';
import { rootRoute } from '../../shell/root-route.tsx';
import { withTexts } from '../../text/text.ts';

export const rolloutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rollout',
  component: lazyRouteComponent(() => loaded(withTexts('rollout', import('./page.tsx'))), 'RolloutPage'),
});
