import { auditWrites } from '#src/logbook/audit.ts';
import type { ChangeContext } from '#src/logbook/domain/audit.ts';
import { keys } from '#src/table/keys.ts';
import { type RewriteResult, rewriteRecord } from '#src/table/rewrite.ts';
import { getItem, getItems, ifUnchanged, type Write, type Writes } from '#src/table/table.ts';
import { isFromBeforeDepartures, type RecordWrite, transactWithRows, unchangedBy } from '../../store/list-rows.ts';
import { ProjectId, ProjectRecord, ProjectRow, projectChange, projectRow, projectShape } from '../project.ts';

/** The project with this id, even if hidden or deleted; undefined if there is none or the id is malformed. */
export async function getProject(id: string): Promise<ProjectRecord | undefined> {
  if (!ProjectId.safeParse(id).success) return undefined;
  const item = await getItem(keys.project(id));
  return item && ProjectRecord.parse(item);
}

/** The projects with these ids that exist, even if hidden or deleted, by id. */
export async function getProjects(ids: readonly string[]): Promise<Map<string, ProjectRecord>> {
  const items = await getItems(ids.map(keys.project));
  return new Map(items.map((item) => ProjectRecord.parse(item)).map((record) => [record.id, record]));
}

/**
 * Writes a project, its list row, `extraWrites` and, for a user's change, the audit record. `before` is the record that
 * was read; false if it has changed or a condition of `extraWrites` failed.
 */
export async function saveProject(
  record: ProjectRecord,
  before: ProjectRecord | undefined,
  context?: ChangeContext,
  extraWrites: Writes = [],
): Promise<boolean> {
  const records = context && auditWrites({ context, changes: [projectChange(before, record)] });
  const { outcome } = await transactWithRows([projectPart(record, before, records?.writes)], extraWrites);
  if (outcome === 'saved') records?.log();
  return outcome === 'saved';
}

const projectPart = (
  record: ProjectRecord,
  before: ProjectRecord | undefined,
  audit: readonly Write[] = [],
): RecordWrite<ProjectRecord> => ({
  record,
  before,
  write: (stored) => ({
    writes: [
      { Put: { Item: { ...keys.project(record.id), ...stored, shape: projectShape }, ...ifUnchanged(before) } },
      ...audit,
    ],
    row: { ...projectRow(stored), ...keys.projectRow(record.id) },
  }),
});

/** Rewrites a project of an older shape, with its list row, and returns the result. */
export function rewriteProject(id: string): Promise<RewriteResult> {
  return rewriteRecord(keys.project(id), projectShape, {
    parse: (item) => ProjectRecord.parse(item),
    save: async (record, before) => {
      const row = await getItem(keys.projectRow(id));
      const unchanged = unchangedBy(projectRow(record), row, ProjectRow);
      const part = { ...projectPart(record, before), isRetold: isFromBeforeDepartures(row), unchanged };
      return (await transactWithRows([part])).outcome === 'saved';
    },
  });
}
