import { createRouter } from '@tanstack/react-router';
import { accountRoute } from './pages/account/route.ts';
import { activityRoute, auditRoute } from './pages/activity/route.ts';
import { apiKeysRoute } from './pages/api-keys/route.ts';
import { groupRoute, groupsRoute, newGroupRoute } from './pages/groups/route.ts';
import { importRoute, intakeRoute, intakesRoute } from './pages/import/route.ts';
import { ingestionRoute, jobRoute } from './pages/ingestion/route.ts';
import { installationRoute, installationsRoute } from './pages/installations/route.ts';
import { membersRoute } from './pages/members/route.ts';
import { overviewRoute } from './pages/overview/route.ts';
import { peopleRoute, personRoute } from './pages/people/route.ts';
import { newProjectRoute, projectRoute, projectsRoute } from './pages/projects/route.ts';
import { publicationRoute } from './pages/publication/route.ts';
import { publicationsRoute } from './pages/publications/route.ts';
import { newReportRoute, reportRoute, reportRunRoute, reportsRoute } from './pages/reports/route.ts';
import { resetPasswordRoute } from './pages/reset-password/route.ts';
import { reviewRoute } from './pages/review/route.ts';
import { rolloutRoute } from './pages/rollout/route.ts';
import { signedInRoute, signInRoute } from './pages/sign-in/route.ts';
import { siteToolsRoute } from './pages/site-tools/route.ts';
import { newWorkRoute, workRoute, worksRoute } from './pages/works/route.ts';
import { parseSearch, writeSearch } from './search-parameters.ts';
import { PageError, rootRoute } from './shell/root-route.tsx';

/** All pages of the dashboard. A page's code loads when it is first shown or a link to it is hovered. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([
    overviewRoute,
    publicationsRoute,
    importRoute,
    intakesRoute,
    intakeRoute,
    ingestionRoute,
    jobRoute,
    peopleRoute,
    personRoute,
    groupsRoute,
    groupRoute,
    newGroupRoute,
    projectsRoute,
    projectRoute,
    newProjectRoute,
    worksRoute,
    workRoute,
    newWorkRoute,
    reportsRoute,
    newReportRoute,
    reportRoute,
    reportRunRoute,
    activityRoute,
    auditRoute,
    installationsRoute,
    installationRoute,
    membersRoute,
    apiKeysRoute,
    rolloutRoute,
    publicationRoute,
    siteToolsRoute,
    reviewRoute,
    accountRoute,
    signInRoute,
    signedInRoute,
    resetPasswordRoute,
  ]),
  // The frame knows no page.
  context: { ahead: () => import('./ahead.ts') },
  parseSearch,
  stringifySearch: writeSearch,
  // Within the frame, so that other pages stay reachable.
  defaultErrorComponent: PageError,
  defaultPreload: 'intent',
  // Queries keep their own data; the router only loads code.
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
