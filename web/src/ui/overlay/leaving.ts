import { createContext, type RefObject, useContext, useEffect, useLayoutEffect, useRef } from 'react';

/** Is told that a panel, or the part of it that is open, is left, and whether with Escape. */
type Leaving = (isEscaped: boolean) => void;

/** The function that the open part of a panel calls when it is left. */
export const LeavingContext = createContext<RefObject<Leaving | undefined>>({ current: undefined });

/** Lets a part of a panel act when it is left. */
export function useLeaving(act: Leaving): void {
  const leaving = useContext(LeavingContext);
  useLayoutEffect(() => {
    leaving.current = act;
    return () => {
      leaving.current = undefined;
    };
  }, [leaving, act]);
}

/** Returns what leaves the open part of a panel, because another part is opened. */
export function useLeave(): () => void {
  const leaving = useContext(LeavingContext);
  return () => leaving.current?.(false);
}

/** Whether the last thing that somebody did was to press Escape, while a panel is open. */
export function useEscaped(isOpen: boolean): RefObject<boolean> {
  const isEscaped = useRef(false);
  useEffect(() => {
    if (!isOpen) return undefined;
    const listener = (event: Event) => {
      isEscaped.current = event instanceof KeyboardEvent && event.key === 'Escape';
    };
    const events = ['keydown', 'pointerdown'] as const;
    for (const name of events) document.addEventListener(name, listener, true);
    return () => {
      for (const name of events) document.removeEventListener(name, listener, true);
      isEscaped.current = false;
    };
  }, [isOpen]);
  return isEscaped;
}
