import {
  applyProject,
  hasProjectChanged,
  ProjectId,
  type ProjectInput,
  ProjectRecord,
  projectRow,
  projectShape,
} from '../domain/project.ts';
import { inParallel } from '../runtime/in-parallel.ts';
import { retryIfStale, stale } from '../runtime/retry.ts';
import { keys } from './keys.ts';
import { transactWithRow } from './list-rows.ts';
import { getItem, ifUnchanged, type RewriteResult, rewriteRecord } from './table.ts';

/** The project with this id, even if hidden or deleted; undefined if there is none or the id is malformed. */
export async function getProject(id: string): Promise<ProjectRecord | undefined> {
  if (!ProjectId.safeParse(id).success) return undefined;
  const item = await getItem(keys.project(id));
  return item && ProjectRecord.parse(item);
}

/** Writes a project and its list row. `before` is the record that was read; false if it has changed since. */
export async function saveProject(record: ProjectRecord, before: ProjectRecord | undefined): Promise<boolean> {
  const failed = await transactWithRow(record, before, (stored) => ({
    writes: [{ Put: { Item: { ...keys.project(record.id), ...stored, shape: projectShape }, ...ifUnchanged(before) } }],
    row: { ...projectRow(stored), ...keys.projectRow(record.id) },
  }));
  return !failed;
}

/** Writes a project of an older shape, and its list row, in the current one; it says what it did. */
export function rewriteProject(id: string): Promise<RewriteResult> {
  return rewriteRecord(keys.project(id), projectShape, {
    parse: (item) => ProjectRecord.parse(item),
    save: saveProject,
  });
}

export type ProjectOutcome = 'created' | 'updated' | 'unchanged';

/** Creates or updates a project by its id. An unchanged project is not written. */
export function upsertProject(
  input: ProjectInput,
  now: Date,
): Promise<{ record: ProjectRecord; outcome: ProjectOutcome }> {
  return retryIfStale(`The project ${input.id}`, async () => {
    const before = await getProject(input.id);
    const record = applyProject(before, input, now);
    if (before && !hasProjectChanged(before, record)) return { record: before, outcome: 'unchanged' };
    return (await saveProject(record, before)) ? { record, outcome: before ? 'updated' : 'created' } : stale;
  });
}

/** Creates or updates projects and returns the outcome of each, in order. Of several with the same id, the last wins. */
export async function upsertProjects(inputs: readonly ProjectInput[], now: Date): Promise<ProjectOutcome[]> {
  const last = new Map(inputs.map((input) => [input.id, input]));
  const outcomes = await inParallel(last.values(), 10, async (input) => {
    const { outcome } = await upsertProject(input, now);
    return [input.id, outcome] as const;
  });
  const byId = new Map(outcomes);
  return inputs.map((input) => (last.get(input.id) === input ? (byId.get(input.id) ?? 'unchanged') : 'unchanged'));
}
