import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loaded } from '../../api/failures.ts';
import { rootRoute } from '../../shell/root-route.tsx';
import { withTexts } from '../../text/text.ts';
import { peopleSearch, personSearch } from './search.ts';

export const peopleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/people',
  staticData: { role: 'workspace_member' },
  validateSearch: peopleSearch,
  component: lazyRouteComponent(() => loaded(withTexts('people', import('./page.tsx'))), 'PeoplePage'),
});

export const personRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/people/$orcid',
  staticData: { role: 'workspace_member' },
  validateSearch: personSearch,
  component: lazyRouteComponent(() => loaded(withTexts('people', import('./person-page.tsx'))), 'PersonPage'),
});
