import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../api/client.ts';

/** The session; suspended pages are shown only when there is one, so pages may take it for granted. */
export function useSession() {
  return useQuery({
    queryKey: ['session'],
    queryFn: () => answerOf(api.GET('/me')),
    staleTime: 60_000,
    retry: false,
  });
}
