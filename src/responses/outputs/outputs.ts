import * as z from 'zod';
import type { FormatName } from '#src/formats/format.ts';
import type { TextResult } from '#src/http/route.ts';
import { namesFilter } from '#src/http/values-filter.ts';
import { type Output, type OutputPage, OutputPlace } from '#src/lists/outputs.ts';
import type { Citation } from '#src/records/citations/csl.ts';
import { publicationTypeOf, workTypesOf } from '#src/records/orcid/work-types.ts';
import { outputTypeOf } from '#src/records/publications/coar.ts';
import type { PublicationRow } from '#src/records/publications/row.ts';
import type { WorkRow } from '#src/records/works/work-row.ts';
import { invalidField } from '#src/runtime/errors.ts';
import { doiUrl } from '#src/vocabulary/identifiers/doi.ts';
import { inLocale } from '#src/vocabulary/locale.ts';
import { includedParts } from '../citations.ts';
import { optional } from '../query.ts';
import { type ExportRequest, exportRows, maxExportItems } from './export.ts';

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

/** Publications and works in one order, in a response with `include=works`. The schemas are of the items of both kinds. */
export const outputsEnvelope = <P extends z.ZodType, W extends z.ZodType>(id: string, publication: P, work: W) => ({
  outputs: z
    .array(
      z
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
          publication: publication.optional().meta({ description: 'The publication, if it is one' }),
          work: work.optional().meta({ description: 'The work, if it is one' }),
        })
        .meta({ id }),
    )
    .optional()
    .meta({ description: 'Publications and works without a DOI, by publication date. Only with `include=works`' }),
  outputs_total: z.int().optional(),
  outputs_next_cursor: z.string().nullable().optional().meta({ description: 'Null if no outputs follow' }),
});

/** Asks for works among publications. Public lists have citations beside it. */
export const includeWorks = namesFilter(
  ['works'],
  `What the response has in addition. \`works\`: ${includedParts.works}`,
);

interface TypeFilters {
  publication_type: readonly string[] | null;
  publication_subtype: readonly string[] | null;
  exclude_subtype: readonly string[] | null;
}

/** Filters of publications by type, as conditions of works. */
export const workTypeConditions = ({ publication_type, publication_subtype, exclude_subtype }: TypeFilters) => ({
  work_type: publication_type || publication_subtype ? workTypesOf(publication_type, publication_subtype) : null,
  ...(exclude_subtype && { except: { work_type: workTypesOf(null, exclude_subtype) } }),
});

/** The grants of routes with works among outputs. */
export const outputGrants = ['lists:works', 'works:read'] as const;

/** The outputs of a response, each with its item among those of its kind, which are in its order. */
export async function outputsBody<P extends PublicationRow, W extends WorkRow, PublicationItem, WorkItem>(
  { outputs, total, placeAfter }: OutputPage<P, W>,
  language: string,
  itemsOf: {
    publication: (rows: P[]) => Promise<PublicationItem[]>;
    work: (rows: W[]) => Promise<WorkItem[]>;
  },
) {
  const items = await eachOfKind<P, W, { publication: PublicationItem } | { work: WorkItem }>(outputs, {
    publication: async (rows) => (await itemsOf.publication(rows)).map((publication) => ({ publication })),
    work: async (rows) => (await itemsOf.work(rows)).map((work) => ({ work })),
  });
  const next = placeAfter(outputs.length);
  return {
    outputs: outputs.map((output, index) => ({ ...describedOutput(output, language), ...items[index] })),
    outputs_total: total,
    outputs_next_cursor: next ? encodeOutputsCursor(next) : null,
  };
}

function describedOutput(output: Output, language: string) {
  const { title, publication_date, publication_year } = output.row;
  const shown = { title: inLocale(title, language), publication_date, publication_year };
  if (output.kind === 'publication') {
    const { doi, publication_type, publication_subtype } = output.row;
    const type = outputTypeOf(publication_type, publication_subtype);
    return { kind: output.kind, id: doi, ...shown, type, href: doiUrl(doi) };
  }
  const { id, work_type, href } = output.row;
  const [type, subtype] = publicationTypeOf(work_type);
  return { kind: output.kind, id, ...shown, type: outputTypeOf(type, subtype ?? null), href };
}

/** An output as a row of an export or feed. */
export const outputRow = <P extends PublicationRow, W extends WorkRow>(output: Output<P, W>) => ({
  output,
  title: output.row.title,
});

/** Reads citations or entries of both kinds. */
export const ofOutputRows =
  <P extends PublicationRow, W extends WorkRow, Value>(read: KindReader<P, W, Value>) =>
  (rows: readonly { output: Output<P, W> }[], language: string): Promise<(Value | undefined)[]> =>
    eachOfKind(
      rows.map(({ output }) => output),
      {
        publication: (of) => read.publication(of, language),
        work: (of) => read.work(of, language),
      },
    );

interface KindReader<P, W, Value> {
  publication: (rows: P[], language: string) => Promise<(Value | undefined)[]>;
  work: (rows: W[], language: string) => Promise<(Value | undefined)[]>;
}

/** Reads outputs of both kinds, each kind at once, and returns the values in the order of the outputs. */
async function eachOfKind<P, W, Value>(
  outputs: readonly Output<P, W>[],
  read: {
    publication: (rows: P[]) => Promise<(Value | undefined)[]>;
    work: (rows: W[]) => Promise<(Value | undefined)[]>;
  },
): Promise<(Value | undefined)[]> {
  const ofPublications = outputs.flatMap((output) => (output.kind === 'publication' ? [output.row] : []));
  const ofWorks = outputs.flatMap((output) => (output.kind === 'work' ? [output.row] : []));
  const [publications, works] = await Promise.all([read.publication(ofPublications), read.work(ofWorks)]);
  const values = { publication: publications.values(), work: works.values() };
  return outputs.map(({ kind }) => values[kind].next().value);
}

/** Exports outputs: see `exportRows`. `find` returns the next ones, at most a number of them. */
export async function exportOutputs<P extends PublicationRow, W extends WorkRow>(
  format: FormatName,
  path: string,
  request: ExportRequest,
  find: (limit: number) => Promise<OutputPage<P, W>>,
  citations: KindReader<P, W, Citation>,
): Promise<TextResult> {
  checkPosition(request);
  const isPage = ['per_page', 'perPage'].some((name) => name in request.given);
  const { outputs, placeAfter } = await find(isPage ? request.query.per_page : maxExportItems);
  const part = { rows: outputs.map(outputRow), next: cursorOf(placeAfter) };
  return exportRows(format, { path, name: 'outputs' }, request, part, ofOutputRows(citations));
}

/** The parameters of the request for what follows the first outputs of a part. */
export const cursorOf = (placeAfter: (taken: number) => OutputPlace | undefined) => (taken: number) => {
  const place = placeAfter(taken);
  return place && { outputs_cursor: encodeOutputsCursor(place) };
};

/** Outputs have no pages by number: they go on behind a cursor. */
export function checkPosition({ query: { page, offset } }: ExportRequest): void {
  if (page > 1) throw invalidField('query', 'page', 'must be 1 with include=works: use outputs_cursor');
  if (offset > 0) throw invalidField('query', 'offset', 'must be 0 with include=works: use outputs_cursor');
}
