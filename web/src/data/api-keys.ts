import { queryOptions, useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../api/client.ts';
import { useHasRole } from '../session/session.ts';

/** The first key of all queries of API keys. */
export const apiKeysKey = 'api-keys';

export const apiKeyList = queryOptions({
  queryKey: [apiKeysKey],
  queryFn: ({ signal }) => answerOf(api.GET('/api/site-tools/api-keys', { signal })),
});

/** Returns the name of the client of a key by the key's hash; undefined if there is none, or the user may not see keys. */
export function useKeyName(): (hash: string) => string | undefined {
  const mayRead = useHasRole('superadmin');
  const { data } = useQuery({ ...apiKeyList, enabled: mayRead, staleTime: 60_000 });
  return (hash) => data?.keys.find(({ key_hash }) => key_hash === hash)?.client_name;
}
