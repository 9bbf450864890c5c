import * as z from 'zod';
import { LocalizedText, PartialDate } from './values/bibliography.ts';
import { OrcidId } from './values/orcid-id.ts';

export const currencies = ['EUR', 'USD'] as const;
const Currency = z.enum(currencies);

/** A project id, chosen by the operator. It is used in URLs unencoded. */
export const ProjectId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._~-]{0,99}$/, {
  error: 'must be 1 to 100 letters, digits, dots, hyphens, tildes or underscores, the first a letter or digit',
});

/** A text that is not empty in at least one language. */
const SomeText = LocalizedText.refine(
  (text) => (typeof text === 'string' ? [text] : Object.values(text)).some((each) => each.trim() !== ''),
  { error: 'must not be empty' },
);
const OpenObject = z.record(z.string(), z.unknown());

/**
 * The version of the shape of projects and their list rows, stored with each. Raise it when a field of either is added,
 * removed or gets another meaning; a field that is added has a `.default(...)`, which is how older ones are read.
 */
export const projectShape = 1;

/** The stored record of one project. Times in milliseconds since the epoch unless noted otherwise. */
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
  project_logo: OpenObject.nullable(),
  funding_partner_images: z.array(OpenObject),
  /** The project's own website. */
  page_url: z.string().nullable(),
  member_orcids: z.array(z.string()),
  coordinator_orcids: z.array(z.string()),
  /** Further public data, in any form. */
  data: OpenObject,
  visible: z.boolean(),
  /** ISO 8601. */
  deleted_at: z.string().nullable(),
  /** See `withdrawnAt` in publication.ts. Set by storage. */
  withdrawn_at: z.int().nullable().default(null),
  created_at: z.int(),
  updated_at: z.int(),
  /** Incremented by every write. A write is conditional on the version it read. */
  version: z.int(),
});
export type ProjectRecord = z.output<typeof ProjectRecord>;

/** The list row of a project. */
export const ProjectRow = ProjectRecord.omit({
  member_orcids: true,
  coordinator_orcids: true,
  data: true,
  updated_at: true,
  version: true,
}).extend({
  /** When the row was written. */
  changed: z.int(),
});
export type ProjectRow = z.output<typeof ProjectRow>;

const amount = z.number().min(0).nullable().default(null);

/** A project to import. Missing fields are empty. */
export const ProjectInput = z.strictObject({
  id: ProjectId,
  programme: SomeText,
  title: SomeText,
  abstract: LocalizedText.nullable().default(null),
  start_date: PartialDate.nullable().default(null),
  end_date: PartialDate.nullable().default(null),
  cesam_funding_amount: amount,
  cesam_funding_currency: Currency.default('EUR'),
  total_funding_amount: amount,
  total_funding_currency: Currency.default('EUR'),
  funding_entities: z.array(z.unknown()).default([]),
  proponent_institution: z.string().nullable().default(null),
  project_logo: OpenObject.nullable().default(null),
  funding_partner_images: z.array(OpenObject).default([]),
  page_url: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .default(null),
  member_orcids: z.array(OrcidId).default([]),
  coordinator_orcids: z.array(OrcidId).default([]),
  data: OpenObject.default({}),
  /** If missing, it stays as it is. New projects are visible. */
  visible: z.boolean().optional(),
});
export type ProjectInput = z.output<typeof ProjectInput>;

/**
 * The record to store when a project is imported. The input replaces all fields it contains. Importing a deleted
 * project does not restore it.
 */
export function applyProject(stored: ProjectRecord | undefined, input: ProjectInput, now: Date): ProjectRecord {
  return {
    ...input,
    member_orcids: [...new Set(input.member_orcids)],
    coordinator_orcids: [...new Set(input.coordinator_orcids)],
    visible: input.visible ?? stored?.visible ?? true,
    deleted_at: stored?.deleted_at ?? null,
    withdrawn_at: stored?.withdrawn_at ?? null,
    created_at: stored?.created_at ?? now.getTime(),
    updated_at: now.getTime(),
    version: (stored?.version ?? 0) + 1,
  };
}

/** Whether the content of two records differs, ignoring the time of the write and the version. */
export function hasProjectChanged(before: ProjectRecord | undefined, after: ProjectRecord): boolean {
  return before === undefined || content(before) !== content(after);
}

const content = (record: ProjectRecord) => canonical({ ...record, updated_at: 0, version: 0 });

/** JSON with sorted keys, because DynamoDB does not keep the order of map keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

const WrittenRow = ProjectRow.omit({ changed: true });

/** The list row of a project, to be written. */
export function projectRow(record: ProjectRecord): z.output<typeof WrittenRow> & { shape: number } {
  return { ...WrittenRow.parse(record), shape: projectShape };
}

/** URL of a project: its own website, or else its route in this registry. */
export function projectHref({ id, page_url }: Pick<ProjectRow, 'id' | 'page_url'>, baseUrl: string): string {
  return page_url ?? `${baseUrl}/v1/projects/${id}`;
}
