import { type ImportedProject, upsertProjects } from '#src/curation/projects.ts';
import type { ChangeContext } from '#src/logbook/domain/audit.ts';
import { applyProject, type ProjectInput } from '#src/records/projects/input.ts';
import { hasProjectChanged, type ProjectRecord } from '#src/records/projects/project.ts';
import { getProject, saveProject } from '#src/records/projects/store/projects.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';

/** The context of a change by a curator at this time. */
export const curator = (now: Date) => ({ actor: 'user:curator@example.org', now, requestId: 'test' });

/** Creates or replaces a project without an audit record, so that nothing is logged. */
export function storeProject(input: ProjectInput, now: Date): Promise<ProjectRecord> {
  return retryIfStale(input.id, async () => {
    const before = await getProject(input.id);
    const record = applyProject(before, input, now);
    if (!hasProjectChanged(before, record)) return record;
    return (await saveProject(record, before)) ? record : stale;
  });
}

/** Creates or replaces one project. */
export async function upsertProject(input: ProjectInput, context: ChangeContext): Promise<ImportedProject> {
  const [imported] = await upsertProjects([input], context);
  if (!imported) throw new Error('Nothing was imported');
  return imported;
}
