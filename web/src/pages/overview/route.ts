import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loaded } from '../../api/failures.ts';
import { rootRoute } from '../../shell/root-route.tsx';
import { withTexts } from '../../text/text.ts';

export const overviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  staticData: { role: 'steward' },
  component: lazyRouteComponent(() => loaded(withTexts('overview', import('./page.tsx'))), 'OverviewPage'),
});
