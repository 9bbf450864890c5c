import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';

/**
 * A change of what queries with the given first key show. They are read again afterwards, even if it failed: it may have
 * been made. Its answer, which may be a secret, is forgotten when the page is left.
 * `onError` is called even then, which the undo of a toast needs.
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
    // Not waited for: what is read again may close the form, and its own callbacks would then not be called.
    onSettled: () => void client.invalidateQueries({ queryKey: [key] }),
  });
}
