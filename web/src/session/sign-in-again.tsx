import { useSyncExternalStore } from 'react';
import { connection } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { useText } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { currentSession, renewSession } from './renewal.ts';
import { sessionQuery, signInUrl } from './session.ts';

/** On this channel a tab tells the others that somebody has signed in. */
const channelName = 'registry.session';
export const signedInPath = '/signed-in';

/** While the dialog is open: what the requests that wait for it are told. */
let answer: ((isSignedIn: boolean) => void) | undefined;
let waiting: Promise<boolean> | undefined;
const listeners = new Set<() => void>();

function setAnswer(next: typeof answer): void {
  answer = next;
  for (const listener of listeners) listener();
}

function conclude(isSignedIn: boolean): void {
  answer?.(isSignedIn);
  setAnswer(undefined);
}

/**
 * What to do when a request finds no session. In the middle of work, the page stays and a dialog asks to sign in in
 * another tab; all requests that wait for it are repeated then. Before anything is shown, the browser goes to sign in.
 */
async function signInAgain(): Promise<boolean> {
  const before = queryClient.getQueryData(sessionQuery.queryKey);
  if (await renewSession()) return true;
  if (!before) {
    location.assign(signInUrl(`${location.pathname}${location.search}${location.hash}`));
    return new Promise(() => {});
  }
  return new Promise((resolve) => setAnswer(resolve));
}

/** Prepares the client of the API and this tab for sessions that end, and for rights that change. */
export function watchSession(): void {
  connection.signInAgain = () => {
    waiting ??= signInAgain().finally(() => {
      waiting = undefined;
    });
    return waiting;
  };
  connection.refused = () => void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  new BroadcastChannel(channelName).onmessage = async () => {
    if (!answer) return;
    const before = queryClient.getQueryData(sessionQuery.queryKey);
    const session = await currentSession();
    if (!session) return;
    // What was begun by one person is not finished by another.
    if (session.email !== before?.email) return location.assign('/');
    queryClient.setQueryData(sessionQuery.queryKey, session);
    conclude(true);
  };
}

/** Tells the other tabs that somebody has signed in here. */
export function tellSignedIn(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage('signed-in');
  channel.close();
}

/** Asks to sign in again, without leaving the page. */
export function SignInAgainDialog() {
  const t = useText();
  const isOpen = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => answer !== undefined,
  );
  if (!isOpen) return null;
  return (
    <Dialog title={t('session.ended')} onClose={() => conclude(false)}>
      <p>{t('session.endedText')}</p>
      <div className="page-actions">
        <Button kind="primary" autoFocus onClick={openSignIn}>
          {t('session.signInAgain')}
        </Button>
      </div>
    </Dialog>
  );
}

function openSignIn(): void {
  const tab = window.open(signInUrl(signedInPath), '_blank');
  // The identity provider must not reach this page.
  if (tab) tab.opener = null;
}
