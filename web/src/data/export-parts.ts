import { answerOf, api } from '../api/client.ts';
import { chunksOf } from './chunks.ts';

/** Reports the progress of long work, and ends it. */
export interface Running {
  signal: AbortSignal;
  /** Is told how many there are so far. */
  onProgress: (done: number) => void;
}

const idsPerExport = 500;

type PublicationFormat = 'bibtex' | 'ris' | 'csl-json' | 'csv' | 'csv-edit';

/** The parts of an export of some publications. */
export const publicationParts = (ids: readonly string[], format: PublicationFormat, running: Running) =>
  partsOfChunks(ids, running, (chunk, offset) =>
    api.POST('/api/publications/export', {
      params: { query: { format, offset } },
      body: { ids: chunk },
      parseAs: 'text',
      signal: running.signal,
    }),
  );

type Ask = (offset: number) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

/** The parts of what is asked for in chunks of ids. */
async function partsOfChunks(
  ids: readonly string[],
  { onProgress }: Running,
  ask: (chunk: string[], ...rest: Parameters<Ask>) => ReturnType<Ask>,
): Promise<string[]> {
  const parts: string[] = [];
  for (const [index, chunk] of chunksOf(ids, idsPerExport).entries()) {
    const before = index * idsPerExport;
    parts.push(
      ...(await partsOf(
        (offset) => ask(chunk, offset),
        (done) => onProgress(before + done),
      )),
    );
    onProgress(before + chunk.length);
  }
  return parts;
}

/** The parts of an export, each of which says whether there is a next one. */
export async function partsOf(ask: Ask, onProgress: (done: number) => void): Promise<string[]> {
  const parts: string[] = [];
  let isTruncated = true;
  for (let offset = 0; isTruncated; ) {
    const call = ask(offset);
    parts.push((await answerOf<unknown>(call)) as string);
    const { response } = await call;
    isTruncated = response.headers.get('X-Export-Truncated') === 'true';
    const next = /[?&]offset=(\d+)/.exec(response.headers.get('Link') ?? '')?.[1];
    if (isTruncated && (next === undefined || Number(next) <= offset)) throw new Error('The export has no next part');
    offset = Number(next);
    if (isTruncated) onProgress(offset);
  }
  return parts;
}
