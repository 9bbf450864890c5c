import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { oneOf, searchParameters } from '../../search-parameters.ts';
import { signedInPath } from '../../session/session.ts';
import { rootRoute } from '../../shell/root-route.tsx';

/** Where the browser is after signing out, and after signing in has failed. */
export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: searchParameters({ error: oneOf(['denied', 'expired', 'refused']) }),
  component: lazyRouteComponent(() => import('./page.tsx'), 'SignInPage'),
});

/** The end of signing in again, in a tab of its own. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: signedInPath,
  component: lazyRouteComponent(() => import('./page.tsx'), 'SignedInPage'),
});
