import type { FormatName } from '#src/formats/format.ts';
import type { TextResult } from '#src/http/route.ts';
import { orNone } from '#src/http/values-filter.ts';
import { curatedPublications, curatorSpec } from '#src/lists/curated-publications.ts';
import {
  findOutputs,
  type NamesOf,
  type OutputConditions,
  type OutputPage,
  type OutputPlace,
} from '#src/lists/outputs.ts';
import { curatedWorkSpec, curatedWorks } from '#src/lists/works.ts';
import type { CuratorRow } from '#src/records/publications/row.ts';
import type { CuratorWorkRow } from '#src/records/works/work-row.ts';
import { groupConditions } from '../group-query.ts';
import { type ExportRequest, publicationCitations } from '../outputs/export.ts';
import { exportOutputs, outputsBody, workTypeConditions } from '../outputs/outputs.ts';
import type { CuratedQuery } from './publication-search.ts';
import { curatedItems } from './publications.ts';
import { workFilterConditions } from './work-filters.ts';
import { curatedWorkItem, workCitations } from './works.ts';

type WorkConditions = OutputConditions<NamesOf<typeof curatedWorkSpec>>;

/** The conditions of works that filters of publications find; null for filters by what no work has. */
export async function workConditions(
  query: CuratedQuery,
  locale: string | undefined,
  now: Date,
): Promise<WorkConditions> {
  const { q, visibility, status, versions, orcid_id } = query;
  const { publication_year, publication_year_from: from, publication_year_to: to, identifier, is_edited } = query;
  const { integrity, match_state, source, language, missing } = query;
  const lacked: (readonly string[] | null | undefined)[] = [integrity, match_state, source, language, missing];
  const isLacked = lacked.some((asked) => asked && !asked.includes('unknown')) || (query.min_cited_by ?? 0) > 0;
  if (query.retracted_from || isLacked || query.is_retracted === 'true' || versions === 'superseded') return null;
  const { groups } = await groupConditions(query, { kind: 'work', audience: 'curators', stalenessMs: 0 }, now);
  const { work_type, ...exceptions } = workTypeConditions(query);
  const { equals, except, atLeast, atMost, ids } = await workFilterConditions(query);
  return {
    q,
    locale,
    equals: {
      orcid_id: orcid_id && orNone(orcid_id),
      publication_year: publication_year && orNone(publication_year),
      identifier,
      is_edited,
      work_type,
      ...equals,
      visibility: visibility === 'all' ? null : visibility,
      status: status === 'all' ? null : status,
    },
    except: { ...exceptions.except, ...except },
    atLeast: { publication_year: from, ...atLeast },
    atMost: { publication_year: to, ...atMost },
    where: [],
    ...(ids && { ids }),
    ...(groups && { groups }),
  };
}

const lists = {
  publication: { source: curatedPublications, spec: curatorSpec },
  work: { source: curatedWorks, spec: curatedWorkSpec },
};

/** Finds the outputs of a curator's request, at most a number of them. */
export type FindCuratedOutputs = (limit: number) => Promise<OutputPage<CuratorRow, CuratorWorkRow>>;

/** Prepares the list of the outputs that a search for publications finds, with the works that its filters find. */
export async function curatedOutputs(
  query: CuratedQuery & { dir: 'asc' | 'desc'; outputs_cursor?: OutputPlace | undefined },
  publication: OutputConditions<NamesOf<typeof curatorSpec>>,
  locale: string | undefined,
  now: Date,
): Promise<FindCuratedOutputs> {
  const work = await workConditions(query, locale, now);
  const { dir, outputs_cursor: after } = query;
  return (limit) => findOutputs(lists, { publication, work, dir, after, limit }, 0);
}

/** The outputs of a response. */
export const curatedOutputsBody = async (find: FindCuratedOutputs, limit: number, language: string) =>
  outputsBody(await find(limit), language, {
    publication: (rows) => curatedItems(rows, language),
    work: async (rows) => rows.map((row) => curatedWorkItem(row, language)),
  });

/** Exports outputs, including hidden ones: see `exportRows`. */
export const exportCuratedOutputs = (
  format: FormatName,
  path: string,
  request: ExportRequest,
  find: FindCuratedOutputs,
): Promise<TextResult> =>
  exportOutputs(format, path, request, find, {
    publication: (rows, language) => publicationCitations(rows, language, () => true),
    work: workCitations,
  });
