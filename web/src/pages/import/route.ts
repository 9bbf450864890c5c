import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loaded } from '../../api/failures.ts';
import { rootRoute } from '../../shell/root-route.tsx';
import { withTexts } from '../../text/text.ts';
import { importSearch } from './search.ts';

export const importRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/import',
  staticData: { role: 'steward' },
  validateSearch: importSearch,
  component: lazyRouteComponent(() => loaded(withTexts('import', import('./page.tsx'))), 'ImportPage'),
});
