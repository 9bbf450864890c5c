import { useSyncExternalStore } from 'react';
import { queryClient } from '../api/query-client.ts';
import { currentSession, renewSession } from './renewal.ts';
import { sessionQuery, signInUrl } from './session.ts';

/** On this channel a tab tells the others that somebody has signed in. */
const channelName = 'registry.session';

/** While the dialog is open: what the requests that wait for it are told. */
let answer: ((isSignedIn: boolean) => void) | undefined;
const listeners = new Set<() => void>();

function setAnswer(next: typeof answer): void {
  answer = next;
  for (const listener of listeners) listener();
}

/**
 * What to do when a request finds no session. In the middle of work, the page stays and a dialog asks to sign in in
 * another tab; all requests that wait for it are repeated then. Before anything is shown, the browser goes to sign in.
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
  // What was begun by one person is not finished by another.
  if (session.email !== before?.email) return location.assign('/');
  queryClient.setQueryData(sessionQuery.queryKey, session);
  finishSignIn(true);
};

/** Tells the other tabs that somebody has signed in here. */
export function tellSignedIn(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage('signed-in');
  channel.close();
}

/** Whether requests wait for somebody to sign in again. */
export function useIsSignInAwaited(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => answer !== undefined,
  );
}

/** Lets the requests go on, or fail if nobody has signed in. */
export function finishSignIn(isSignedIn: boolean): void {
  answer?.(isSignedIn);
  setAnswer(undefined);
}
