import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { rootRoute } from '../../shell/root-route.tsx';

const text = z.catch(z.optional(z.coerce.string()), undefined);

/** Where the link of a mail leads, with its code. Without one, the page sends such a mail. */
export const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  validateSearch: z.object({ code: text, email: text }),
  component: lazyRouteComponent(() => import('./page.tsx'), 'ResetPasswordPage'),
});
