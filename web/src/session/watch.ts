import { connection } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { sessionQuery } from './session.ts';

let signingIn: Promise<boolean> | undefined;

/** Prepares the client of the API for sessions that end, and for rights that change. */
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
