import { keepPreviousData, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const triesAfterFirst = 2;

/** Whether asking again may help: the network failed, or the API was busy or failed. */
function mayPass(error: Error): boolean {
  return !(error instanceof ApiError) || error.status >= 500 || error.status === 429;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // While another page of a list is loaded, the old rows stay.
      placeholderData: keepPreviousData,
      staleTime: 5000,
      // Without a connection a request fails at once and is told of. Otherwise it would silently wait for one.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => failures < triesAfterFirst && mayPass(error),
    },
    // A change is repeated by the person who made it: the first try may have been made.
    mutations: { retry: false, networkMode: 'always' },
  },
});
