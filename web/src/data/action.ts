import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../text/text.ts';
import { useErrorToast, useToast } from '../ui/toasts.tsx';

/** The toast about a change that was made. */
export interface Told {
  text: string;
  /** The name of the record, unless the text or the action has it. */
  about?: string;
  /** Takes the change back. It resolves to false if others have changed the same since, so that nothing was done. */
  undo?: (() => Promise<unknown>) | undefined;
}

interface ActionOptions {
  /** The first keys of the queries that show what is changed. */
  refreshes: readonly string[];
  /** The name of the record. */
  about?: string;
  /** Whether the page shows `error` itself, and not a toast. */
  showsError?: boolean;
  /** Who has the permission, if not administrators of the workspace. */
  whoCan?: string;
  /** Whether what begins while another change is being made is ignored: keys are faster than answers. */
  oneAtATime?: boolean;
}

export interface Action {
  /**
   * Makes a change. `tell` is called when it is made, and returns what a toast says, if anything. Resolves to whether
   * it was made, and then once the queries are read again. So they are after an error: it may have been made.
   */
  run: <Output>(
    act: () => Promise<Output>,
    tell?: (output: Output) => Told | string | undefined | Promise<Told | string | undefined>,
  ) => Promise<boolean>;
  /** Whether a change or an undo is on its way. */
  isPending: boolean;
  /** The error of the last change, if the page shows it itself. */
  error: unknown;
  /** Forgets the error. */
  reset: () => void;
}

/**
 * Changes of data: what they say, their errors, their undo, and reading again what shows them. The undo works, and an
 * error is told, when the page is gone. Nothing of an answer is kept: it may be a secret.
 */
export function useAction({ refreshes, about, showsError, whoCan, oneAtATime }: ActionOptions): Action {
  const t = useText();
  const toast = useToast(about);
  const showError = useErrorToast();
  const client = useQueryClient();
  const [error, setError] = useState<unknown>();
  const [pending, setPending] = useState(0);
  // A ref, because keys read it before the next render.
  const running = useRef(0);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  const whilePending = async (act: () => Promise<boolean>): Promise<boolean> => {
    running.current += 1;
    setPending(running.current);
    const isDone = await act();
    const refreshed = readAgain(client, refreshes);
    // After a failure it may never end, and the change can be tried again.
    if (isDone) await refreshed;
    running.current -= 1;
    setPending(running.current);
    return isDone;
  };
  const takeBack = (undo: () => Promise<unknown>, said: Omit<Told, 'undo'>) =>
    whilePending(async () => {
      try {
        const isUndone = (await undo()) !== false;
        if (isUndone) toast({ ...said, text: t('action.undone', { what: said.text }) });
        else toast({ ...said, text: t('action.notUndone'), tone: 'bad' });
        return isUndone;
      } catch (problem) {
        showError(problem, whoCan);
        return false;
      }
    });
  const say = (told: Told | string | undefined) => {
    if (told === undefined) return;
    const { undo, ...said }: Told = typeof told === 'string' ? { text: told } : told;
    toast({ ...said, ...(undo && { undo: () => takeBack(undo, said) }) });
  };
  const run: Action['run'] = async (act, tell) => {
    if (oneAtATime && running.current > 0) return false;
    setError(undefined);
    return whilePending(async () => {
      try {
        const output = await act();
        say(await tell?.(output));
        return true;
      } catch (problem) {
        if (showsError && isShown.current) setError(problem);
        else showError(problem, whoCan);
        return false;
      }
    });
  };
  return { run, isPending: pending > 0, error, reset: () => setError(undefined) };
}

/** Reads queries again. Ends at the first failure: without a connection, all tries may last minutes. */
function readAgain(client: QueryClient, refreshes: readonly string[]): Promise<unknown> {
  const failure = Promise.withResolvers<void>();
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    const isFailed = event.type === 'updated' && event.action.type === 'failed';
    if (isFailed && refreshes.includes(String(event.query.queryKey[0]))) failure.resolve();
  });
  const read = Promise.all(refreshes.map((key) => client.invalidateQueries({ queryKey: [key] })));
  return Promise.race([read, failure.promise]).finally(unsubscribe);
}
