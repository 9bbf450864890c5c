import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '#src/logbook/domain/audit.ts';
import { erasedAmong } from '#src/records/people/store/unless-erased.ts';
import { applyProject, type NewProject, type ProjectInput, projectIdsFor } from '#src/records/projects/input.ts';
import { hasProjectChanged, type ProjectRecord } from '#src/records/projects/project.ts';
import { getProject, getProjects, saveProject } from '#src/records/projects/store/projects.ts';
import { Contention, type Issue, invalidRequest, Problem } from '#src/runtime/errors.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import type { Writes } from '#src/table/table.ts';

/**
 * Creates a project. Without an id, it gets the first free one made from its title. Throws Problem `conflict` if its id
 * is taken, even by a deleted project, and `invalid_body` if it names an erased person.
 */
export async function createProject({ id, ...input }: NewProject, context: ChangeContext): Promise<ProjectRecord> {
  await refuseErased([{ path: '', before: undefined, after: input }]);
  const ids = id === undefined ? projectIdsFor(input, randomUUID().slice(0, 8)) : [id];
  for (const candidate of ids) {
    const record = applyProject(undefined, { id: candidate, ...input }, context.now);
    if (await saveProject(record, undefined, context)) return record;
  }
  if (id === undefined) throw new Contention(`Every id of ${ids[0]}`);
  throw new Problem('conflict', `There is already a project with the id ${id}. It may be hidden or deleted`);
}

/**
 * Changes a project: `change` returns the new record, and is called again after a concurrent write. An unchanged
 * project is not written. Throws Problem `not_found`, and `invalid_body` if it adds an erased person; `issueOf` locates
 * them in the request. With `alsoWrite` in the same transaction.
 */
export function changeProject(
  id: string,
  change: (stored: ProjectRecord) => ProjectRecord | Promise<ProjectRecord>,
  context: ChangeContext,
  issueOf?: (issue: Issue) => Issue,
  alsoWrite?: Writes,
): Promise<ProjectRecord> {
  return retryIfStale(`The project ${id}`, async () => {
    const before = await getProject(id);
    if (!before) throw new Problem('not_found', 'There is no project with this id');
    const record = await change(before);
    if (!hasProjectChanged(before, record)) return before;
    await refuseErased([{ path: '', before, after: record }], issueOf);
    return (await saveProject(record, before, context, alsoWrite)) ? record : stale;
  });
}

export type ProjectOutcome = 'created' | 'updated' | 'unchanged';

/** The outcome for an imported project. */
export interface ImportedProject {
  record: ProjectRecord;
  outcome: ProjectOutcome;
}

/**
 * Creates or replaces projects with different ids, and returns the outcomes in order. Each is written separately, so
 * repeating the call after an error does the rest. Unchanged projects are not written. Throws Problem `invalid_body`
 * before any write if they add erased people.
 */
export async function upsertProjects(
  inputs: readonly ProjectInput[],
  context: ChangeContext,
): Promise<ImportedProject[]> {
  const stored = await storedFor(inputs);
  return inParallel(inputs, 10, (input) => upsert(input, context, stored.get(input.id)));
}

/** The outcomes that `upsertProjects` would have now, without writing anything. */
export async function planProjects(inputs: readonly ProjectInput[], now: Date): Promise<ImportedProject[]> {
  const stored = await storedFor(inputs);
  return inputs.map((input) => plan(input, stored.get(input.id), now));
}

/** The stored projects to replace. Throws Problem `invalid_body` if erased people are added. */
async function storedFor(inputs: readonly ProjectInput[]): Promise<Map<string, ProjectRecord>> {
  const stored = await getProjects(inputs.map(({ id }) => id));
  await refuseErased(
    inputs.map((after, index) => ({ path: `projects.${index}.`, before: stored.get(after.id), after })),
  );
  return stored;
}

type People = Pick<ProjectRecord, 'member_orcids' | 'coordinator_orcids'>;

/** Throws Problem `invalid_body` if changes add erased people. Those already in a project may stay. */
async function refuseErased(
  changes: readonly { path: string; before: People | undefined; after: People }[],
  issueOf = (issue: Issue) => issue,
): Promise<void> {
  const added = changes.flatMap(({ path, before, after }) =>
    (['member_orcids', 'coordinator_orcids'] as const).flatMap((field) =>
      after[field].flatMap((orcid, index) =>
        before?.[field].includes(orcid) ? [] : [{ orcid, path: `${path}${field}.${index}` }],
      ),
    ),
  );
  const erased = await erasedAmong(added.map(({ orcid }) => orcid));
  const issues = added.filter(({ orcid }) => erased.has(orcid));
  if (issues.length === 0) return;
  throw invalidRequest(
    'body',
    issues.map(({ path }) => issueOf({ path, message: 'is the iD of a person who was erased' })),
  );
}

function plan(input: ProjectInput, before: ProjectRecord | undefined, now: Date): ImportedProject {
  const record = applyProject(before, input, now);
  if (!before) return { record, outcome: 'created' };
  return hasProjectChanged(before, record) ? { record, outcome: 'updated' } : { record: before, outcome: 'unchanged' };
}

/** `read` is the project that the caller knows; it is read again after a concurrent write. */
function upsert(
  input: ProjectInput,
  context: ChangeContext,
  read: ProjectRecord | undefined,
): Promise<ImportedProject> {
  let before = read;
  return retryIfStale(`The project ${input.id}`, async () => {
    const planned = plan(input, before, context.now);
    if (planned.outcome === 'unchanged' || (await saveProject(planned.record, before, context))) return planned;
    before = await getProject(input.id);
    return stale;
  });
}
