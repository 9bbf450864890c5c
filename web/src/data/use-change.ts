import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';

/**
 * A change to data that queries with the given first key show. They are refetched afterwards, even after an error,
 * because the change may have been made. The response, which may be a secret, is forgotten when the page is left.
 */
export function useChange<Input, Output>(
  key: string,
  change: (input: Input) => Promise<Output>,
  onError?: (error: Error) => void,
): UseMutationResult<Output, Error, Input> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    ...(onError && { onError: (error: Error) => onError(error) }),
    gcTime: 0,
    // Not awaited: the refetch may close the form, and then its own callbacks would not be called.
    onSettled: () => void client.invalidateQueries({ queryKey: [key] }),
  });
}
