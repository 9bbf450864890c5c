import { type Dispatch, type SetStateAction, useLayoutEffect } from 'react';

const isText = ({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent) =>
  key.length === 1 && !(ctrlKey || metaKey || altKey || isComposing);

/** Keeps what is typed between the opening of the search box and its focus: its code may still be loading. */
export function useEarlyKeys(
  isWaiting: boolean,
  setTyped: Dispatch<SetStateAction<string>>,
  onEscape: () => void,
): void {
  // At once with what opens it.
  useLayoutEffect(() => {
    if (!isWaiting) return;
    const listener = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onEscape();
      else if (event.key === 'Backspace') setTyped((typed) => typed.slice(0, -1));
      else if (isText(event)) setTyped((typed) => typed + event.key);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', listener, true);
    return () => document.removeEventListener('keydown', listener, true);
  }, [isWaiting, setTyped, onEscape]);
}
