import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { loadAllLater } from '../ui/later.tsx';
import type { NavigationEntry } from './navigation.ts';
import { useOpenPages } from './role-guard.tsx';

/** Asks ahead what these pages ask first, until it is over. */
export type AskAhead = (client: QueryClient, pages: readonly NavigationEntry[], isOver: () => boolean) => Promise<void>;

/**
 * Once the browser is idle, loads the code of overlays and of the pages of the navigation, so that the first click is
 * fast and works without a connection, and asks ahead what those pages ask first. Not for people who save data; a failure
 * shows when the part is needed.
 */
export function useIdleLoading(): void {
  const router = useRouter();
  const client = useQueryClient();
  const pages = useOpenPages();
  useEffect(() => {
    const { connection } = navigator as { connection?: { saveData?: boolean } };
    if (pages.length === 0 || connection?.saveData) return;
    let isCancelled = false;
    const load = async () => {
      const { askAhead } = await router.options.context.ahead();
      void askAhead(client, pages, () => isCancelled);
      await loadAllLater();
      for (const { to } of pages) {
        if (isCancelled) return;
        await router.loadRouteChunk(router.routesByPath[to]);
      }
    };
    const stop = whenIdle(() => void load().catch(() => {}));
    return () => {
      isCancelled = true;
      stop();
    };
  }, [router, client, pages]);
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
