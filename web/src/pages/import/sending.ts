import { useCallback, useRef, useState } from 'react';
import { chunksOf, forEachConcurrently } from '../../data/chunks.ts';
import type { Outcome } from './rows.ts';

interface Sending {
  outcomes: ReadonlyMap<string, Outcome>;
  isSending: boolean;
  /** Sends the identifiers, one request per batch. A failure is an outcome, never an exception. False if stopped. */
  send: (ids: readonly string[]) => Promise<boolean>;
  /** Stops sending; current requests are finished. */
  stop: () => void;
  clear: () => void;
}

/** Sends many identifiers in batches and keeps the outcome of each. */
export function useSending(
  sendBatch: (ids: readonly string[]) => Promise<ReadonlyMap<string, Outcome>>,
  { perRequest, atOnce }: { perRequest: number; atOnce: number },
): Sending {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [isSending, setSending] = useState(false);
  const isStopped = useRef(false);
  const record = useCallback(
    (news: Iterable<readonly [string, Outcome]>) => setOutcomes((known) => new Map([...known, ...news])),
    [],
  );
  const send = async (ids: readonly string[]) => {
    isStopped.current = false;
    setSending(true);
    await forEachConcurrently(chunksOf(ids, perRequest), atOnce, async (batch) => {
      if (isStopped.current) return;
      record(batch.map((id) => [id, { state: 'sending' }]));
      try {
        record(await sendBatch(batch));
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        record(batch.map((id) => [id, { state: 'failed', text }]));
      }
    });
    setSending(false);
    return !isStopped.current;
  };
  const stop = () => {
    isStopped.current = true;
  };
  return { outcomes, isSending, send, stop, clear: () => setOutcomes(new Map()) };
}
