import { applyJsonPatch, type JsonPatch } from '#src/vocabulary/json/json-patch.ts';
import { projectState } from './input.ts';
import { canonical, type ProjectRecord } from './project.ts';

/** A refused operation at `index` of a patch. `message` follows the path: "does not exist". */
interface PatchFault {
  index: number;
  path: string;
  message: string;
}

/** Fields that a patch may only test or copy. */
const readOnly = new Set([
  'id',
  'members',
  'coordinators',
  'publication_dois',
  'href',
  'deleted_at',
  'created_at',
  'updated_at',
  'version',
]);

/**
 * The state of a project after a patch, to be validated as a `ProjectState`, or the first operation that is refused.
 * A deleted project can only be changed by a patch that restores it.
 */
export function applyProjectPatch(stored: ProjectRecord, patch: JsonPatch): { state: unknown } | { fault: PatchFault } {
  for (const [index, operation] of patch.entries()) {
    const changed = operation.op === 'test' ? [] : [operation.path];
    if (operation.op === 'move') changed.push(operation.from);
    for (const path of changed) {
      const message = obstacleOf(fieldOf(path));
      if (message) return { fault: { index, path, message } };
    }
  }
  const { id, deleted_at, created_at, updated_at, version } = stored;
  const state = projectState(stored);
  const patched = applyJsonPatch({ ...state, id, deleted_at, created_at, updated_at, version }, patch);
  if ('fault' in patched) return patched;
  const after = Object.fromEntries(Object.entries(patched.document).filter(([name]) => !readOnly.has(name)));
  if (state.deleted && after.deleted === true && canonical(after) !== canonical(state)) {
    const index = patch.findIndex(({ op, path }) => op !== 'test' && fieldOf(path) !== 'deleted');
    const message = 'is of a deleted project: restore first, by replacing /deleted with false';
    return { fault: { index, path: patch[index]?.path ?? '', message } };
  }
  return { state: after };
}

/** The top-level field that a pointer leads into. */
const fieldOf = (pointer: string) => pointer.split('/')[1] ?? '';

function obstacleOf(field: string): string | undefined {
  if (field === 'deleted_at') return 'cannot be changed: set /deleted';
  if (field === 'members') return 'cannot be changed: set /member_orcids';
  if (field === 'coordinators') return 'cannot be changed: set /coordinator_orcids';
  return readOnly.has(field) ? 'cannot be changed' : undefined;
}

/** The operation that caused an invalid value: the last one that wrote there. `path` is in the patched document. */
export function sourceOfIssue(patch: JsonPatch, path: readonly string[]): { path: string; leavesOut: boolean } {
  const index = patch.findLastIndex(({ op, path: written }) => op !== 'test' && fieldOf(written) === path[0]);
  const operation = patch[index];
  if (!operation) return { path: '', leavesOut: false };
  const tokens = operation.path.slice(1).split('/');
  const isInside = 'value' in operation && tokens.every((token, at) => token === path[at]);
  return isInside
    ? { path: [index, 'value', ...path.slice(tokens.length)].join('.'), leavesOut: false }
    : { path: `${index}.path`, leavesOut: true };
}
