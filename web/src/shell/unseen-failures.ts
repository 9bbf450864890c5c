import type { Mutation, MutationObserver } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryClient } from '../api/query-client.ts';
import { useErrorToast } from '../ui/toasts.tsx';

/** Reports failed changes whose page or dialog, and so the place of the error, is gone. */
export function useUnseenFailures(): void {
  const showError = useErrorToast();
  useEffect(() => {
    const seenBy = new WeakMap<Mutation<never, never, never, never>, MutationObserver<never, never, never, never>>();
    return queryClient.getMutationCache().subscribe((event) => {
      if (event.type === 'observerAdded') seenBy.set(event.mutation as never, event.observer as never);
      else if (event.type === 'observerRemoved') seenBy.delete(event.mutation as never);
      else if (event.type === 'updated' && event.action.type === 'error') {
        const isSeen = seenBy.get(event.mutation as never)?.hasListeners() || event.mutation.options.onError;
        if (!isSeen) showError(event.action.error);
      }
    });
  }, [showError]);
}
