import { useEffect, useRef, useState } from 'react';

/**
 * The state of something that is initially open. Its button is focused first, so that the focus returns there on
 * closing.
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
