import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loaded } from '../../api/failures.ts';
import { rootRoute } from '../../shell/root-route.tsx';
import { importSearch } from './search.ts';

export const importRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/import',
  staticData: { role: 'workspace_member' },
  validateSearch: importSearch,
  component: lazyRouteComponent(() => loaded(import('./page.tsx')), 'ImportPage'),
});
