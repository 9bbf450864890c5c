import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { loadAllLater } from '../ui/later.tsx';
import { useOpenPages } from './role-guard.tsx';

/**
 * Loads the code of overlays and of the pages of the navigation once the browser is idle, so that the first click is
 * fast, and works without a connection. Not for people who save data; a failure shows when the part is needed.
 */
export function useIdleLoading(): void {
  const router = useRouter();
  const pages = useOpenPages();
  useEffect(() => {
    const { connection } = navigator as { connection?: { saveData?: boolean } };
    if (pages.length === 0 || connection?.saveData) return;
    let isCancelled = false;
    const loadPages = async () => {
      await loadAllLater();
      for (const { to } of pages) {
        if (isCancelled) return;
        await router.loadRouteChunk(router.routesByPath[to]);
      }
    };
    const stop = whenIdle(() => void loadPages().catch(() => {}));
    return () => {
      isCancelled = true;
      stop();
    };
  }, [router, pages]);
}

/** Runs a task when the browser is idle. Returns how to stop it. */
function whenIdle(task: () => void): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(task, 2000);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(task);
  return () => cancelIdleCallback(handle);
}
