import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loaded } from '../../api/failures.ts';
import { rootRoute } from '../../shell/root-route.tsx';
import { withTexts } from '../../text/text.ts';
import { projectsSearch } from './search.ts';

export const projectsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects',
  staticData: { role: 'steward' },
  validateSearch: projectsSearch,
  component: lazyRouteComponent(() => loaded(withTexts('projects', import('./page.tsx'))), 'ProjectsPage'),
});

export const projectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects/$id',
  staticData: { role: 'steward' },
  component: lazyRouteComponent(() => loaded(withTexts('projects', import('./project-page.tsx'))), 'ProjectPage'),
});

/** Not below the addresses of projects, because a project may have the id `new`. */
export const newProjectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/new-project',
  staticData: { role: 'workspace_member' },
  component: lazyRouteComponent(
    () => loaded(withTexts('projects', import('./new-project-page.tsx'))),
    'NewProjectPage',
  ),
});
