import { connection } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { sessionQuery } from './session.ts';

let signingIn: Promise<boolean> | undefined;

/** Handles ended sessions and changed permissions in the API client. */
export function watchSession(): void {
  connection.signInAgain = () => {
    signingIn ??= import('./sign-in-again.ts')
      .then(({ signInAgain }) => signInAgain())
      .finally(() => {
        signingIn = undefined;
      });
    return signingIn;
  };
  connection.refused = () => void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
}
