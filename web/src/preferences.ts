import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';

export interface Preferences {
  theme: Theme;
  /** Whether single keys start actions. */
  shortcuts: boolean;
  workspaceId: string | undefined;
  /** The columns that are not shown, by the name of the list. */
  hiddenColumns: Readonly<Record<string, readonly string[]>>;
  /** Searches with a name, by the name of the list. What is in them is checked like an address. */
  views: Readonly<Record<string, readonly SavedView[]>>;
}

export interface SavedView {
  name: string;
  search: Readonly<Record<string, unknown>>;
}

const storageKey = 'registry.preferences';
const listeners = new Set<() => void>();

/** What this browser remembers of a person's choices. Read it in components with `usePreferences`. */
export let preferences: Preferences = read();

/** Changes what is given. False if only this tab knows of it, until it is closed. */
export function changePreferences(change: Partial<Preferences>): boolean {
  preferences = { ...preferences, ...change };
  tell();
  return remember(localStorage, storageKey, JSON.stringify(preferences));
}

// What another tab has changed would otherwise be overwritten by the next change here.
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

/** Puts the chosen theme on the document; `system` leaves it to the browser. */
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

/** Remembers a text in this browser, or in this tab. False if there is no room: whoever goes on must not depend on it. */
export function remember(storage: Storage, key: string, text: string): boolean {
  try {
    storage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
