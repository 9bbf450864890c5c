import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loaded } from '../../api/failures.ts';
import { rootRoute } from '../../shell/root-route.tsx';
import { peopleSearch, personSearch } from './search.ts';

export const peopleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/people',
  staticData: { role: 'workspace_member' },
  validateSearch: peopleSearch,
  component: lazyRouteComponent(() => loaded(import('./page.tsx')), 'PeoplePage'),
});

export const personRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/people/$orcid',
  staticData: { role: 'workspace_member' },
  validateSearch: personSearch,
  component: lazyRouteComponent(() => loaded(import('./person-page.tsx')), 'PersonPage'),
});
