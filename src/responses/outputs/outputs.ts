import * as z from 'zod';
import type { FeedEntry, FeedName } from '#src/formats/feed.ts';
import type { FormatName } from '#src/formats/format.ts';
import { searchEnvelope } from '#src/http/page-envelope.ts';
import { checkYears } from '#src/http/publication-query.ts';
import type { TextResult } from '#src/http/route.ts';
import { oneOrMore } from '#src/http/values-filter.ts';
import { publicStalenessMs } from '#src/lists/load/collection.ts';
import {
  findOutputs,
  type NamesOf,
  type Output,
  type OutputConditions,
  type OutputPage,
  OutputPlace,
} from '#src/lists/outputs.ts';
import { people } from '#src/lists/people.ts';
import { publicationSpec, publications } from '#src/lists/publications.ts';
import { workSpec, works } from '#src/lists/works.ts';
import type { Citation } from '#src/records/citations/csl.ts';
import { publicationTypeOf, workTypesOf } from '#src/records/orcid/work-types.ts';
import { outputTypeOf } from '#src/records/publications/coar.ts';
import { styleNames } from '#src/records/publications/list-citation.ts';
import { contentChangeAt, isPublic } from '#src/records/publications/publicity.ts';
import type { PublicationRow } from '#src/records/publications/row.ts';
import { getWorks } from '#src/records/publications/store/works.ts';
import type { WorkRow } from '#src/records/works/work-row.ts';
import { invalidField } from '#src/runtime/errors.ts';
import { doiUrl } from '#src/vocabulary/identifiers/doi.ts';
import { inLocale } from '#src/vocabulary/locale.ts';
import { type CitationRequest, withCitations, withWorkCitations } from '../citations.ts';
import { type GroupQuery, groupConditions, groupEcho } from '../group-query.ts';
import { WorkItem, workItem } from '../integrations/items.ts';
import { ownersOf, type PublicFilters } from '../owner-filters.ts';
import { PublicationListItem, publicationItems, publicFiltersEcho } from '../publications.ts';
import { optional } from '../query.ts';
import { citationOfWork, workFeedEntry } from '../work-citation.ts';
import { type ExportRequest, exportRows, maxExportItems, publicationCitations } from './export.ts';
import { entriesOfPart, feedOfRows, publicationFeedEntries } from './feed.ts';

const cursorParameter = (description: string) =>
  optional(
    z
      .string()
      .max(4000)
      .transform((cursor, context): OutputPlace | undefined => {
        if (cursor === '') return undefined;
        try {
          return OutputPlace.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
        } catch {
          context.issues.push({ code: 'custom', message: 'is invalid', input: cursor });
          return z.NEVER;
        }
      })
      .optional()
      .meta({ description, openapi: { type: 'string', maxLength: 4000 } }),
  );

/** The place in a list of outputs where a response begins. */
export const outputsCursor = cursorParameter(
  'The `outputs_next_cursor` of the previous response. Only with `include=works`.',
);

/** The place in the list of a page where it begins. */
export const outputsAfter = cursorParameter('Where the list begins, as in the link to the next part.');

export const encodeOutputsCursor = (place: OutputPlace): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url');

const OutputItem = z
  .object({
    kind: z.enum(['publication', 'work']),
    id: z.string().meta({ description: 'The DOI of a publication, the id of a work' }),
    title: z.string().nullable(),
    type: z.string().nullable().meta({
      description: "In one vocabulary for both kinds: COAR's labels with hyphens, such as `journal-article`",
    }),
    publication_date: z.string().nullable().meta({ description: '`YYYY`, `YYYY-MM` or `YYYY-MM-DD`' }),
    publication_year: z.int().nullable(),
    href: z.string().meta({ description: 'Where it is on the web; a URN for a work that is nowhere' }),
    publication: PublicationListItem.optional().meta({ description: 'The publication, if it is one' }),
    work: WorkItem.optional().meta({ description: 'The work, if it is one' }),
  })
  .meta({ id: 'OutputItem' });

/** Publications and works in one order, in a response with `include=works`. */
const outputsEnvelope = {
  outputs: z.array(OutputItem).optional().meta({
    description: 'Publications and works without a DOI, by publication date. Only with `include=works`',
  }),
  outputs_total: z.int().optional(),
  outputs_next_cursor: z.string().nullable().optional().meta({ description: 'Null if no outputs follow' }),
};

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
    ...outputsEnvelope,
  })
  .meta({ id: 'PublicationList' });

/** The grants of routes with works among outputs. */
export const outputGrants = ['lists:works', 'works:read'] as const;

/** The conditions of public works that filters of publications find; null for filters by what no work has. */
async function workConditions(
  { q, locale }: { q: string; locale: string | undefined },
  filters: PublicFilters & GroupQuery,
  now: Date,
) {
  const { publication_type, publication_subtype, exclude_subtype, output_type, publication_year } = filters;
  const { publication_year_from: from, publication_year_to: to, open_access_status, license, min_cited_by } = filters;
  checkYears(filters);
  const lacked = [
    open_access_status,
    license,
    filters.integrity,
    filters.identifier,
    filters.journal,
    filters.project_id,
  ];
  if (lacked.some((asked) => asked !== null) || filters.is_retracted === 'true' || (min_cited_by ?? 0) > 0) return null;
  const stalenessMs = publicStalenessMs();
  const [orcid, { groups }] = await Promise.all([
    ownersOf(filters, now),
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
export async function outputsBody(
  asked: AskedOutputs,
  limit: number,
  language: string,
  citations: CitationRequest = { include: null, style: styleNames[0] },
) {
  const { outputs, total, placeAfter } = await findPublicOutputs(asked, limit);
  const next = placeAfter(outputs.length);
  return {
    outputs: await outputItems(outputs, language, citations),
    outputs_total: total,
    outputs_next_cursor: next ? encodeOutputsCursor(next) : null,
  };
}

/** Exports outputs: see `exportRows`. */
export async function exportOutputs(
  format: FormatName,
  path: string,
  request: ExportRequest,
  asked: AskedOutputs,
): Promise<TextResult> {
  checkPosition(request);
  const limit = 'per_page' in request.given ? request.query.per_page : maxExportItems;
  const { outputs, placeAfter } = await findPublicOutputs(asked, limit);
  const part = { rows: outputs.map(outputRow), next: cursorOf(placeAfter) };
  return exportRows(format, { path, name: 'outputs' }, request, part, outputCitations);
}

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
  return feedOfRows(format, path, title, request, part, outputEntries);
}

const cursorOf = (placeAfter: (taken: number) => OutputPlace | undefined) => (taken: number) => {
  const place = placeAfter(taken);
  return place && { outputs_cursor: encodeOutputsCursor(place) };
};

/** Outputs have no pages by number: they go on behind a cursor. */
function checkPosition({ query: { page, offset } }: ExportRequest): void {
  if (page > 1) throw invalidField('query', 'page', 'must be 1 with include=works: use outputs_cursor');
  if (offset > 0) throw invalidField('query', 'offset', 'must be 0 with include=works: use outputs_cursor');
}

/** Outputs as items, with titles in a language. */
async function outputItems(
  outputs: readonly Output[],
  language: string,
  citations: CitationRequest,
): Promise<z.input<typeof OutputItem>[]> {
  const rowsOf = <Kind extends Output['kind']>(kind: Kind) =>
    outputs.flatMap((output) => (output.kind === kind ? [output.row as Extract<Output, { kind: Kind }>['row']] : []));
  const [ofPublications, ofWorks] = await Promise.all([
    withCitations(publicationItems(rowsOf('publication'), language), citations, people),
    withWorkCitations(
      rowsOf('work').map((row) => workItem(row, language)),
      citations,
      people,
    ),
  ]);
  const publicationOf = new Map(ofPublications.map((item) => [item.doi, item]));
  const workOf = new Map(ofWorks.map((item) => [item.id, item]));
  return outputs.map((output) => {
    const { title, publication_date, publication_year } = output.row;
    const shown = { title: inLocale(title, language), type: typeOf(output), publication_date, publication_year };
    if (output.kind === 'work') {
      const { id, href } = output.row;
      return { kind: 'work', id, ...shown, href, work: workOf.get(id) };
    }
    const { doi } = output.row;
    return { kind: 'publication', id: doi, ...shown, href: doiUrl(doi), publication: publicationOf.get(doi) };
  });
}

function typeOf(output: Output): string | null {
  if (output.kind === 'publication') return outputTypeOf(output.row.publication_type, output.row.publication_subtype);
  const [type, subtype] = publicationTypeOf(output.row.work_type);
  return outputTypeOf(type, subtype ?? null);
}

/** An output as a row of an export or feed. */
const outputRow = (output: Output) => ({ output, title: output.row.title });
type OutputRow = ReturnType<typeof outputRow>;

/** The citations of public outputs, in their order. One may have been hidden after its row was read. */
const outputCitations = (rows: readonly OutputRow[], language: string): Promise<(Citation | undefined)[]> =>
  eachOfKind(rows, {
    publication: (of) => publicationCitations(of, language),
    work: async (of) => {
      const records = await getWorks(of.map(({ id }) => id));
      return of.map(({ id }) => {
        const work = records.get(id);
        return work && isPublic(work) ? citationOfWork(work, language) : undefined;
      });
    },
  });

/** The entries of public outputs in a feed, in their order. */
const outputEntries = (rows: readonly OutputRow[], language: string): Promise<(FeedEntry | undefined)[]> =>
  eachOfKind(rows, {
    publication: (of) => publicationFeedEntries(of, language),
    work: async (of) => {
      const records = await getWorks(of.map(({ id }) => id));
      return of.map((row) => {
        const work = records.get(row.id);
        return work && isPublic(work) ? workFeedEntry(work, language, contentChangeAt(row)) : undefined;
      });
    },
  });

/** Reads outputs of both kinds, each kind at once, and returns them in their order. */
async function eachOfKind<Value>(
  rows: readonly OutputRow[],
  read: {
    publication: (rows: PublicationRow[]) => Promise<Value[]>;
    work: (rows: WorkRow[]) => Promise<Value[]>;
  },
): Promise<(Value | undefined)[]> {
  const ofPublications = rows.flatMap(({ output }) => (output.kind === 'publication' ? [output.row] : []));
  const ofWorks = rows.flatMap(({ output }) => (output.kind === 'work' ? [output.row] : []));
  const values = {
    publication: (await read.publication(ofPublications)).values(),
    work: (await read.work(ofWorks)).values(),
  };
  return rows.map(({ output: { kind } }) => values[kind].next().value);
}
