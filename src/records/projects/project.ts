import * as z from 'zod';
import type { AuditAction, AuditedChange } from '#src/logbook/domain/audit.ts';
import { LocalizedText } from '#src/vocabulary/locale.ts';
import { PartialDate } from '#src/vocabulary/partial-date.ts';
import { omitWriteTimes, writeTimes } from '../publications/publicity.ts';

export const currencies = ['EUR', 'USD'] as const;
export const Currency = z.enum(currencies);

/** A project id chosen by the operator, safe in URLs unencoded. */
export const ProjectId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._~-]{0,99}$/, {
  error: 'must be 1 to 100 letters, digits, dots, hyphens, tildes or underscores, the first a letter or digit',
});

const StoredObject = z.record(z.string(), z.unknown());

/** Shape version stored with projects and their list rows. Raise it as `publicationShape`. */
export const projectShape = 5;

/** The stored record of a project, with times in milliseconds since the epoch unless noted otherwise. */
export const ProjectRecord = z.object({
  id: z.string(),
  programme: LocalizedText,
  title: LocalizedText,
  abstract: LocalizedText.nullable(),
  start_date: PartialDate.nullable(),
  end_date: PartialDate.nullable(),
  /** The partner entity's share of the funding. The API's field names contain the entity's name. */
  cesam_funding_amount: z.number().nullable(),
  cesam_funding_currency: Currency,
  total_funding_amount: z.number().nullable(),
  total_funding_currency: Currency,
  funding_entities: z.array(z.unknown()),
  proponent_institution: z.string().nullable(),
  project_logo: StoredObject.nullable(),
  funding_partner_images: z.array(StoredObject),
  page_url: z.string().nullable(),
  member_orcids: z.array(z.string()),
  coordinator_orcids: z.array(z.string()),
  data: StoredObject,
  /** Publications that curators linked by accepting proposals. An import keeps them. */
  publication_dois: z.array(z.string()).default([]),
  /** Ids of works without a DOI that curators linked. Some may have been merged, or have become publications. */
  work_ids: z.array(z.string()).default([]),
  visible: z.boolean(),
  /** ISO 8601. */
  deleted_at: z.string().nullable(),
  /** See `departures` in publicity.ts. Set by storage. */
  withdrawn_at: z.int().nullable().default(null),
  created_at: z.int(),
  updated_at: z.int(),
  /** Incremented by every write, which is conditional on the version it read. */
  version: z.int(),
});
export type ProjectRecord = z.output<typeof ProjectRecord>;

export const ProjectRow = ProjectRecord.omit({
  member_orcids: true,
  coordinator_orcids: true,
  data: true,
  publication_dois: true,
  work_ids: true,
  updated_at: true,
  version: true,
}).extend({
  updated_at: z.int().nullable().default(null),
  ...writeTimes,
});
export type ProjectRow = z.output<typeof ProjectRow>;

/** The record after linking or unlinking a publication: the same object if that changes nothing. */
export function withPublication(stored: ProjectRecord, doi: string, isLinked: boolean, now: Date): ProjectRecord {
  if (stored.publication_dois.includes(doi) === isLinked) return stored;
  const otherDois = stored.publication_dois.filter((each) => each !== doi);
  const publication_dois = isLinked ? [...otherDois, doi].sort() : otherDois;
  return { ...stored, publication_dois, updated_at: now.getTime(), version: stored.version + 1 };
}

/** The record after deletion. A deleted record stays as it is. */
export function applyProjectDeletion(stored: ProjectRecord, now: Date): ProjectRecord {
  if (stored.deleted_at !== null) return stored;
  return { ...stored, deleted_at: now.toISOString(), updated_at: now.getTime(), version: stored.version + 1 };
}

/** Fields left out of the audit: the id, and those set by storage or by every write. */
const unaudited = ['id', 'withdrawn_at', 'created_at', 'updated_at', 'version'];
const auditedNames = (Object.keys(ProjectRecord.shape) as (keyof ProjectRecord)[]).filter(
  (name) => !unaudited.includes(name),
);

/** The audit record of a project's change: the fields that differ, and the action. */
export function projectChange(before: ProjectRecord | undefined, after: ProjectRecord): AuditedChange {
  const changed = auditedNames.filter((name) => canonical(before?.[name]) !== canonical(after[name]));
  const pick = (record: ProjectRecord) => Object.fromEntries(changed.map((name) => [name, record[name]]));
  return {
    action: actionOf(before, after),
    workspace: null,
    resource: after.id,
    before: before && pick(before),
    after: pick(after),
  };
}

function actionOf(before: ProjectRecord | undefined, after: ProjectRecord): AuditAction {
  if (!before) return 'project.created';
  if ((before.deleted_at === null) === (after.deleted_at === null)) return 'project.updated';
  return after.deleted_at === null ? 'project.restored' : 'project.deleted';
}

/** Whether the content of two records differs, ignoring write time and version. */
export function hasProjectChanged(before: ProjectRecord | undefined, after: ProjectRecord): boolean {
  return before === undefined || content(before) !== content(after);
}

const content = (record: ProjectRecord) => canonical({ ...record, updated_at: 0, version: 0 });

/** JSON with sorted keys, because DynamoDB does not keep the order of map keys. */
export function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, part: unknown) =>
      typeof part === 'object' && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
        : part,
    ) ?? ''
  );
}

const WrittenRow = ProjectRow.omit(omitWriteTimes);

export function projectRow(record: ProjectRecord): z.output<typeof WrittenRow> & { shape: number } {
  return { ...WrittenRow.parse(record), shape: projectShape };
}

/** URL of a project: its own website, or its route in this registry. */
export function projectHref({ id, page_url }: Pick<ProjectRow, 'id' | 'page_url'>, baseUrl: string): string {
  return page_url ?? `${baseUrl}/v1/projects/${id}`;
}
