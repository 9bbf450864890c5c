import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loaded } from '../../api/failures.ts';
import { oneOf, searchParameters, text } from '../../search-parameters.ts';
import { rootRoute } from '../../shell/root-route.tsx';

/** The target of the link in a mail, with its code. Without a code, the page sends such a mail. */
export const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  validateSearch: searchParameters({ code: text, email: text, invited: oneOf(['yes']) }),
  component: lazyRouteComponent(() => loaded(import('./page.tsx')), 'ResetPasswordPage'),
});
