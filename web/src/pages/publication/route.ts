import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loaded } from '../../api/failures.ts';
import { rootRoute } from '../../shell/root-route.tsx';

/** The rest of the path is the DOI, which contains slashes. */
export const publicationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/publication/$',
  staticData: { role: 'steward' },
  component: lazyRouteComponent(() => loaded(import('./page.tsx')), 'PublicationPage'),
});
