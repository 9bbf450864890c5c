import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loaded } from '../../api/failures.ts';
import { rootRoute } from '../../shell/root-route.tsx';
import { withTexts } from '../../text/text.ts';
import { groupsSearch, membersSearch } from './search.ts';

export const groupsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/groups',
  staticData: { role: 'steward' },
  validateSearch: groupsSearch,
  component: lazyRouteComponent(() => loaded(withTexts('groups', import('./page.tsx'))), 'GroupsPage'),
});

export const groupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/groups/$id',
  staticData: { role: 'steward' },
  validateSearch: membersSearch,
  component: lazyRouteComponent(() => loaded(withTexts('groups', import('./group-page.tsx'))), 'GroupPage'),
});

/** Not below the addresses of groups, because a group may have the id `new`. */
export const newGroupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/new-group',
  staticData: { role: 'workspace_admin' },
  validateSearch: groupsSearch,
  component: lazyRouteComponent(() => loaded(withTexts('groups', import('./new-group-page.tsx'))), 'NewGroupPage'),
});
