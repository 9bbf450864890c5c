import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loaded } from '../../api/failures.ts';
import { rootRoute } from '../../shell/root-route.tsx';
import { withTexts } from '../../text/text.ts';
import { importSearch, intakeSearch } from './search.ts';

export const importRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/import',
  staticData: { role: 'steward' },
  validateSearch: importSearch,
  component: lazyRouteComponent(() => loaded(withTexts('import', import('./page.tsx'))), 'ImportPage'),
});

export const intakesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/intakes',
  staticData: { role: 'workspace_member' },
  component: lazyRouteComponent(() => loaded(withTexts('import', import('./intakes/list-page.tsx'))), 'IntakesPage'),
});

export const intakeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/intakes/$id',
  staticData: { role: 'workspace_member' },
  validateSearch: intakeSearch,
  component: lazyRouteComponent(() => loaded(withTexts('import', import('./intakes/intake-page.tsx'))), 'IntakePage'),
});
