import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loaded } from '../../api/failures.ts';
import { rootRoute } from '../../shell/root-route.tsx';
import { withTexts } from '../../text/text.ts';
import { reviewSearch } from './search.ts';

export const reviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/review',
  staticData: { role: 'workspace_member' },
  validateSearch: reviewSearch,
  component: lazyRouteComponent(() => loaded(withTexts('review', import('./page.tsx'))), 'ReviewPage'),
});
