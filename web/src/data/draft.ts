import { useCallback, useRef, useState } from 'react';
import { remember } from '../preferences.ts';
import { useSession } from '../session/session.ts';

/** Changes the draft; an empty object discards it. */
export type ChangeDraft<Draft extends object> = (change: (now: Partial<Draft>) => Partial<Draft>) => void;

/**
 * Unsaved input of this user, by name. It stays in this tab until it is saved or discarded: after a reload, after
 * leaving the page, and after the session ends. It can also be changed after the page is left. Without a name, it ends
 * with its form.
 */
export function useDraft<Draft extends object>(name: string | undefined): [Partial<Draft>, ChangeDraft<Draft>] {
  const { data: session } = useSession({ isNeeded: name !== undefined });
  const storageKey = name === undefined ? undefined : `registry.drafts.${session?.email ?? ''}.${name}`;
  const [draft, setDraft] = useState(() => (storageKey === undefined ? {} : read<Draft>(storageKey)));
  const latest = useRef(draft);
  const change = useCallback<ChangeDraft<Draft>>(
    (make) => {
      latest.current = make(latest.current);
      setDraft(latest.current);
      if (storageKey === undefined) return;
      if (Object.keys(latest.current).length === 0) sessionStorage.removeItem(storageKey);
      else remember(sessionStorage, storageKey, JSON.stringify(latest.current));
    },
    [storageKey],
  );
  return [draft, change];
}

/** Whether there is unsaved input of this name. */
export function useHasDraft(name: string): boolean {
  const { data: session } = useSession();
  return sessionStorage.getItem(`registry.drafts.${session?.email ?? ''}.${name}`) !== null;
}

function read<Draft extends object>(storageKey: string): Partial<Draft> {
  try {
    return Object(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')) as Partial<Draft>;
  } catch {
    return {};
  }
}
