import { useLayoutEffect } from 'react';
import { preferences } from '../preferences.ts';

/** Actions by key, such as `j`, `Delete` or `?`. */
export type Shortcuts = Readonly<Record<string, () => void>>;

/**
 * Handles single keys while the component is shown. Ignores keys with Ctrl, Alt or Meta, keys in fields, dialogs and
 * menus, and all keys if shortcuts are disabled (WCAG 2.1.4).
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  // At once with what is shown: a key must not act on what was shown before.
  useLayoutEffect(() => {
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
