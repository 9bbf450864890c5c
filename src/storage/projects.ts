import {
  applyProject,
  hasProjectChanged,
  ProjectId,
  type ProjectInput,
  ProjectRecord,
  projectRow,
} from '../domain/project.ts';
import { withdrawnAt } from '../domain/publication.ts';
import { inParallel } from '../runtime/in-parallel.ts';
import { retryIfStale, stale } from '../runtime/retry.ts';
import { keys } from './keys.ts';
import { putRow } from './list-rows.ts';
import { getItem, ifUnchanged, transact } from './table.ts';

/** The project of this id, whatever its visibility; undefined when there is none, and for what can be no id. */
export async function getProject(id: string): Promise<ProjectRecord | undefined> {
  if (!ProjectId.safeParse(id).success) return undefined;
  const item = await getItem(keys.project(id));
  return item && ProjectRecord.parse(item);
}

/** Writes a project and its list row; `before` is the record it was made from. False when somebody wrote it since. */
export async function saveProject(record: ProjectRecord, before: ProjectRecord | undefined): Promise<boolean> {
  const failed = await transact(() => {
    const stored = { ...record, withdrawn_at: withdrawnAt(before, record, Date.now()) };
    return [
      { Put: { Item: { ...keys.project(record.id), ...stored }, ...ifUnchanged(before) } },
      putRow({ ...projectRow(stored), ...keys.projectRow(record.id) }),
    ];
  });
  return !failed;
}

export type ProjectOutcome = 'created' | 'updated' | 'unchanged';

/** Brings a project in, by its id. What is there already, the same in everything, is not written again. */
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

/** Brings many projects in; what became of each, in their order. Of one id given twice the last wins. */
export async function upsertProjects(inputs: readonly ProjectInput[], now: Date): Promise<ProjectOutcome[]> {
  const last = new Map(inputs.map((input) => [input.id, input]));
  const outcomes = await inParallel(last.values(), 10, async (input) => {
    const { outcome } = await upsertProject(input, now);
    return [input.id, outcome] as const;
  });
  const byId = new Map(outcomes);
  return inputs.map((input) => (last.get(input.id) === input ? (byId.get(input.id) ?? 'unchanged') : 'unchanged'));
}
