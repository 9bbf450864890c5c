import { useCallback, useRef, useState } from 'react';
import { remember } from '../preferences.ts';
import { useSession } from '../session/session.ts';

/** Changes what is typed; an empty object forgets it. */
export type ChangeDraft<Draft extends object> = (change: (now: Partial<Draft>) => Partial<Draft>) => void;

/**
 * What this person has typed and not saved, by a name. This tab remembers it until it is saved or discarded: after a
 * reload, when the page is left, and when the session ends. It can also be changed when the page is gone.
 */
export function useDraft<Draft extends object>(name: string): [Partial<Draft>, ChangeDraft<Draft>] {
  const { data: session } = useSession();
  const storageKey = `registry.drafts.${session?.email ?? ''}.${name}`;
  const [draft, setDraft] = useState(() => read<Draft>(storageKey));
  const latest = useRef(draft);
  const change = useCallback<ChangeDraft<Draft>>(
    (make) => {
      latest.current = make(latest.current);
      setDraft(latest.current);
      if (Object.keys(latest.current).length === 0) sessionStorage.removeItem(storageKey);
      else remember(sessionStorage, storageKey, JSON.stringify(latest.current));
    },
    [storageKey],
  );
  return [draft, change];
}

function read<Draft extends object>(storageKey: string): Partial<Draft> {
  try {
    return Object(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')) as Partial<Draft>;
  } catch {
    return {};
  }
}
