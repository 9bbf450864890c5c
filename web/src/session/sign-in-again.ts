import { useSyncExternalStore } from 'react';
import { queryClient } from '../api/query-client.ts';
import { currentSession, renewSession } from './renewal.ts';
import { sessionQuery, signInUrl } from './session.ts';

/** The channel on which a tab tells the others about a sign-in. */
const channelName = 'registry.session';

/** Resolves the requests that wait while the dialog is open. */
let answer: ((isSignedIn: boolean) => void) | undefined;
const listeners = new Set<() => void>();

function setAnswer(next: typeof answer): void {
  answer = next;
  for (const listener of listeners) listener();
}

/**
 * Handles a request without a session. If a page is open, it stays, a dialog asks the user to sign in in another tab,
 * and all waiting requests are then repeated. Otherwise the browser goes to the sign-in page.
 */
export async function signInAgain(): Promise<boolean> {
  const before = queryClient.getQueryData(sessionQuery.queryKey);
  if (await renewSession()) return true;
  if (!before) {
    location.assign(signInUrl(`${location.pathname}${location.search}${location.hash}`));
    return new Promise(() => {});
  }
  return new Promise((resolve) => setAnswer(resolve));
}

new BroadcastChannel(channelName).onmessage = async () => {
  if (!answer) return;
  const before = queryClient.getQueryData(sessionQuery.queryKey);
  const session = await currentSession();
  if (!session) return;
  // Another user must not continue this user's work.
  if (session.email !== before?.email) return location.assign('/');
  queryClient.setQueryData(sessionQuery.queryKey, session);
  finishSignIn(true);
};

/** Tells the other tabs about a sign-in in this one. */
export function tellSignedIn(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage('signed-in');
  channel.close();
}

/** Whether requests wait for the user to sign in again. */
export function useIsSignInAwaited(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => answer !== undefined,
  );
}

/** Repeats the waiting requests, or fails them if the user did not sign in. */
export function finishSignIn(isSignedIn: boolean): void {
  answer?.(isSignedIn);
  setAnswer(undefined);
}
