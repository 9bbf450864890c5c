import type * as z from 'zod';
import { replicate } from './load/collection.ts';
import { overlapMs } from './load/shards.ts';
import type { Currency, ListSource } from './model/list-source.ts';
import type { ListSpec, RowSchema } from './model/spec.ts';

/** A list of a collection's rows, in memory for the lifetime of the process. */
export function defineList<
  Schema extends RowSchema,
  Sort extends string,
  Equal extends string,
  AtLeast extends string,
  Where extends string,
>(spec: ListSpec<Schema, Sort, Equal, AtLeast, Where>): ListSource<z.output<Schema>, Sort, Equal, AtLeast, Where> {
  const rows = replicate(spec);
  return {
    find: async (query, stalenessMs) => (await rows.index(stalenessMs)).find(query),
    findAfter: async (query, after, stalenessMs) => {
      const { index, ...replica } = await rows.replica(stalenessMs);
      return { ...index.findAfter(query, after), ...currencyOf(replica) };
    },
    aggregate: async (aggregate, stalenessMs) => {
      const { index, ...replica } = await rows.replica(stalenessMs);
      return { value: index.aggregate(aggregate), ...currencyOf(replica) };
    },
    facetCounts: async (equal, where, stalenessMs) => (await rows.index(stalenessMs)).facetCounts(equal, where),
  };
}

const currencyOf = ({ watermarkMs, epoch }: { watermarkMs: number; epoch: number }): Currency => ({
  settledMs: watermarkMs - overlapMs,
  epoch,
});
