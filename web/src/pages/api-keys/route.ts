import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loaded } from '../../api/failures.ts';
import { rootRoute } from '../../shell/root-route.tsx';
import { withTexts } from '../../text/text.ts';

export const apiKeysRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/api-keys',
  staticData: { role: 'superadmin' },
  component: lazyRouteComponent(() => loaded(withTexts('apiKeys', import('./page.tsx'))), 'ApiKeysPage'),
});
