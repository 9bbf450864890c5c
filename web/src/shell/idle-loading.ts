import { type FetchQueryOptions, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { loadAllLater } from '../ui/later.tsx';
import { type AheadQuery, useOpenPages } from './role-guard.tsx';

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
    const routes = pages.map(({ to }) => router.routesByPath[to]);
    const loadPages = async () => {
      await loadAllLater();
      for (const route of routes) {
        if (isCancelled) return;
        await router.loadRouteChunk(route);
      }
    };
    const askPages = async () => {
      await untilNothingIsAsked(client);
      if (isCancelled || wasAskedLately()) return;
      const queries = await Promise.all(routes.map((route) => route.options.staticData?.ahead?.() ?? []));
      await askAhead(client, queries.flat(), () => isCancelled);
    };
    const stop = whenIdle(() => {
      void loadPages().catch(() => {});
      void askPages().catch(() => {});
    });
    return () => {
      isCancelled = true;
      stop();
    };
  }, [router, client, pages]);
}

/** Functions of the API that nobody has called for some minutes have to start: this is how long they are kept at least. */
const keptMs = 5 * 60_000;
const askedAtKey = 'registry.askedAheadAt';

/** Whether another page load has asked ahead lately, in any tab; if not, this one counts as that. */
function wasAskedLately(): boolean {
  try {
    const now = Date.now();
    if (now - Number(localStorage.getItem(askedAtKey)) < keptMs) return true;
    localStorage.setItem(askedAtKey, String(now));
    return false;
  } catch {
    // Without storage, each page load would ask.
    return true;
  }
}

const atOnce = 3;

/** Few at once, because each request at once starts functions of its own. */
async function askAhead(client: QueryClient, queries: readonly AheadQuery[], isOver: () => boolean): Promise<void> {
  const left = [...queries];
  const askNext = async () => {
    for (let next = left.shift(); next && !isOver(); next = left.shift())
      await client.prefetchQuery({ ...(next as FetchQueryOptions), retry: false });
  };
  await Promise.all(Array.from({ length: atOnce }, askNext));
}

const checkMs = 100;

/** Resolves when the page that is shown has all that it has asked for. */
async function untilNothingIsAsked(client: QueryClient): Promise<void> {
  while (client.isFetching() > 0) await new Promise((resolve) => setTimeout(resolve, checkMs));
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
