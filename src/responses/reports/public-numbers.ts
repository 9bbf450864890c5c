import * as z from 'zod';
import { knownGroups } from '#src/lists/groups/group-filter.ts';
import { publicStalenessMs } from '#src/lists/load/collection.ts';
import type { CountedBy, OutputCounts } from '#src/lists/model/counting.ts';
import { publications } from '#src/lists/publications.ts';
import { works } from '#src/lists/works.ts';
import { invalidField } from '#src/runtime/errors.ts';
import { countedGroups, echoGroups, type GroupQuery, groupEcho } from '../group-query.ts';
import { publicWorkConditions } from '../outputs/public-outputs.ts';
import { type PublicFilters, publicConditions } from '../owner-filters.ts';

/** Dimensions by which public outputs are counted. */
export const NumberDimensions = ['year', 'type', 'open_access', 'group'] as const;
/** Lists count by no more at once. */
export const mostDimensions = 3;

type NumberDimension = (typeof NumberDimensions)[number];

const filterOf: Record<Exclude<NumberDimension, 'group'>, { publications: string; works: string | null }> = {
  year: { publications: 'publication_year', works: 'publication_year' },
  type: { publications: 'output_type', works: 'output_type' },
  open_access: { publications: 'open_access_status', works: null },
};

const key = { description: 'Only if it is counted by. Null: unknown' };

export const PublicNumbers = z
  .object({
    by: z.array(z.enum(NumberDimensions)),
    counts: z.array(
      z
        .object({
          year: z.int().nullable().optional().meta(key),
          type: z.string().nullable().optional().meta(key),
          open_access: z.string().nullable().optional().meta(key),
          group: z.string().nullable().optional().meta({
            description: 'Only if it is counted by: the id of a public group. Null: of none of these',
          }),
          count: z.int(),
        })
        .meta({ id: 'PublicNumber' }),
    ),
    total: z.int().meta({ description: 'Distinct outputs' }),
    ...groupEcho,
  })
  .meta({ id: 'PublicNumbers' });

const kindIn = { publications: 'publication', works: 'work' } as const;

/** More numbers do not fit into a response. */
const mostNumbers = 5_000;

type Asked = Pick<
  PublicFilters,
  'publication_year_from' | 'publication_year_to' | 'output_type' | 'open_access_status' | 'orcid'
> &
  GroupQuery & { by: NumberDimension[] | null };

/** The numbers of public outputs, or of publications alone. Throws a Problem for an impossible filter. */
export async function publicNumbers(
  asked: Asked,
  now: Date,
  { q = '', withWorks = true } = {},
): Promise<z.input<typeof PublicNumbers>> {
  const by = asked.by ?? ['year'];
  const filters: PublicFilters & GroupQuery = { ...noFilters, ...asked };
  const { conditions, owned } = await publicConditions(filters, now);
  const ofWorks = withWorks ? await publicWorkConditions({ q }, filters, owned, now) : undefined;
  const page = { page: 1, per_page: 1, q, sort: 'publication_date', dir: 'desc' } as const;
  const byOf = (list: 'publications' | 'works') =>
    Promise.all(
      by.map(async (dimension): Promise<CountedBy> => {
        if (dimension === 'group')
          return countedGroups(await knownGroups(kindIn[list], 'public', publicStalenessMs()), asked, now);
        // Rows of works have no status, so all are counted as without one.
        const equal = filterOf[dimension][list];
        return equal === null ? { kind: 'values', equal: 'orcid', only: new Set() } : { kind: 'values', equal };
      }),
    );
  const counts = await Promise.all([
    publications.countOutputs({ ...page, ...conditions }, { by: await byOf('publications') }, publicStalenessMs()),
    ofWorks && works.countOutputs({ ...page, ...ofWorks }, { by: await byOf('works') }, publicStalenessMs()),
  ]);
  const found = counts.flatMap((each) => each ?? []);
  if (found.some(({ cells }) => cells.length > mostNumbers))
    throw invalidField('query', 'by', `gives more than ${mostNumbers} numbers`);
  return {
    by,
    counts: merged(found, by),
    total: found.reduce((sum, { total }) => sum + total.whole, 0),
    ...echoGroups(asked),
  };
}

function merged(all: readonly OutputCounts[], by: readonly NumberDimension[]) {
  const counts = new Map<string, { keys: readonly (string | number | null)[]; count: number }>();
  for (const { keys, whole } of all.flatMap(({ cells }) => [...cells])) {
    const id = JSON.stringify(keys);
    const known = counts.get(id);
    if (known) known.count += whole;
    else counts.set(id, { keys, count: whole });
  }
  const order = [...counts.entries()].sort(([one], [other]) => (one < other ? -1 : 1));
  return order.map(([, { keys, count }]) => ({
    ...Object.fromEntries(by.map((dimension, at) => [dimension, keys[at] ?? null])),
    count,
  }));
}

const noFilters = {
  publication_type: null,
  publication_year: null,
  license: null,
  min_cited_by: null,
  is_retracted: null,
  integrity: null,
  publication_subtype: null,
  exclude_subtype: null,
  identifier: null,
  journal: null,
  entity_id: null,
  project_id: null,
};
