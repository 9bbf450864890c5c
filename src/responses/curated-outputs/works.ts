import * as z from 'zod';
import type { WorkChangeResult } from '#src/curation/works.ts';
import { versionTag } from '#src/http/entity-tag.ts';
import { searchEnvelope } from '#src/http/page-envelope.ts';
import type { ListPage } from '#src/lists/model/page.ts';
import { apaCitation } from '#src/records/citations/apa.ts';
import type { Citation } from '#src/records/citations/csl.ts';
import { textOfRuns } from '#src/records/citations/runs.ts';
import { OrcidWork } from '#src/records/orcid/work.ts';
import { getPeople } from '#src/records/people/store/people.ts';
import { editedFields } from '#src/records/publications/edits.ts';
import { getWorks } from '#src/records/publications/store/works.ts';
import { type WorkRecord, workPeople } from '#src/records/works/work.ts';
import { editableWork, sourceOf, workDocument } from '#src/records/works/work-content.ts';
import { type CuratorWorkRow, workOrigins } from '#src/records/works/work-row.ts';
import { inLocale, LocalizedText } from '#src/vocabulary/locale.ts';
import { groupEcho } from '../group-query.ts';
import { citationOfWork } from '../work-citation.ts';
import { Facet, groupFacet, withRest } from './facets.ts';
import { sharedEcho } from './work-filters.ts';

export const WorkParams = z.object({
  id: z
    .string()
    .regex(/^[0-9A-Za-z-]{1,64}$/, 'must be the id of a work')
    .meta({ description: 'The id of the work, as in lists' }),
});

const anyObject = z.record(z.string(), z.unknown());

const WorkResearcher = z.object({ orcid: z.string(), name: LocalizedText.nullable() });

export const DashboardWork = z
  .object({
    id: z.string(),
    href: z.string().meta({ description: 'URL of the work, or of its page on the ORCID record; or a URN of its id' }),
    origin: z.enum(workOrigins).meta({ description: '`curator`: added by hand' }),
    orcid: z.string().nullable().meta({ description: 'The owner of the ORCID record that lists it' }),
    source: OrcidWork.nullable().meta({ description: 'What the ORCID record says; null if it was added by hand' }),
    edited: anyObject.meta({ description: "The edited fields, each with the editor's value and the source's" }),
    merged: z
      .object({
        title: LocalizedText.nullable(),
        work_type: z.string().nullable(),
        publication_date: z.string().nullable(),
        publication_year: z.int().nullable(),
        data: anyObject,
      })
      .meta({ description: 'The work as shown: edits take precedence over the source' }),
    researchers: z.array(WorkResearcher).meta({ description: 'The people it is linked to' }),
    apa_citation: z.string(),
    visible: z.boolean(),
    deleted_at: z.string().nullable().meta({ description: 'ISO 8601' }),
    replaced_by: z.string().nullable().meta({ description: 'The DOI of the publication that it has become' }),
    merged_into: z.string().nullable().meta({ description: 'The id of the work that it was merged into' }),
    edit_count: z.int(),
    last_edited_at: z.int().nullable(),
    last_fetched_at: z.int(),
    may_edit: z
      .boolean()
      .meta({ description: 'Whether the caller may edit it: a steward only what belongs to their groups' }),
    created_at: z.int(),
  })
  .meta({ id: 'DashboardWork' });

/** A work as curators see it, and whether this one may edit it. */
export async function workDetail(work: WorkRecord, may_edit: boolean): Promise<z.input<typeof DashboardWork>> {
  const orcids = workPeople(work);
  const names = new Map((await getPeople(orcids)).map(({ orcid, name }) => [orcid, name]));
  const { visible: _, enriched_metadata: __, ...merged } = workDocument(work);
  const { title, work_type, publication_date, publication_year, data } = merged;
  return {
    id: work.id,
    may_edit,
    href: work.href,
    origin: work.origin,
    orcid: work.orcid === '' ? null : work.orcid,
    source: sourceOf(work),
    edited: editedFields(editableWork, work),
    merged: { title, work_type, publication_date, publication_year, data },
    researchers: orcids.map((orcid) => ({ orcid, name: names.get(orcid) ?? null })),
    apa_citation: textOfRuns(apaCitation(citationOfWork(work, 'en'))),
    visible: work.visible,
    deleted_at: work.deleted_at,
    replaced_by: work.replaced_by,
    merged_into: work.merged_into,
    edit_count: work.edit_count,
    last_edited_at: work.last_edited_at,
    last_fetched_at: work.last_fetched_at,
    created_at: work.created_at,
  };
}

export const ChangedWork = z
  .object({
    ok: z.boolean(),
    visible: z.boolean(),
    edit_count: z.int().meta({ description: 'The number of edits of content' }),
  })
  .meta({ id: 'ChangedWork' });

/** The response to a change, with the work's new ETag. */
export async function changedWork({ work }: WorkChangeResult) {
  return {
    status: 200,
    body: { ok: true, visible: work.visible, edit_count: work.edit_count },
    headers: { etag: versionTag(work, await workDetail(work, true)) },
  } as const;
}

/** The citations of rows, in their order; undefined for works that are gone. */
export async function workCitations(
  rows: readonly CuratorWorkRow[],
  language: string,
): Promise<(Citation | undefined)[]> {
  const works = await getWorks(rows.map(({ id }) => id));
  return rows.map(({ id }) => {
    const work = works.get(id);
    return work && citationOfWork(work, language);
  });
}

export const CuratedWorkItem = z
  .object({
    id: z.string(),
    title: z.string().nullable(),
    authors: z.array(z.string()).meta({ description: 'The names of the first authors' }),
    work_type: z.string().nullable(),
    publication_date: z.string().nullable().meta({ description: '`YYYY`, `YYYY-MM` or `YYYY-MM-DD`' }),
    publication_year: z.int().nullable(),
    href: z.string(),
    origin: z.enum(workOrigins),
    researcher_orcids: z.array(z.string()),
    visible: z.boolean(),
    deleted_at: z.string().nullable().meta({ description: 'ISO 8601' }),
    merged_into: z.string().nullable(),
    edit_count: z.int(),
    created_at: z.int(),
    last_fetched_at: z.int(),
  })
  .meta({ id: 'CuratedWorkItem' });

/** The fields that the list counts on request. */
export const countedWorkFields = [
  'work_type',
  'publication_year',
  'visibility',
  'origin',
  'is_edited',
  'group',
] as const;

export const CuratedWorkList = z
  .object({
    works: z.array(CuratedWorkItem),
    ...searchEnvelope,
    sort: z.string(),
    dir: z.string(),
    q: z.string(),
    visibility: z.string(),
    status: z.string(),
    orcid_id: z.string().nullable(),
    work_type: z.string().nullable(),
    publication_year_from: z.int().nullable(),
    publication_year_to: z.int().nullable(),
    identifier: z.string().nullable(),
    is_edited: z.boolean().optional().meta({ description: 'Only if it was requested' }),
    origin: z.string().nullable(),
    ...groupEcho,
    ...sharedEcho,
    facets: z.partialRecord(z.enum(countedWorkFields), Facet).optional().meta({ description: 'Only if requested' }),
  })
  .meta({ id: 'CuratedWorkList' });

/** The counts of each facet, most frequent first. */
export async function workFacetsOf(
  { facets, groupCounts, total }: Pick<ListPage<unknown>, 'facets' | 'groupCounts' | 'total'>,
  language: string,
): Promise<{ facets?: z.input<typeof CuratedWorkList>['facets'] }> {
  if (!facets && !groupCounts) return {};
  const values = Object.entries(facets ?? {}).map(([name, counts]) => {
    const counted = Array.from(counts, ([value, count]) => ({ value, count }));
    return [name, withRest(counted, counts, total)] as const;
  });
  const group = groupCounts && (await groupFacet(groupCounts, language));
  return { facets: { ...Object.fromEntries(values), ...(group && { group }) } };
}

/** A work in the curators' list, with the title in a language. */
export const curatedWorkItem = (row: CuratorWorkRow, language: string): z.input<typeof CuratedWorkItem> => ({
  id: row.id,
  title: inLocale(row.title, language),
  authors: row.author_names === '' ? [] : row.author_names.split('\n'),
  work_type: row.work_type,
  publication_date: row.publication_date,
  publication_year: row.publication_year,
  href: row.href,
  origin: row.origin,
  researcher_orcids: row.orcids ?? (row.orcid === '' ? [] : [row.orcid]),
  visible: row.visible,
  deleted_at: row.deleted_at,
  merged_into: row.merged_into,
  edit_count: row.edit_count,
  created_at: row.created_at,
  last_fetched_at: row.last_fetched_at,
});
