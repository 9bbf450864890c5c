import { useSyncExternalStore } from 'react';
import { chunksOf, forEachConcurrently } from '../../data/chunks.ts';
import { useSession } from '../../session/session.ts';
import { changeImport, importOf, onImportChange, requestStop, startSending } from './kept-import.ts';
import type { ImportKind, ImportRow, Outcome } from './rows.ts';

interface Sending<Row> {
  /** The rows that were read; undefined while there is only a form. */
  rows: readonly Row[] | undefined;
  outcomes: ReadonlyMap<string, Outcome>;
  isSending: boolean;
  /** A number that no other import of this tab has. */
  run: number;
  setRows: (rows: readonly Row[]) => void;
  /** Sends the identifiers, one request per batch. A failure is an outcome, never an exception. False if stopped. */
  send: (ids: readonly string[]) => Promise<boolean>;
  /** Stops sending; current requests are finished. */
  stop: () => void;
  clear: () => void;
}

/**
 * Sends many identifiers in batches and keeps the outcome of each, for this user and tab: it goes on when the page is
 * left, and its result is there after a reload.
 */
export function useSending<Row extends ImportRow>(
  kind: ImportKind,
  sendBatch: (ids: readonly string[], rows: readonly Row[]) => Promise<ReadonlyMap<string, Outcome>>,
  { perRequest, atOnce }: { perRequest: number; atOnce: number },
): Sending<Row> {
  const { data: session } = useSession();
  const name = `${session?.email ?? ''}.${kind}`;
  const { rows, ...state } = useSyncExternalStore(onImportChange, () => importOf(name));
  // The rows of a kind are always those that its page has read.
  const rowsOf = (of: string) => (importOf(of).rows ?? []) as readonly Row[];
  const record = (news: Iterable<readonly [string, Outcome]>) =>
    changeImport(name, ({ outcomes }) => ({ outcomes: new Map([...outcomes, ...news]) }));
  const send = async (ids: readonly string[]) => {
    const isStopped = startSending(name);
    await forEachConcurrently(chunksOf(ids, perRequest), atOnce, async (batch) => {
      if (isStopped()) return;
      record(batch.map((id) => [id, { state: 'sending' }]));
      try {
        record(await sendBatch(batch, rowsOf(name)));
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        record(batch.map((id) => [id, { state: 'failed', text }]));
      }
    });
    changeImport(name, () => ({ isSending: false }));
    return !isStopped();
  };
  return {
    ...state,
    rows: rows && rowsOf(name),
    setRows: (read) => changeImport(name, () => ({ rows: read })),
    send,
    stop: () => requestStop(name),
    clear: () => changeImport(name, () => ({ rows: undefined, outcomes: new Map(), run: Date.now() })),
  };
}
