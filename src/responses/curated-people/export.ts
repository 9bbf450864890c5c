import * as z from 'zod';
import { getMerged } from '#src/duplicates/store/merged.ts';
import { maxBodyBytes, textBytes } from '#src/http/fitted-body.ts';
import type { IngestionJob } from '#src/ingestion/domain/job.ts';
import { proposalsOf } from '#src/ingestion/proposals/store/proposals.ts';
import { itemsOfJob, type JobItem } from '#src/ingestion/store/job-items.ts';
import { listJobs } from '#src/ingestion/store/job-list.ts';
import { getOrcidSection } from '#src/ingestion/store/source-answers.ts';
import { curatedPublications } from '#src/lists/curated-publications.ts';
import { projects } from '#src/lists/projects.ts';
import { type MonthQuery, monthsOf } from '#src/logbook/monthly-log.ts';
import { getGroupMember } from '#src/records/groups/store/members.ts';
import { affiliationsOf } from '#src/records/people/store/affiliations.ts';
import { getPerson } from '#src/records/people/store/people.ts';
import { getProjects } from '#src/records/projects/store/projects.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import { namesPerson } from '#src/records/publications/removals.ts';
import { getPublications } from '#src/records/publications/store/publications.ts';
import { worksWith } from '#src/records/publications/store/works.ts';
import type { WorkRecord } from '#src/records/works/work.ts';
import { invalidField } from '#src/runtime/errors.ts';
import { keys } from '#src/table/keys.ts';
import { type Item, type Page, queryPage } from '#src/table/table.ts';

/** Kinds of records held about a person, in the order of an export. */
const recordKinds = [
  'person',
  'affiliation',
  'group_member',
  'orcid_work',
  'orcid_employment',
  'work',
  'publication',
  'project',
  'proposal',
  'job',
  'activity',
  'audit',
] as const;
type RecordKind = (typeof recordKinds)[number];

export const PersonExport = z
  .object({
    orcid: z.string(),
    records: z.array(
      z.object({
        kind: z.enum(recordKinds).meta({
          description:
            "`orcid_work`, `orcid_employment`: a group of works or employments in ORCID's form. `publication`: the link to one, with the evidence and " +
            'the data of the ORCID record. `activity`, `audit`: an event or audit record that names the person',
        }),
        record: z.record(z.string(), z.unknown()).meta({ description: 'As stored' }),
      }),
    ),
    next: z.string().nullable().meta({ description: 'The `cursor` of the request for the next part; null at the end' }),
  })
  .meta({ id: 'PersonExport' });

interface Subject {
  orcid: string;
  workspace: string;
  now: Date;
}

type Reader = (subject: Subject, after: string | undefined) => Promise<Page<object>>;

/** A part ends when it reaches the first size, and before a record that would exceed the second, the response limit. */
const enoughBytes = 2_000_000;
const maxPartBytes = maxBodyBytes - 100_000;
const publicationsAtOnce = 20;
const groupsAtOnce = 50;
const worksAtOnce = 20;
const everything = { page: 1, per_page: Number.MAX_SAFE_INTEGER, q: '', dir: 'asc', where: [] } as const;

/** Reads one page of each kind of record. */
const readers: Record<RecordKind, Reader> = {
  person: async ({ orcid }) => all([await getPerson(orcid)].flatMap((person) => person ?? [])),
  affiliation: async ({ orcid }) => all(await affiliationsOf(orcid)),
  group_member: async ({ orcid }) => all([await getGroupMember(orcid)].flatMap((member) => member ?? [])),
  orcid_work: async ({ orcid }, after) => {
    const { group = [] } = OrcidWorks.parse((await getOrcidSection(orcid, 'works'))?.raw ?? {});
    const first = Number(after ?? 0);
    const end = first + groupsAtOnce;
    return { items: group.slice(first, end), next: end < group.length ? String(end) : undefined };
  },
  orcid_employment: async ({ orcid }) =>
    all(OrcidEmployments.parse((await getOrcidSection(orcid, 'employments'))?.raw ?? {})['affiliation-group'] ?? []),
  work: async ({ orcid }) =>
    all((await worksWith(orcid)).map((work) => (work.orcid === orcid ? work : linkTo(work, orcid)))),
  publication: async ({ orcid }, after) => {
    const { rows } = await curatedPublications.find({ ...everything, sort: 'title', equals: { orcid_id: orcid } }, 0);
    // No row leads to unlinked publications, which still hold the ORCID record's data about them.
    const unlinked = (await proposalsOf(orcid)).flatMap(({ kind, doi }) => (kind === 'unlink' && doi ? [doi] : []));
    const notTheirs = await curatedPublications.find(
      { ...everything, sort: 'title', equals: { not_author: orcid } },
      0,
    );
    const listed = [...rows, ...notTheirs.rows].map(({ doi }) => doi);
    const dois = [...new Set([...listed, ...unlinked])].sort();
    const left = after === undefined ? dois : dois.filter((doi) => doi > after);
    const page = left.slice(0, publicationsAtOnce);
    const records = await getPublications(page);
    const held = await Promise.all(page.map(async (doi) => records.get(doi) ?? (await getMerged(doi))?.record));
    const items = held.flatMap((record) => (record && namesPerson(record, orcid) ? linkIn(record, orcid) : []));
    return { items, next: left.length > page.length ? page.at(-1) : undefined };
  },
  project: async ({ orcid }) => {
    const { rows } = await projects.find({ ...everything, sort: 'created_at' }, 0);
    const records = await getProjects(rows.map(({ id }) => id));
    return all(
      [...records.values()].filter((record) => [...record.member_orcids, ...record.coordinator_orcids].includes(orcid)),
    );
  },
  proposal: async ({ orcid }) => all(await proposalsOf(orcid)),
  job: async ({ orcid, now }, after) => {
    const offset = Number(after ?? 0);
    const { jobs, total } = await listJobs({ statuses: [], orcid }, { offset, limit: 1 }, now);
    const parts = await Promise.all(jobs.map(async (job) => jobParts(job, await itemsOfJob(job.job_id))));
    return { items: parts.flat(), next: offset + 1 < total ? String(offset + 1) : undefined };
  },
  activity: (subject, after) => traces(subject, (ms) => keys.activityMonth(subject.workspace, ms), after),
  audit: (subject, after) => traces(subject, keys.auditMonth, after),
};

/** The works of an ORCID record, split into parts. https://info.orcid.org/documentation/api-tutorials/ */
const OrcidWorks = z.object({ group: z.array(z.record(z.string(), z.unknown())).optional() });

/** The employments of an ORCID record, at most a hundred. */
const OrcidEmployments = z.object({ 'affiliation-group': z.array(z.record(z.string(), z.unknown())).optional() });

/** A job with its works, once for each part of them that fits. */
function jobParts(job: IngestionJob, works: readonly JobItem[]): object[] {
  const count = Math.max(1, Math.ceil(works.length / worksAtOnce));
  return Array.from({ length: count }, (_, part) => {
    return { ...job, works: works.slice(part * worksAtOnce, (part + 1) * worksAtOnce) };
  });
}

const all = (items: object[]): Page<object> => ({ items, next: undefined });

/** The researcher's data in a publication. The rest is about the publication. */
function linkIn({ doi, researchers, not_authors, orcid_bibliographies }: PublicationRecord, orcid: string): object {
  const link = researchers.find((researcher) => researcher.orcid === orcid);
  const notAuthor = not_authors.find((each) => each.orcid === orcid);
  return {
    doi,
    link: link ?? null,
    ...(notAuthor && { not_author: notAuthor }),
    orcid_bibliographies: orcid_bibliographies?.[orcid] ?? [],
  };
}

/** The link to a work of somebody else's ORCID record, or one that a curator added. The rest is about the work. */
const linkTo = ({ id, title }: WorkRecord, orcid: string): object => ({ id, title, linked_orcids: [orcid] });

/** The items of a log that name a person, month by month, newest month first. */
async function traces(
  { orcid, now }: Subject,
  partition: (ms: number) => string,
  after: string | undefined,
): Promise<Page<object>> {
  const months = monthsOf({ fromMs: 0, toMs: undefined }, partition, now);
  const [pk, sk] = after?.split(separator) ?? [];
  const at = pk === undefined ? 0 : months.findIndex((month) => month.ExpressionAttributeValues?.[':pk'] === pk);
  const month = months[at];
  if (!month) return all([]);
  const { items, next } = await queryPage(month, sk || undefined);
  const rest = next === undefined ? [partitionOf(months[at + 1]), ''] : [partitionOf(month), next];
  return {
    items: items.filter((item) => JSON.stringify(item).includes(orcid)).map(withoutKeys),
    next: rest[0] === undefined ? undefined : rest.join(separator),
  };
}

/** Does not occur in keys. */
const separator = '\n';

const partitionOf = (month: MonthQuery | undefined): string | undefined => month?.ExpressionAttributeValues?.[':pk'];

const withoutKeys = ({ pk: _, sk: __, ...item }: Item): Item => item;

/** The kind, the page within it, and how many records of the page are in earlier parts. */
const Cursor = z.tuple([z.enum(recordKinds), z.string().nullable(), z.int().min(0).default(0)]);

/**
 * A part of all data about a person, from a cursor on, with events of one workspace. Ends when it is large or at the
 * deadline (milliseconds since the epoch). Throws Problem `invalid_query` for a malformed cursor.
 */
export async function exportPerson(
  subject: Subject,
  cursor: string | undefined,
  deadlineMs: number,
): Promise<z.input<typeof PersonExport>> {
  const records: z.input<typeof PersonExport>['records'] = [];
  const part = (from: z.output<typeof Cursor> | null) => ({
    orcid: subject.orcid,
    records,
    next: from && Buffer.from(JSON.stringify(from)).toString('base64url'),
  });
  let bytes = 0;
  let [kind, after, skipped] = cursor === undefined ? Cursor.parse([recordKinds[0], null]) : parseCursor(cursor);
  for (;;) {
    const { items, next } = await readers[kind](subject, after ?? undefined);
    for (const [index, item] of items.entries()) {
      if (index < skipped) continue;
      const record = { ...item };
      bytes += textBytes(JSON.stringify({ kind, record }));
      if (bytes > maxPartBytes && records.length > 0) return part([kind, after, index]);
      records.push({ kind, record });
    }
    const following = next === undefined ? recordKinds[recordKinds.indexOf(kind) + 1] : kind;
    if (following === undefined) return part(null);
    [kind, after, skipped] = [following, next ?? null, 0];
    if (bytes >= enoughBytes || Date.now() >= deadlineMs) return part([kind, after, skipped]);
  }
}

function parseCursor(cursor: string): z.output<typeof Cursor> {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw invalidField('query', 'cursor', 'is invalid');
  }
}
