import { answerOf, api, type Schema } from '../api/client.ts';
import { chunksOf, eachOf } from './chunks.ts';

/** What became of one publication of a change of many. `message` says why it failed. */
export interface BulkOutcome {
  id: string;
  outcome: 'changed' | 'unchanged' | 'failed';
  message?: string;
  /** Whether it is certain that this request changed it, so that an undo changes nothing of somebody else. */
  canUndo: boolean;
}

export type OnProgress = (done: number) => void;

const idsPerRequest = 100;
const requestsAtOnce = 3;

/** Deletes or restores publications. */
export function deleteOrRestore(ids: readonly string[], action: 'delete' | 'restore', onProgress?: OnProgress) {
  return inChunks(ids, onProgress, async (chunk) => {
    const body = { ids: chunk, action };
    const { changed, not_found } = await answerOf(api.POST('/api/publications/bulk', { body }));
    const missing = new Set(not_found);
    // The API says how many it changed, not which: if it is not all, somebody else was faster with some.
    const canUndo = changed === chunk.length - missing.size;
    return chunk.map((id) =>
      missing.has(id) ? { id, outcome: 'failed', canUndo: false } : { id, outcome: 'changed', canUndo },
    );
  });
}

/** Applies one JSON Patch to publications. */
export function editPublications(ids: readonly string[], patch: Schema<'JsonPatch'>, onProgress?: OnProgress) {
  return inChunks(ids, onProgress, async (chunk) => {
    const { results } = await answerOf(api.POST('/api/publications/bulk-edit', { body: { ids: chunk, patch } }));
    return results.map(({ id, outcome, message }) => ({
      id,
      outcome: outcome === 'edited' ? 'changed' : outcome === 'unchanged' ? 'unchanged' : 'failed',
      canUndo: outcome === 'edited',
      message: message ?? outcome,
    }));
  });
}

/**
 * Reverts the edit that each publication got, by the history of its edits. `editCounts` are from before the edit, so
 * that an edit of somebody else in between is left alone.
 */
export async function revertEdits(
  editCounts: ReadonlyMap<string, number>,
  fields: readonly string[],
  onProgress?: OnProgress,
): Promise<BulkOutcome[]> {
  const outcomes: BulkOutcome[] = [];
  await eachOf([...editCounts], requestsAtOnce, async ([id, before]) => {
    outcomes.push(await outcomeOf(id, () => revertOne(id, before, fields)));
    onProgress?.(outcomes.length);
  });
  return outcomes;
}

async function revertOne(id: string, editCount: number, fields: readonly string[]): Promise<void> {
  const path = { id };
  const query = { page: 1, perPage: 20 };
  const { edits } = await answerOf(api.GET('/api/publication-edits/{id}', { params: { path, query } }));
  const own = edits.find(
    (edit) => Number(edit.id) > editCount && edit.changes.every(({ field }) => fields.includes(field)),
  );
  if (!own) throw new Error('not_found');
  await answerOf(api.POST('/api/publication-edits/{id}', { params: { path }, body: { revert: own.id } }));
}

async function outcomeOf(id: string, act: () => Promise<void>): Promise<BulkOutcome> {
  try {
    await act();
    return { id, outcome: 'changed', canUndo: false };
  } catch (error) {
    return { id, outcome: 'failed', canUndo: false, message: (error as Error).message };
  }
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
