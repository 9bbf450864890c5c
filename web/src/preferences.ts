import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';

export interface Preferences {
  theme: Theme;
  /** Whether single keys trigger actions. */
  shortcuts: boolean;
  workspaceId: string | undefined;
  /** The hidden columns, by the name of the list. */
  hiddenColumns: Readonly<Record<string, readonly string[]>>;
  /** Named searches, by the name of the list, that earlier releases kept here. They move to the registry. */
  views: Readonly<Record<string, readonly SavedView[]>>;
}

export interface SavedView {
  name: string;
  search: Readonly<Record<string, unknown>>;
}

const storageKey = 'registry.preferences';
const listeners = new Set<() => void>();

/** The user's preferences in this browser. Use `usePreferences` in components. */
export let preferences: Preferences = read();

/** Changes the given preferences. False if they last only until this tab is closed. */
export function changePreferences(change: Partial<Preferences>): boolean {
  preferences = { ...preferences, ...change };
  tell();
  return remember(localStorage, storageKey, JSON.stringify(preferences));
}

// Otherwise the next change here would overwrite that of another tab.
addEventListener('storage', ({ key }) => {
  if (key !== storageKey) return;
  preferences = read();
  tell();
});

function tell(): void {
  applyTheme();
  for (const listener of listeners) listener();
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, () => preferences);
}

/** Applies the chosen theme to the document; `system` leaves it to the browser. */
export function applyTheme(): void {
  const { theme } = preferences;
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): Preferences {
  const standard: Preferences = {
    theme: 'system',
    shortcuts: true,
    workspaceId: undefined,
    hiddenColumns: {},
    views: {},
  };
  try {
    return { ...standard, ...JSON.parse(localStorage.getItem(storageKey) ?? '{}') };
  } catch {
    return standard;
  }
}

/** Stores a text. False if there is no room: callers must work without it. */
export function remember(storage: Storage, key: string, text: string): boolean {
  try {
    storage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
