import * as z from 'zod';
import { OrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';
import { HttpUrl, OpenObject, openArray } from '#src/vocabulary/json/open-json.ts';
import { hasText, localizedText } from '#src/vocabulary/localized-text.ts';
import { earliestDay, isPartialDate, latestDay, PartialDate } from '#src/vocabulary/partial-date.ts';
import { slugWords } from '#src/vocabulary/text/slug.ts';
import { Currency, ProjectId, type ProjectRecord } from './project.ts';

/** Limit of a project as JSON. It takes up to twice that when stored, and a DynamoDB item is at most 400 KB. */
const maxBytes = 180 * 1024;
/** Limit of a project's fields in its list row, because rows are held in memory. */
const maxRowBytes = 40 * 1024;
const maxAmount = 1e15;
const maxPeople = 500;
const maxWorks = 500;

const required = (maxCharacters: number) =>
  localizedText(maxCharacters).refine(hasText, {
    error: 'must not be empty in all languages',
    params: { fault: 'required' },
  });
const date = PartialDate.refine(isPartialDate, { error: 'must be a date that exists: YYYY, YYYY-MM or YYYY-MM-DD' })
  .nullable()
  .default(null)
  .meta({ description: '`YYYY`, `YYYY-MM` or `YYYY-MM-DD`' });
const amount = z.number().min(0).max(maxAmount).nullable().default(null);
const people = z
  .array(OrcidId)
  .max(maxPeople)
  .transform((orcids) => [...new Set(orcids)])
  .default([])
  .meta({ description: 'ORCID iDs' });

const workIds = z
  .array(z.string().regex(/^[0-9a-f]{32}$/, { error: 'must be the id of a work: 32 lower-case hexadecimal digits' }))
  .max(maxWorks)
  .transform((ids) => [...new Set(ids)])
  .meta({
    description: 'Ids of works without a DOI. Those that are unknown or not public are not shown to the public',
  });
const linkedWorks = { work_ids: workIds.default([]) };

/** Content fields of a project. Missing fields are empty. */
const fields = {
  programme: required(1_000),
  title: required(1_000),
  abstract: localizedText(10_000)
    .nullable()
    .default(null)
    .transform((text) => (text !== null && hasText(text) ? text : null)),
  start_date: date,
  end_date: date,
  cesam_funding_amount: amount,
  cesam_funding_currency: Currency.default('EUR'),
  total_funding_amount: amount,
  total_funding_currency: Currency.default('EUR'),
  funding_entities: openArray(100).default([]),
  proponent_institution: z.string().trim().max(1_000).nullable().default(null),
  project_logo: OpenObject.nullable().default(null),
  funding_partner_images: z.array(OpenObject).max(100).default([]),
  page_url: HttpUrl.nullable().default(null),
  member_orcids: people,
  coordinator_orcids: people,
  data: OpenObject.default({}),
};
const ProjectFields = z.strictObject(fields);
type ProjectFields = z.output<typeof ProjectFields>;

const notInRow = new Set(['member_orcids', 'coordinator_orcids', 'work_ids', 'data']);

/** Rules across fields, typed for any object that has the fields. */
function checkTogether(context: z.core.ParsePayload<Partial<ProjectFields>>): void {
  const { start_date: start, end_date: end } = context.value;
  const issue = (field: string, fault: string, message: string) =>
    void context.issues.push({ code: 'custom', path: [field], params: { fault }, message, input: context.value });
  if (start && end && latestDay(end) < earliestDay(start)) issue('end_date', 'order', 'must not be before start_date');
  const sizes = Object.entries(context.value).map(([name, value]) => [name, bytesOf(value)] as const);
  const checkSize = (counted: typeof sizes, limit: number, noun: string) => {
    const bytes = counted.reduce((sum, [, size]) => sum + size, 0);
    const [largest = ['', 0]] = [...counted].sort(([, one], [, other]) => other - one);
    if (bytes > limit)
      issue(largest[0], 'size', `is too large: ${noun} may have ${limit} bytes, and these are ${bytes}`);
  };
  const inRow = sizes.filter(([name]) => !notInRow.has(name));
  checkSize(inRow, maxRowBytes, 'all fields but the people and data together');
  checkSize(sizes, maxBytes, 'a project');
}

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value) ?? '').length;

/** The content of a project, by the rules that hold wherever it is written. */
export const ProjectContent = ProjectFields.check((context) => checkTogether(context));

/** An id for a new project. Must not collide with other routes beside those of projects. */
const NewProjectId = ProjectId.refine((id) => id !== 'bulk', { error: 'must not be bulk, which is an address' });

const visible = z.boolean().optional();

/** A project to import, which replaces all fields. If `visible` or `work_ids` is missing, it stays. New projects are visible. */
export const ProjectInput = z
  .strictObject({ id: NewProjectId, ...fields, work_ids: workIds.optional(), visible })
  .check((context) => checkTogether(context));
export type ProjectInput = z.output<typeof ProjectInput>;

/** A project to create. If the id is missing, it is made from the title. */
export const NewProject = z
  .strictObject({ id: NewProjectId.optional(), ...fields, ...linkedWorks, visible })
  .check((context) => checkTogether(context));
export type NewProject = z.output<typeof NewProject>;

export const ProjectState = z
  .strictObject({ ...fields, ...linkedWorks, visible: z.boolean(), deleted: z.boolean() })
  .check((context) => checkTogether(context));
export type ProjectState = z.output<typeof ProjectState>;

/** The record to store when a project is imported. Importing a deleted project does not restore it. */
export function applyProject(stored: ProjectRecord | undefined, input: ProjectInput, now: Date): ProjectRecord {
  return {
    ...input,
    publication_dois: stored?.publication_dois ?? [],
    work_ids: input.work_ids ?? stored?.work_ids ?? [],
    visible: input.visible ?? stored?.visible ?? true,
    deleted_at: stored?.deleted_at ?? null,
    withdrawn_at: stored?.withdrawn_at ?? null,
    created_at: stored?.created_at ?? now.getTime(),
    updated_at: now.getTime(),
    version: (stored?.version ?? 0) + 1,
  };
}

export function projectState(record: ProjectRecord): ProjectState {
  const names = Object.keys(fields) as (keyof ProjectFields)[];
  const content = Object.fromEntries(names.map((name) => [name, record[name]])) as ProjectFields;
  return { ...content, work_ids: record.work_ids, visible: record.visible, deleted: record.deleted_at !== null };
}

export function applyProjectState(
  stored: ProjectRecord,
  { deleted, ...input }: ProjectState,
  now: Date,
): ProjectRecord {
  const record = applyProject(stored, { id: stored.id, ...input }, now);
  return { ...record, deleted_at: deleted ? (stored.deleted_at ?? now.toISOString()) : null };
}

/**
 * Candidate ids, best first: the words of the title, then with a number. The last ends with `random`, which is unique.
 */
export function projectIdsFor(
  { title, programme }: Pick<ProjectFields, 'title' | 'programme'>,
  random: string,
): string[] {
  const texts = [title, programme].flatMap((text) =>
    typeof text === 'string' ? [text] : [text.en ?? '', ...Object.values(text)],
  );
  const words = texts.map((text) => slugWords(text, 60)).find((slug) => slug.length >= 3) ?? 'project';
  const numbered = Array.from({ length: 8 }, (_, index) => `${words}-${index + 2}`);
  return [words, ...numbered, `${words}-${random}`].filter((id) => NewProjectId.safeParse(id).success);
}
