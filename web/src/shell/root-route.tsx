import { createRootRoute, type ErrorComponentProps, Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { signedInPath } from '../session/session.ts';
import { ErrorNotice } from '../ui/notice.tsx';
import { Frame } from './frame.tsx';

/** The parent of all pages: the frame around them, and what is shown for a wrong address or a page that fails. */
export const rootRoute = createRootRoute({ component: Root, notFoundComponent: NotFound, errorComponent: PageError });

/** Pages for people who are not signed in: they have no frame. */
const openPaths: readonly string[] = ['/sign-in', '/reset-password', signedInPath];

function Root() {
  const { pathname } = useLocation();
  if (!openPaths.includes(pathname)) return <Frame />;
  return (
    <main id="content" className="open-page">
      <Outlet />
    </main>
  );
}

const NotFoundPage = lazy(() => import('./not-found.tsx'));

function NotFound() {
  return (
    <Suspense>
      <NotFoundPage />
    </Suspense>
  );
}

/** Only a new start helps: browsers do not ask again for a script that they could not load. */
export function PageError({ error }: ErrorComponentProps) {
  return <ErrorNotice error={error} onRetry={() => location.reload()} />;
}
