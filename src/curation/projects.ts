import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../domain/audit.ts';
import { hasProjectChanged, type ProjectRecord } from '../domain/project.ts';
import { applyProject, type NewProject, type ProjectInput, projectIdsFor } from '../domain/project-input.ts';
import { Contention, Problem } from '../errors.ts';
import { inParallel } from '../runtime/in-parallel.ts';
import { retryIfStale, stale } from '../runtime/retry.ts';
import { getProject, getProjects, saveProject } from '../storage/projects.ts';

/**
 * Creates a project. Without an id it gets the first free one of those made from its title. Throws Problem `conflict` if
 * there is one with its id, also a deleted one.
 */
export async function createProject({ id, ...input }: NewProject, by: ChangeContext): Promise<ProjectRecord> {
  const ids = id === undefined ? projectIdsFor(input, randomUUID().slice(0, 8)) : [id];
  for (const candidate of ids) {
    const record = applyProject(undefined, { id: candidate, ...input }, by.now);
    if (await saveProject(record, undefined, by)) return record;
  }
  if (id === undefined) throw new Contention(`Every id of ${ids[0]}`);
  throw new Problem('conflict', `There is already a project with the id ${id}. It may be hidden or deleted`);
}

/**
 * Changes a project: `change` returns the new record of the stored one, and is called again after a concurrent write. A
 * project that stays the same is not written. Throws Problem `not_found` if there is none.
 */
export function changeProject(
  id: string,
  change: (stored: ProjectRecord) => ProjectRecord,
  by: ChangeContext,
): Promise<ProjectRecord> {
  return retryIfStale(`The project ${id}`, async () => {
    const before = await getProject(id);
    if (!before) throw new Problem('not_found', 'There is no project with this id');
    const record = change(before);
    if (!hasProjectChanged(before, record)) return before;
    return (await saveProject(record, before, by)) ? record : stale;
  });
}

export type ProjectOutcome = 'created' | 'updated' | 'unchanged';

/** What became of an imported project. */
export interface ImportedProject {
  record: ProjectRecord;
  outcome: ProjectOutcome;
}

/** Creates or replaces a project by its id. An unchanged project is not written. */
export async function upsertProject(input: ProjectInput, by: ChangeContext): Promise<ImportedProject> {
  return upsert(input, by, await getProject(input.id));
}

/**
 * Creates or replaces projects with different ids, and returns what became of each, in order. Each is written on its own:
 * after an error some are, and the same call completes it.
 */
export async function upsertProjects(inputs: readonly ProjectInput[], by: ChangeContext): Promise<ImportedProject[]> {
  const stored = await getProjects(inputs.map(({ id }) => id));
  return inParallel(inputs, 10, (input) => upsert(input, by, stored.get(input.id)));
}

/** What `upsertProjects` would do now. Nothing is written. */
export async function planProjects(inputs: readonly ProjectInput[], now: Date): Promise<ImportedProject[]> {
  const stored = await getProjects(inputs.map(({ id }) => id));
  return inputs.map((input) => plan(input, stored.get(input.id), now));
}

function plan(input: ProjectInput, before: ProjectRecord | undefined, now: Date): ImportedProject {
  const record = applyProject(before, input, now);
  if (!before) return { record, outcome: 'created' };
  return hasProjectChanged(before, record) ? { record, outcome: 'updated' } : { record: before, outcome: 'unchanged' };
}

/** `read` is the stored project as far as the caller knows; it is read again after a concurrent write. */
function upsert(input: ProjectInput, by: ChangeContext, read: ProjectRecord | undefined): Promise<ImportedProject> {
  let before = read;
  return retryIfStale(`The project ${input.id}`, async () => {
    const planned = plan(input, before, by.now);
    if (planned.outcome === 'unchanged' || (await saveProject(planned.record, before, by))) return planned;
    before = await getProject(input.id);
    return stale;
  });
}
