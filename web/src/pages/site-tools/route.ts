import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loaded } from '../../api/failures.ts';
import { rootRoute } from '../../shell/root-route.tsx';
import { withTexts } from '../../text/text.ts';

export const siteToolsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/site-tools',
  staticData: { role: 'superadmin' },
  component: lazyRouteComponent(() => loaded(withTexts('siteTools', import('./page.tsx'))), 'SiteToolsPage'),
});
