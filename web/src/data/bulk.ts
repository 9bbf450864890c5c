import { ApiError } from '../api/api-error.ts';
import { answerOf, api, type Schema } from '../api/client.ts';
import { chunksOf, forEachConcurrently } from './chunks.ts';
import { revertEdit } from './publication.ts';
import { whenDone } from './when-done.ts';

/** The outcome of a bulk change for one publication. `message` says why it failed. */
export interface BulkOutcome {
  id: string;
  outcome: 'changed' | 'unchanged' | 'failed';
  message?: string;
  /** Whether this request certainly changed it, so that an undo reverts nobody else's change. */
  canUndo: boolean;
  /** The id of the edit, if one was made. */
  edit?: string;
}

export type OnProgress = (done: number) => void;

const idsPerRequest = 100;
const requestsAtOnce = 3;

/** Deletes or restores publications. */
export function deleteOrRestore(
  ids: readonly string[],
  action: 'delete' | 'restore',
  onProgress?: OnProgress,
  signal?: AbortSignal,
) {
  return inChunks(ids, onProgress, signal, (chunk) => requestDeletion(chunk, action));
}

/** Deletes or restores as many publications as one request allows. Throws what the request throws. */
export async function requestDeletion(ids: readonly string[], action: 'delete' | 'restore'): Promise<BulkOutcome[]> {
  const body = { ids: [...ids], action };
  const { changed_ids, not_found } = await answerOf(api.POST('/api/publications/bulk', { body }));
  const [changed, missing] = [new Set(changed_ids), new Set(not_found)];
  return ids.map((id) =>
    missing.has(id)
      ? { id, outcome: 'failed', message: 'not_found', canUndo: false }
      : // Somebody else may have changed some first; an undo leaves those unchanged.
        { id, outcome: changed.has(id) ? 'changed' : 'unchanged', canUndo: changed.has(id) },
  );
}

/** Applies one JSON Patch to publications. */
export function editPublications(
  ids: readonly string[],
  patch: Schema<'JsonPatch'>,
  onProgress?: OnProgress,
  signal?: AbortSignal,
) {
  return inChunks(ids, onProgress, signal, async (chunk, onChunkProgress) => {
    const body = { ids: chunk, patch };
    const { results, bulk_edit_id: id } = await answerOf(api.POST('/api/publications/bulk-edit', { body }));
    const all = id === undefined ? results : await whenDone(results, () => reportOf(id), onChunkProgress);
    return all.map(({ id, outcome, message, edit_id }) => ({
      id,
      outcome: outcome === 'edited' ? 'changed' : outcome === 'unchanged' ? 'unchanged' : 'failed',
      canUndo: outcome === 'edited',
      message: message ?? outcome,
      ...(edit_id !== undefined && { edit: edit_id }),
    }));
  });
}

const reportOf = (id: string) => answerOf(api.GET('/api/bulk-edits/{id}', { params: { path: { id } } }));

/** Reverts one edit of each publication by its id. Skips an edit whose field was edited again. */
export async function revertEdits(
  edits: ReadonlyMap<string, string>,
  onProgress?: OnProgress,
  signal?: AbortSignal,
): Promise<BulkOutcome[]> {
  const outcomes: BulkOutcome[] = [];
  await forEachConcurrently([...edits], requestsAtOnce, async ([id, edit]) => {
    if (signal?.aborted) return;
    outcomes.push(await outcomeOf(id, () => revertEdit(id, edit)));
    onProgress?.(outcomes.length);
  });
  return outcomes;
}

async function outcomeOf(id: string, act: () => Promise<unknown>): Promise<BulkOutcome> {
  try {
    await act();
    return { id, outcome: 'changed', canUndo: false };
  } catch (error) {
    return { id, outcome: 'failed', canUndo: false, message: reasonOf(error as Error) };
  }
}

/** Why an edit could not be reverted. */
function reasonOf(error: Error): string {
  if (!(error instanceof ApiError)) return error.message;
  if (error.code === 'not_found') return 'not_found';
  // The request itself is valid, so the publication must be deleted.
  if (error.code === 'invalid_body') return 'deleted';
  return error.code === 'conflict' && error.details.fields ? 'edited_again' : error.message;
}

/** Reports a failed chunk row by row and still tries the others. When it is aborted, the rest has no outcome. */
async function inChunks(
  ids: readonly string[],
  onProgress: OnProgress | undefined,
  signal: AbortSignal | undefined,
  act: (chunk: string[], onChunkProgress: OnProgress) => Promise<BulkOutcome[]>,
): Promise<BulkOutcome[]> {
  const outcomes: BulkOutcome[] = [];
  for (const chunk of chunksOf(ids, idsPerRequest)) {
    if (signal?.aborted) break;
    try {
      const before = outcomes.length;
      outcomes.push(...(await act(chunk, (done) => onProgress?.(before + done))));
    } catch (error) {
      const { message } = error as Error;
      outcomes.push(...chunk.map((id) => ({ id, outcome: 'failed' as const, message, canUndo: false })));
    }
    onProgress?.(outcomes.length);
  }
  return outcomes;
}
