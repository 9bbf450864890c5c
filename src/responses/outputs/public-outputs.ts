import * as z from 'zod';
import type { FeedName } from '#src/formats/feed.ts';
import type { FormatName } from '#src/formats/format.ts';
import { searchEnvelope } from '#src/http/page-envelope.ts';
import { checkYears } from '#src/http/publication-query.ts';
import type { TextResult } from '#src/http/route.ts';
import { oneOrMore } from '#src/http/values-filter.ts';
import { publicStalenessMs } from '#src/lists/load/collection.ts';
import {
  findOutputs,
  type NamesOf,
  type OutputConditions,
  type OutputPage,
  type OutputPlace,
} from '#src/lists/outputs.ts';
import { people } from '#src/lists/people.ts';
import { publicationSpec, publications } from '#src/lists/publications.ts';
import { workSpec, works } from '#src/lists/works.ts';
import { workTypesOf } from '#src/records/orcid/work-types.ts';
import { styleNames } from '#src/records/publications/list-citation.ts';
import { contentChangeAt, isPublic } from '#src/records/publications/publicity.ts';
import type { PublicationRow } from '#src/records/publications/row.ts';
import { getWorks } from '#src/records/publications/store/works.ts';
import type { WorkRecord } from '#src/records/works/work.ts';
import type { WorkRow } from '#src/records/works/work-row.ts';
import { type CitationRequest, withCitations, withWorkCitations } from '../citations.ts';
import { type GroupQuery, groupConditions, groupEcho } from '../group-query.ts';
import { WorkItem, workItem } from '../integrations/items.ts';
import { outputsOfProject, ownersOf, type PublicFilters } from '../owner-filters.ts';
import { PublicationListItem, publicationItems, publicFiltersEcho } from '../publications.ts';
import { citationOfWork, workFeedEntry } from '../work-citation.ts';
import { type ExportRequest, publicationCitations } from './export.ts';
import { entriesOfPart, feedOfRows, publicationFeedEntries } from './feed.ts';
import {
  checkPosition,
  cursorOf,
  encodeOutputsCursor,
  exportOutputs,
  ofOutputRows,
  outputRow,
  outputsBody,
  outputsEnvelope,
} from './outputs.ts';

/** One page of publications, for all public lists, with the outputs if the request asks for them. */
export const PublicationList = z
  .object({
    publications: z.array(PublicationListItem),
    ...searchEnvelope,
    sort: z.string(),
    dir: z.string(),
    q: z.string(),
    ...publicFiltersEcho,
    ...groupEcho,
    ...outputsEnvelope('OutputItem', PublicationListItem, WorkItem),
  })
  .meta({ id: 'PublicationList' });

/** The conditions of public works that filters of publications find; null for filters by what no work has. */
async function workConditions(
  { q, locale }: { q: string; locale: string | undefined },
  filters: PublicFilters & GroupQuery,
  now: Date,
) {
  const { publication_type, publication_subtype, exclude_subtype, output_type, publication_year } = filters;
  const { publication_year_from: from, publication_year_to: to, open_access_status, license, min_cited_by } = filters;
  checkYears(filters);
  const lacked = [open_access_status, license, filters.integrity, filters.identifier, filters.journal];
  if (lacked.some((asked) => asked !== null) || filters.is_retracted === 'true' || (min_cited_by ?? 0) > 0) return null;
  const stalenessMs = publicStalenessMs();
  const [orcid, ofProject, { groups }] = await Promise.all([
    ownersOf(filters, now),
    filters.project_id === null ? undefined : outputsOfProject(filters.project_id),
    groupConditions(filters, { kind: 'work', audience: 'public', stalenessMs }, now),
  ]);
  const ofTypes =
    publication_type || publication_subtype ? workTypesOf(publication_type, publication_subtype) : undefined;
  return {
    q,
    locale,
    equals: {
      orcid,
      output_type,
      publication_year: oneOrMore(publication_year),
      ...(ofTypes && { work_type: ofTypes }),
    },
    ...(exclude_subtype && { except: { work_type: workTypesOf(null, exclude_subtype) } }),
    ...(from !== null && { atLeast: { publication_year: from } }),
    ...(to !== null && { atMost: { publication_year: to } }),
    where: ['public'],
    ...(ofProject && { ids: ofProject.works }),
    ...(groups && { groups }),
  } as const;
}

const publicLists = {
  publication: { source: publications, spec: publicationSpec },
  work: { source: works, spec: workSpec },
};

/** The public outputs of a request, from a place on. */
export interface AskedOutputs {
  publication: OutputConditions<NamesOf<typeof publicationSpec>>;
  work: OutputConditions<NamesOf<typeof workSpec>>;
  dir: 'asc' | 'desc';
  after: OutputPlace | undefined;
}

/** The outputs of a request for publications, whose conditions are known, and the works that its filters find. */
export async function askedOutputs(
  asked: PublicFilters & GroupQuery & { dir: 'asc' | 'desc'; outputs_cursor?: OutputPlace | undefined },
  publication: NonNullable<AskedOutputs['publication']>,
  now: Date,
): Promise<AskedOutputs> {
  const { q, locale } = publication;
  return {
    publication,
    work: await workConditions({ q, locale }, asked, now),
    dir: asked.dir,
    after: asked.outputs_cursor,
  };
}

/** The next public outputs by publication date. */
export const findPublicOutputs = (asked: AskedOutputs, limit: number): Promise<OutputPage<PublicationRow, WorkRow>> =>
  findOutputs(publicLists, { ...asked, limit }, publicStalenessMs());

/** The outputs of a response. */
export async function publicOutputsBody(
  asked: AskedOutputs,
  limit: number,
  language: string,
  citations: CitationRequest = { include: null, style: styleNames[0] },
) {
  return outputsBody(await findPublicOutputs(asked, limit), language, {
    publication: (rows) => withCitations(publicationItems(rows, language), citations, people),
    work: (rows) =>
      withWorkCitations(
        rows.map((row) => workItem(row, language)),
        citations,
        people,
      ),
  });
}

/** Exports outputs: see `exportRows`. One may have been hidden after its row was read. */
export const exportPublicOutputs = (
  format: FormatName,
  path: string,
  request: ExportRequest,
  asked: AskedOutputs,
): Promise<TextResult> =>
  exportOutputs(format, path, request, (limit) => findPublicOutputs(asked, limit), {
    publication: publicationCitations,
    work: (rows, language) => ofPublicWorks(rows, (work) => citationOfWork(work, language)),
  });

/** Outputs as a feed: see `feedOfRows`. */
export async function feedOfOutputs(
  format: FeedName,
  path: string,
  title: string,
  request: ExportRequest,
  asked: AskedOutputs,
): Promise<TextResult> {
  checkPosition(request);
  const { outputs, placeAfter } = await findPublicOutputs(asked, entriesOfPart(request));
  const self: Record<string, string> = asked.after ? { outputs_cursor: encodeOutputsCursor(asked.after) } : {};
  const part = { rows: outputs.map(outputRow), self, next: cursorOf(placeAfter) };
  const read = ofOutputRows({
    publication: publicationFeedEntries,
    work: (rows: WorkRow[], language) =>
      ofPublicWorks(rows, (work, row) => workFeedEntry(work, language, contentChangeAt(row))),
  });
  return feedOfRows(format, path, title, request, part, read);
}

async function ofPublicWorks<Value>(
  rows: readonly WorkRow[],
  make: (work: WorkRecord, row: WorkRow) => Value,
): Promise<(Value | undefined)[]> {
  const records = await getWorks(rows.map(({ id }) => id));
  return rows.map((row) => {
    const work = records.get(row.id);
    return work && isPublic(work) ? make(work, row) : undefined;
  });
}
