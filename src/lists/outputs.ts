import * as z from 'zod';
import type { PublicationRow } from '#src/records/publications/row.ts';
import type { WorkRow } from '#src/records/works/work-row.ts';
import { defaultLocale } from '#src/vocabulary/locale.ts';
import type { ListSource } from './model/list-source.ts';
import type { LocaleMatch, Position } from './model/page.ts';
import type { ListQuery } from './model/query.ts';
import type { ListNames, ListSpec, RowSchema } from './model/spec.ts';

/** A publication or a work in a list of both. */
export type Output<Publication = PublicationRow, Work = WorkRow> =
  | { kind: 'publication'; row: Publication }
  | { kind: 'work'; row: Work };

/** A list that has outputs of one kind. */
export interface OutputList<Row, Names extends ListNames> {
  source: Pick<ListSource<Row, Names>, 'findAndCountAfter'>;
  spec: { id: (row: Row) => string; sorts: { publication_date: (row: Row) => string | number | null } };
}

/** The names of a list by its specification. */
export type NamesOf<Spec> = Spec extends ListSpec<RowSchema, infer Names> ? Names : never;

/** The part of a query that concerns one list, without order and page. Null: nothing of it. */
export type OutputConditions<Names extends ListNames> = Omit<
  ListQuery<Names>,
  'page' | 'per_page' | 'offset' | 'sort' | 'foreignOrder' | 'dir' | 'facets' | 'countGroups'
> | null;

const OutputPosition: z.ZodType<Position> = z.object({
  value: z.union([z.string(), z.number(), z.null()]),
  id: z.string(),
});

/** A place in a list of both kinds: behind the last output of each. Null: before the first. */
export const OutputPlace = z.object({ publication: OutputPosition.nullable(), work: OutputPosition.nullable() });
export type OutputPlace = z.output<typeof OutputPlace>;

const firstPlace: OutputPlace = { publication: null, work: null };

export interface OutputPage<Publication, Work> {
  outputs: Output<Publication, Work>[];
  /** The number of all outputs, before and after this page. */
  total: number;
  /** How the outputs were found, if the query has a text and a locale. */
  match: Partial<LocaleMatch>;
  /** The place behind the first outputs of the page. Undefined if none follow. */
  placeAfter: (taken: number) => OutputPlace | undefined;
}

/**
 * The next outputs of two lists in one order, by publication date, those without one last, then by id. Outputs that do not
 * change between two pages are neither missed nor repeated.
 */
export async function findOutputs<
  Publication extends object,
  Work extends object,
  OfPublications extends ListNames,
  OfWorks extends ListNames,
>(
  lists: { publication: OutputList<Publication, OfPublications>; work: OutputList<Work, OfWorks> },
  query: {
    publication: OutputConditions<OfPublications>;
    work: OutputConditions<OfWorks>;
    dir: 'asc' | 'desc';
    after?: OutputPlace | undefined;
    limit: number;
  },
  stalenessMs: number,
): Promise<OutputPage<Publication, Work>> {
  const { dir, limit, after = firstPlace } = query;
  const [publications, works] = await Promise.all([
    nextOf(lists.publication, query.publication, { dir, limit, after: after.publication }, stalenessMs),
    nextOf(lists.work, query.work, { dir, limit, after: after.work }, stalenessMs),
  ]);
  const merged: { output: Output<Publication, Work>; position: Position }[] = [];
  let [publication, work] = [0, 0];
  while (merged.length < limit) {
    const [one, other] = [publications.found[publication], works.found[work]];
    if (one && (!other || isBefore(one.position, other.position, dir))) {
      merged.push({ output: { kind: 'publication', row: one.row }, position: one.position });
      publication++;
    } else if (other) {
      merged.push({ output: { kind: 'work', row: other.row }, position: other.position });
      work++;
    } else break;
  }
  const hasMore =
    publications.hasMore || works.hasMore || publication < publications.found.length || work < works.found.length;
  const lastOf = (kind: Output['kind'], taken: number) =>
    merged.slice(0, taken).findLast(({ output }) => output.kind === kind)?.position ?? after[kind];
  return {
    outputs: merged.map(({ output }) => output),
    total: publications.total + works.total,
    match: matchOf([publications, works]),
    placeAfter: (taken) =>
      hasMore || taken < merged.length
        ? { publication: lastOf('publication', taken), work: lastOf('work', taken) }
        : undefined,
  };
}

async function nextOf<Row extends object, Names extends ListNames>(
  { source, spec }: OutputList<Row, Names>,
  conditions: OutputConditions<Names>,
  { dir, limit, after }: { dir: 'asc' | 'desc'; limit: number; after: Position | null },
  stalenessMs: number,
) {
  if (conditions === null) return { found: [], total: 0, hasMore: false, match: {} };
  const order = { sort: 'publication_date' as Names['sort'], dir, page: 1, per_page: limit };
  const { rows, total, hasMore, matched_locale, fallback_used } = await source.findAndCountAfter(
    { ...conditions, ...order },
    after ?? undefined,
    stalenessMs,
  );
  const positioned = rows.map((row) => ({
    row,
    position: { value: spec.sorts.publication_date(row), id: spec.id(row) },
  }));
  const match: Partial<LocaleMatch> =
    matched_locale === undefined || fallback_used === undefined ? {} : { matched_locale, fallback_used };
  return { found: positioned, total, hasMore, match };
}

/** The match of both lists: in the default locale only if neither list has anything in the requested one. */
function matchOf(lists: readonly { total: number; match: Partial<LocaleMatch> }[]): Partial<LocaleMatch> {
  const found = lists.filter(({ total }) => total > 0).map(({ match }) => match);
  const inRequested = found.find(({ matched_locale }) => matched_locale !== defaultLocale);
  const { matched_locale } = inRequested ?? found[0] ?? lists[0]?.match ?? {};
  if (matched_locale === undefined) return {};
  return { matched_locale, fallback_used: found.some(({ fallback_used }) => fallback_used === true) };
}

function isBefore(one: Position, other: Position, dir: 'asc' | 'desc'): boolean {
  if (one.value === other.value) return one.id < other.id;
  if (one.value === null || other.value === null) return other.value === null;
  return dir === 'asc' ? one.value < other.value : one.value > other.value;
}
