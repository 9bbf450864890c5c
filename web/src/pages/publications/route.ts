import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loaded } from '../../api/failures.ts';
import { publicationSearch } from '../../data/publication-filters/search.ts';
import { rootRoute } from '../../shell/root-route.tsx';

export const publicationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/publications',
  staticData: { role: 'steward' },
  validateSearch: publicationSearch,
  component: lazyRouteComponent(() => loaded(import('./page.tsx')), 'PublicationsPage'),
});
