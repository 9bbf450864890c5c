import { remember } from '../../preferences.ts';
import type { ImportRow, Outcome } from './rows.ts';

/** An import of this tab. */
export interface KeptImport {
  rows: readonly ImportRow[] | undefined;
  outcomes: ReadonlyMap<string, Outcome>;
  isSending: boolean;
  run: number;
}

const imports = new Map<string, KeptImport>();
const stopped = new Set<string>();
const listeners = new Set<() => void>();
const storageKey = (name: string) => `registry.import.${name}`;

/** The import of this name: of a user and a kind. */
export function importOf(name: string): KeptImport {
  const known = imports.get(name) ?? restored(name);
  imports.set(name, known);
  return known;
}

/** Changes an import, also while no page shows it. */
export function changeImport(name: string, change: (now: KeptImport) => Partial<KeptImport>): void {
  const now = importOf(name);
  imports.set(name, { ...now, ...change(now) });
  for (const listener of listeners) listener();
}

/** Starts to send. Returns whether somebody has stopped it since. */
export function startSending(name: string): () => boolean {
  stopped.delete(name);
  changeImport(name, () => ({ isSending: true }));
  return () => stopped.has(name);
}

export const requestStop = (name: string): void => void stopped.add(name);

/** Calls `listener` after each change of any import, until the returned function is called. */
export function onImportChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// Not after each change: thousands of rows take a while. Without room, the result ends with the page.
addEventListener('pagehide', () => {
  for (const [name, { rows, outcomes, run }] of imports) {
    if (rows) remember(sessionStorage, storageKey(name), JSON.stringify({ rows, outcomes: [...outcomes], run }));
    else sessionStorage.removeItem(storageKey(name));
  }
});

function restored(name: string): KeptImport {
  const fresh = { rows: undefined, outcomes: new Map<string, Outcome>(), isSending: false, run: Date.now() };
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey(name)) ?? '');
    const outcomes = new Map<string, Outcome>(kept.outcomes);
    // A row that was being sent may have arrived; sending it again does no harm.
    for (const [id, { state }] of outcomes) if (state === 'sending') outcomes.delete(id);
    return { ...fresh, rows: kept.rows, outcomes, run: kept.run };
  } catch {
    return fresh;
  }
}
