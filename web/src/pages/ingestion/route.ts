import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loaded } from '../../api/failures.ts';
import { rootRoute } from '../../shell/root-route.tsx';
import { withTexts } from '../../text/text.ts';
import { ingestionSearch, jobSearch } from './search.ts';

export const ingestionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/ingestion',
  staticData: { role: 'steward' },
  validateSearch: ingestionSearch,
  component: lazyRouteComponent(() => loaded(withTexts('ingestion', import('./page.tsx'))), 'IngestionPage'),
});

export const jobRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/ingestion/$jobId',
  staticData: { role: 'steward' },
  validateSearch: jobSearch,
  component: lazyRouteComponent(() => loaded(withTexts('ingestion', import('./job-page.tsx'))), 'JobPage'),
});
