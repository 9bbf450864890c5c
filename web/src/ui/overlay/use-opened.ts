import { useEffect, useRef, useState } from 'react';

/**
 * The state of something that is open from the start. Its button is focused before, so that the focus returns there when
 * it is closed.
 */
export function useOpened() {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    button.current?.focus();
    setOpen(true);
  }, []);
  return { button, isOpen, setOpen };
}
