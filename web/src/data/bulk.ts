import { ApiError } from '../api/api-error.ts';
import { answerOf, api, type Schema } from '../api/client.ts';
import { chunksOf, forEachConcurrently } from './chunks.ts';
import { revertEdit } from './publication.ts';

/** What became of one publication of a change of many. `message` says why it failed. */
export interface BulkOutcome {
  id: string;
  outcome: 'changed' | 'unchanged' | 'failed';
  message?: string;
  /** Whether it is certain that this request changed it, so that an undo changes nothing of somebody else. */
  canUndo: boolean;
  /** The edit that was made, if it was one. */
  edit?: string;
}

export type OnProgress = (done: number) => void;

const idsPerRequest = 100;
const requestsAtOnce = 3;

/** Deletes or restores publications. */
export function deleteOrRestore(ids: readonly string[], action: 'delete' | 'restore', onProgress?: OnProgress) {
  return inChunks(ids, onProgress, (chunk) => requestDeletion(chunk, action));
}

/** Deletes or restores as many publications as one request takes. Throws what the request does. */
export async function requestDeletion(ids: readonly string[], action: 'delete' | 'restore'): Promise<BulkOutcome[]> {
  const body = { ids: [...ids], action };
  const { changed_ids, not_found } = await answerOf(api.POST('/api/publications/bulk', { body }));
  const [changed, missing] = [new Set(changed_ids), new Set(not_found)];
  return ids.map((id) =>
    missing.has(id)
      ? { id, outcome: 'failed', message: 'not_found', canUndo: false }
      : // Somebody else may have been faster with some: an undo leaves those as they are.
        { id, outcome: changed.has(id) ? 'changed' : 'unchanged', canUndo: changed.has(id) },
  );
}

/** Applies one JSON Patch to publications. */
export function editPublications(ids: readonly string[], patch: Schema<'JsonPatch'>, onProgress?: OnProgress) {
  return inChunks(ids, onProgress, async (chunk) => {
    const { results } = await answerOf(api.POST('/api/publications/bulk-edit', { body: { ids: chunk, patch } }));
    return results.map(({ id, outcome, message, edit_id }) => ({
      id,
      outcome: outcome === 'edited' ? 'changed' : outcome === 'unchanged' ? 'unchanged' : 'failed',
      canUndo: outcome === 'edited',
      message: message ?? outcome,
      ...(edit_id !== undefined && { edit: edit_id }),
    }));
  });
}

/** Reverts one edit of each publication, by its id. An edit whose field somebody has edited again is left as it is. */
export async function revertEdits(edits: ReadonlyMap<string, string>, onProgress?: OnProgress): Promise<BulkOutcome[]> {
  const outcomes: BulkOutcome[] = [];
  await forEachConcurrently([...edits], requestsAtOnce, async ([id, edit]) => {
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
  // The request itself is right, so the publication is not as it has to be.
  if (error.code === 'invalid_body') return 'deleted';
  return error.code === 'conflict' && error.details.fields ? 'edited_again' : error.message;
}

/** A chunk that fails is told row by row; the others are tried nevertheless. */
async function inChunks(
  ids: readonly string[],
  onProgress: OnProgress | undefined,
  act: (chunk: string[]) => Promise<BulkOutcome[]>,
): Promise<BulkOutcome[]> {
  const outcomes: BulkOutcome[] = [];
  for (const chunk of chunksOf(ids, idsPerRequest)) {
    try {
      outcomes.push(...(await act(chunk)));
    } catch (error) {
      const { message } = error as Error;
      outcomes.push(...chunk.map((id) => ({ id, outcome: 'failed' as const, message, canUndo: false })));
    }
    onProgress?.(outcomes.length);
  }
  return outcomes;
}
