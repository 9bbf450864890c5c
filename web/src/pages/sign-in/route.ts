import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { signedInPath } from '../../session/sign-in-again.tsx';
import { rootRoute } from '../../shell/root-route.tsx';

/** Where the browser is after signing out, and after signing in has failed. */
export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: z.object({ error: z.catch(z.optional(z.enum(['denied', 'expired', 'refused'])), undefined) }),
  component: lazyRouteComponent(() => import('./page.tsx'), 'SignInPage'),
});

/** The end of signing in again, in a tab of its own. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: signedInPath,
  component: lazyRouteComponent(() => import('./page.tsx'), 'SignedInPage'),
});
