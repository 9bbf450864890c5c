import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loaded } from '../../api/failures.ts';
import { rootRoute } from '../../shell/root-route.tsx';
import { withTexts } from '../../text/text.ts';
import { newReportSearch, runSearch } from './search.ts';

export const reportsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reports',
  staticData: { role: 'steward' },
  component: lazyRouteComponent(() => loaded(withTexts('reports', import('./page.tsx'))), 'ReportsPage'),
});

/** Ids of reports are longer. */
export const newReportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reports/new',
  staticData: { role: 'steward' },
  validateSearch: newReportSearch,
  component: lazyRouteComponent(() => loaded(withTexts('reports', import('./new-report-page.tsx'))), 'NewReportPage'),
});

export const reportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reports/$id',
  staticData: { role: 'steward' },
  component: lazyRouteComponent(() => loaded(withTexts('reports', import('./report-page.tsx'))), 'ReportPage'),
});

export const reportRunRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reports/$id/runs/$runId',
  staticData: { role: 'steward' },
  validateSearch: runSearch,
  component: lazyRouteComponent(() => loaded(withTexts('reports', import('./run/page.tsx'))), 'RunPage'),
});
