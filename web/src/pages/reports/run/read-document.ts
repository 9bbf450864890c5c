import type { DocumentFormat } from '../../../../../src/formats/documents/document-formats.ts';
import { answerOf, api } from '../../../api/client.ts';

interface Reading {
  signal: AbortSignal;
  /** Is told how many outputs a job has written; the total is null until it is known. */
  onProgress: (done: number, total: number | null) => void;
}

const askAgainMs = 2_000;

/** A document of a run, in one piece. While a job makes it, it is asked for again. */
export async function readDocument(
  runId: string,
  format: DocumentFormat,
  { signal, onProgress }: Reading,
): Promise<Blob> {
  const get = api.GET as unknown as (path: string, call: object) => Promise<{ data?: Blob; response: Response }>;
  for (;;) {
    const call = get('/api/report-runs/{runId}/document', {
      params: { path: { runId }, query: { format } },
      parseAs: 'blob',
      signal,
    });
    const body = await answerOf<Blob>(call);
    const { response } = await call;
    if (response.status !== 202) return body;
    const { done = 0, total = null } = JSON.parse(await body.text());
    onProgress(done, total);
    await pause(askAgainMs, signal);
  }
}

/** Rejects when nobody waits any more. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
