import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';

/**
 * A change of what queries with the given first key show. They are read again afterwards, even if it failed: it may have
 * been made. Its answer, which may be a secret, is forgotten when the page is left.
 */
export function useChange<Input, Output>(
  key: string,
  change: (input: Input) => Promise<Output>,
): UseMutationResult<Output, Error, Input> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    gcTime: 0,
    onSettled: () => client.invalidateQueries({ queryKey: [key] }),
  });
}
