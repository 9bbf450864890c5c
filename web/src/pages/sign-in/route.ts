import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loaded } from '../../api/failures.ts';
import { oneOf, searchParameters } from '../../search-parameters.ts';
import { signedInPath } from '../../session/session.ts';
import { rootRoute } from '../../shell/root-route.tsx';
import { withTexts } from '../../text/text.ts';

/** Shown after signing out, and after a failed sign-in. */
export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: searchParameters({ error: oneOf(['denied', 'expired', 'refused']) }),
  component: lazyRouteComponent(() => loaded(withTexts('signIn', import('./page.tsx'))), 'SignInPage'),
});

/** The end of signing in again, in a separate tab. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: signedInPath,
  component: lazyRouteComponent(() => loaded(withTexts('signIn', import('./page.tsx'))), 'SignedInPage'),
});
