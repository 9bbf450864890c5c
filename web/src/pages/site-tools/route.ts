import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loaded } from '../../api/failures.ts';
import { rootRoute } from '../../shell/root-route.tsx';
import { withTexts } from '../../text/text.ts';

export const siteToolsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/site-tools',
  staticData: {
    role: 'superadmin',
    ahead: async () => {
      const { refreshPlan, resetScope } = await import('./queries.ts');
      return [refreshPlan, resetScope];
    },
  },
  component: lazyRouteComponent(() => loaded(withTexts('siteTools', import('./page.tsx'))), 'SiteToolsPage'),
});
