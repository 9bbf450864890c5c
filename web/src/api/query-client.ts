import { keepPreviousData, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { ConnectionError } from './failures.ts';

const triesAfterFirst = 2;

/** Whether a retry may help: the network failed, or the API was busy or failed. */
function mayPass(error: Error): boolean {
  return (
    error instanceof ConnectionError || (error instanceof ApiError && (error.status >= 500 || error.status === 429))
  );
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Keep the old rows while another page of a list loads.
      placeholderData: keepPreviousData,
      staleTime: 5000,
      // Offline requests fail immediately and are reported, instead of waiting silently for a connection.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => failures < triesAfterFirst && mayPass(error),
    },
    // Failed changes are not retried automatically: the first attempt may have succeeded.
    mutations: { retry: false, networkMode: 'always' },
  },
});
