import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loaded } from '../../api/failures.ts';
import { rootRoute } from '../../shell/root-route.tsx';
import { withTexts } from '../../text/text.ts';

export const membersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/members',
  staticData: { role: 'workspace_admin' },
  component: lazyRouteComponent(() => loaded(withTexts('members', import('./page.tsx'))), 'MembersPage'),
});
