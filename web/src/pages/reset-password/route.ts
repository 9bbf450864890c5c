import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { searchParameters, text } from '../../search-parameters.ts';
import { rootRoute } from '../../shell/root-route.tsx';

/** Where the link of a mail leads, with its code. Without one, the page sends such a mail. */
export const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  validateSearch: searchParameters({ code: text, email: text }),
  component: lazyRouteComponent(() => import('./page.tsx'), 'ResetPasswordPage'),
});
