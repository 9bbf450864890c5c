import { setImmediate } from 'node:timers/promises';
import type * as z from 'zod';
import type { RowIndex } from './index/row-index.ts';
import { replicate } from './load/collection.ts';
import { lateCommitMs } from './load/shards.ts';
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
    find: async (query, stalenessMs) => (await readyFor(query, await rows.index(stalenessMs))).find(query),
    findAfter: async (query, after, stalenessMs) => {
      const { index, ...replica } = await rows.replica(stalenessMs);
      await readyFor(query, index);
      return { ...index.findAfter(query, after), ...currencyOf(replica) };
    },
    aggregate: async (aggregate, stalenessMs) => {
      const { index, ...replica } = await rows.replica(stalenessMs);
      return { value: index.aggregate(aggregate), ...currencyOf(replica) };
    },
    facetCounts: async (equal, where, stalenessMs) => (await rows.index(stalenessMs)).facetCounts(equal, where),
  };
}

/** The index, ready for a search. The first search builds what it needs, in steps between which other requests run. */
async function readyFor<Row extends object>(
  { q, locale }: { q: string; locale?: string | undefined },
  index: RowIndex<Row>,
): Promise<RowIndex<Row>> {
  for (const _ of index.prepareSearch(q, locale)) await setImmediate();
  return index;
}

const currencyOf = ({ watermarkMs, epoch }: { watermarkMs: number; epoch: number }): Currency => ({
  settledMs: watermarkMs - lateCommitMs,
  epoch,
});
