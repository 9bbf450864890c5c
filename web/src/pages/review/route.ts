import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loaded } from '../../api/failures.ts';
import { rootRoute } from '../../shell/root-route.tsx';
import { reviewSearch } from './search.ts';

export const reviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/review',
  staticData: { role: 'workspace_member' },
  validateSearch: reviewSearch,
  component: lazyRouteComponent(() => loaded(import('./page.tsx')), 'ReviewPage'),
});
