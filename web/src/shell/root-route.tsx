import { createRootRouteWithContext, type ErrorComponentProps, Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { LoadError, loaded, reload } from '../api/failures.ts';
import { signedInPath } from '../session/session.ts';
import { useText } from '../text/text.ts';
import { ErrorNotice } from '../ui/notice.tsx';
import { Frame } from './frame.tsx';
import type { AskAhead } from './idle-loading.ts';

interface PageContext {
  /** Loads how to ask ahead what pages ask first. */
  ahead: () => Promise<{ askAhead: AskAhead }>;
}

/** The parent of all pages: their frame, and the pages for wrong addresses and errors. */
export const rootRoute = createRootRouteWithContext<PageContext>()({
  component: Root,
  notFoundComponent: NotFound,
  errorComponent: PageError,
});

/** Pages without a frame, for people who are not signed in. */
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

const NotFoundPage = lazy(() => loaded(import('./not-found.tsx')));

function NotFound() {
  return (
    <Suspense>
      <NotFoundPage />
    </Suspense>
  );
}

/**
 * In place of a page that failed or whose code did not load. Only a reload helps: browsers do not request a failed script
 * again, and after a deployment a reload loads newer pages. Unsaved input is kept. Offline, the other pages stay.
 */
export function PageError({ error }: ErrorComponentProps) {
  const t = useText();
  const [isOffline, setOffline] = useState(false);
  const retry = async () => setOffline(!(await reload()));
  return (
    <>
      {(navigator.onLine || !(error instanceof LoadError)) && <p>{t('notice.old')}</p>}
      <ErrorNotice error={error} onRetry={retry} />
      {isOffline && <p role="status">{t('notice.stillOffline')}</p>}
    </>
  );
}
