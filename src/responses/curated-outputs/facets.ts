import * as z from 'zod';
import { groupNames } from '#src/lists/groups/groups.ts';
import type { GroupCounts, ValueCounts } from '#src/lists/model/page.ts';
import { inLocale } from '#src/vocabulary/locale.ts';

export const Facet = z
  .array(
    z.object({
      value: z.union([z.string(), z.int()]).nullable(),
      count: z.int(),
      title: z.string().nullable().optional().meta({ description: 'Of a journal or a group' }),
    }),
  )
  .meta({
    id: 'Facet',
    description:
      'The values of a field in all matching records, most frequent first. Null: without a value. Of `journal`, ' +
      'those with the 50 most frequent ISSNs, and of `publisher` the 50 most frequent. A record counts for each of its ' +
      'groups, and for the groups above',
  });
export type Facet = z.input<typeof Facet>;

/** The most frequent first. */
export const inOrder = (values: Facet): Facet =>
  values.toSorted((one, other) => other.count - one.count || (String(one.value) < String(other.value) ? -1 : 1));

/** The values of a field, and how many records have none, if a record has at most one. */
export function withRest(values: Facet, counts: ValueCounts, total: number): Facet {
  const rest = total - [...counts.values()].reduce((sum, count) => sum + count, 0);
  return inOrder(rest > 0 ? [...values, { value: null, count: rest }] : values);
}

/** The groups with their names, and what has none. */
export async function groupFacet({ counts, without }: GroupCounts, language: string): Promise<Facet> {
  const names = await groupNames([...counts.keys()], 0);
  const named = Array.from(counts, ([value, count]) => ({
    ...{ value, count },
    title: inLocale(names.get(value) ?? null, language),
  }));
  return inOrder([...named, ...(without > 0 ? [{ value: null, count: without }] : [])]);
}
