import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loaded } from '../../api/failures.ts';
import { rootRoute } from '../../shell/root-route.tsx';
import { withTexts } from '../../text/text.ts';
import { peopleSearch, personSearch } from './search.ts';

export const peopleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/people',
  staticData: { role: 'steward' },
  validateSearch: peopleSearch,
  component: lazyRouteComponent(() => loaded(withTexts('people', import('./page.tsx'))), 'PeoplePage'),
});

export const personRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/people/$orcid',
  staticData: { role: 'steward' },
  validateSearch: personSearch,
  component: lazyRouteComponent(() => loaded(withTexts('people', import('./person-page.tsx'))), 'PersonPage'),
});
