import { useEffect } from 'react';
import { preferences } from '../preferences.ts';

/** Actions by the key that starts them, such as `j`, `Delete` or `?`. */
export type Shortcuts = Readonly<Record<string, () => void>>;

/**
 * Listens to single keys, as long as the component is shown. Keys with Ctrl, Alt or Meta and keys typed into a field, a
 * dialog or a menu are left alone; so is everything when shortcuts are switched off (WCAG 2.1.4).
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || !preferences.shortcuts) return;
      const target = event.target as HTMLElement;
      if (target.closest('input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu]'))
        return;
      const action = shortcuts[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [shortcuts]);
}
