import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loaded } from '../../api/failures.ts';
import { rootRoute } from '../../shell/root-route.tsx';
import { withTexts } from '../../text/text.ts';
import { installationSearch } from './search.ts';

export const installationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/installations',
  staticData: { role: 'workspace_admin' },
  validateSearch: installationSearch,
  component: lazyRouteComponent(() => loaded(withTexts('installations', import('./page.tsx'))), 'InstallationsPage'),
});

export const installationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/installations/$id',
  staticData: { role: 'workspace_admin' },
  component: lazyRouteComponent(
    () => loaded(withTexts('installations', import('./installation-page.tsx'))),
    'InstallationPage',
  ),
});
