import * as z from 'zod';
import type { FeedName } from '#src/formats/feed.ts';
import type { FormatName } from '#src/formats/format.ts';
import { searchEnvelope } from '#src/http/page-envelope.ts';
import type { TextResult } from '#src/http/route.ts';
import { oneOrMore, orNone } from '#src/http/values-filter.ts';
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
import type { Citation } from '#src/records/citations/csl.ts';
import { styleNames } from '#src/records/publications/list-citation.ts';
import { contentChangeAt, isPublic } from '#src/records/publications/publicity.ts';
import type { PublicationRow } from '#src/records/publications/row.ts';
import { getWorks } from '#src/records/publications/store/works.ts';
import type { WorkRecord } from '#src/records/works/work.ts';
import type { WorkRow } from '#src/records/works/work-row.ts';
import { type CitationRequest, withCitations, withWorkCitations } from '../citations.ts';
import { type GroupQuery, groupConditions, groupEcho } from '../group-query.ts';
import { WorkItem, workItem } from '../integrations/items.ts';
import type { OwnedOutputs, PublicFilters } from '../owner-filters.ts';
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
  workTypeConditions,
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
export async function publicWorkConditions(
  { q, locale }: { q: string; locale?: string | undefined },
  filters: PublicFilters & GroupQuery,
  { owners, ofProject }: OwnedOutputs,
  now: Date,
) {
  const { output_type, publication_year, publication_year_from: from, publication_year_to: to } = filters;
  const { open_access_status, license, integrity, identifier, journal, min_cited_by } = filters;
  // Rows of works have none of these: they are found only as unknown.
  const lacked: (readonly string[] | null)[] = [open_access_status, license, integrity, identifier, journal];
  if (
    lacked.some((asked) => asked !== null && !asked.includes('unknown')) ||
    filters.is_retracted === 'true' ||
    (min_cited_by ?? 0) > 0
  )
    return null;
  const stalenessMs = publicStalenessMs();
  const { groups } = await groupConditions(filters, { kind: 'work', audience: 'public', stalenessMs }, now);
  const { work_type, ...exceptions } = workTypeConditions(filters);
  return {
    q,
    locale,
    equals: {
      orcid: owners,
      output_type: output_type && orNone(output_type),
      publication_year: oneOrMore(publication_year),
      work_type,
    },
    ...exceptions,
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
  owned: OwnedOutputs,
  now: Date,
): Promise<AskedOutputs> {
  return {
    publication,
    work: await publicWorkConditions(publication, asked, owned, now),
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
    work: publicWorkCitations,
  });

/** The citations of works, in their order; undefined for those that are not public any more. */
export const publicWorkCitations = (rows: readonly WorkRow[], language: string): Promise<(Citation | undefined)[]> =>
  ofPublicWorks(rows, (work) => citationOfWork(work, language));

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
