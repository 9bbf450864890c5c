import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.tsx';

/** The rest of the address is the DOI, with its slashes. */
export const publicationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/publication/$',
  staticData: { role: 'workspace_member' },
  component: lazyRouteComponent(() => import('./page.tsx'), 'PublicationPage'),
});
