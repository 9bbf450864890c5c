import type { DocumentFormat } from '../../../../../src/formats/documents/document-formats.ts';
import { ApiError } from '../../../api/api-error.ts';
import { answerOf, api } from '../../../api/client.ts';

interface Reading {
  signal: AbortSignal;
  /** Is told how many outputs a job has written, of how many. */
  onProgress: (done: number, total: number) => void;
}

const askAgainMs = 3_000;

/**
 * A document of a run. The API makes a small one at once, and leaves a large one to a job, after which it comes in parts. One
 * that is kept no longer, or could not be made, is made again once.
 */
export async function readDocument(
  runId: string,
  format: DocumentFormat,
  { signal, onProgress }: Reading,
): Promise<Blob> {
  const parts: Blob[] = [];
  for (let mayMakeAgain = true; ; ) {
    const query = { format, ...(parts.length > 0 && { part: parts.length + 1 }) };
    const call = api.GET('/api/report-runs/{runId}/document', {
      params: { path: { runId }, query },
      parseAs: 'blob',
      signal,
    });
    try {
      const body = (await answerOf<unknown>(call)) as Blob;
      const { response } = await call;
      if (response.status === 202) {
        const { done, total } = JSON.parse(await body.text());
        onProgress(done, total);
        await pause(askAgainMs, signal);
        continue;
      }
      parts.push(body);
      if (response.headers.get('X-Export-Truncated') !== 'true') return new Blob(parts);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 410 && mayMakeAgain)) throw error;
      mayMakeAgain = false;
      parts.length = 0;
      await answerOf(
        api.POST('/api/report-runs/{runId}/document', { params: { path: { runId } }, body: { format }, signal }),
      );
    }
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
