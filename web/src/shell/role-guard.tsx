import { useMatches, useRouter } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { connection } from '../api/client.ts';
import { loaded } from '../api/failures.ts';
import { includesRole, type Role, roleIn } from '../session/roles.ts';
import { type Session, useSession } from '../session/session.ts';
import { type NavigationEntry, type NavigationGroup, navigation, navigationGroups } from './navigation.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The lowest role that may open the page. If absent, all signed-in users may. */
    role?: Role;
  }
}

const NotAllowed = lazy(() => loaded(import('./not-allowed.tsx')));

/** The pages of the navigation that the user may open. */
export function useOpenPages(): readonly NavigationEntry[] {
  const { routesByPath } = useRouter();
  const { data } = useSession();
  return useMemo(() => {
    if (!data) return [];
    const role = roleIn(connection.workspaceId, data);
    return navigation.filter(({ to }) => includesRole(role, routesByPath[to].options.staticData?.role));
  }, [data, routesByPath]);
}

/** The groups of the navigation with the pages that the user may open. */
export function useOpenGroups(): readonly NavigationGroup[] {
  const pages = useOpenPages();
  return useMemo(
    () =>
      navigationGroups
        .map((group) => ({ ...group, entries: group.entries.filter((entry) => pages.includes(entry)) }))
        .filter(({ entries }) => entries.length > 0),
    [pages],
  );
}

/** The page, or a notice explaining who may open it, because its address may have come from somebody else. */
export function RoleGuard({ session, children }: { session: Session; children: ReactNode }) {
  const wanted = useMatches({ select: (matches) => matches.at(-1)?.staticData.role });
  const role = roleIn(connection.workspaceId, session);
  if (wanted === undefined || includesRole(role, wanted)) return children;
  return (
    <Suspense>
      <NotAllowed role={role} wanted={wanted} />
    </Suspense>
  );
}
