import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loaded } from '../../api/failures.ts';
import { rootRoute } from '../../shell/root-route.tsx';
import { withTexts } from '../../text/text.ts';
import { worksSearch } from './search.ts';

export const worksRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/works',
  staticData: { role: 'steward' },
  validateSearch: worksSearch,
  component: lazyRouteComponent(() => loaded(withTexts('works', import('./page.tsx'))), 'WorksPage'),
});

export const workRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/works/$id',
  staticData: { role: 'steward' },
  component: lazyRouteComponent(() => loaded(withTexts('works', import('./work-page.tsx'))), 'WorkPage'),
});

/** Not below the addresses of works, because an id may be `new`. */
export const newWorkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/new-work',
  staticData: { role: 'workspace_member' },
  component: lazyRouteComponent(() => loaded(withTexts('works', import('./new-work-page.tsx'))), 'NewWorkPage'),
});
