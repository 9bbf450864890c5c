import type * as z from 'zod';
import { offerPreload } from '../runtime/preload.ts';
import { snapshotGrants } from '../storage/keys.ts';
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
  offerPreload(snapshotGrants[spec.snapshot ?? spec.collection], rows.preload);
  // The first search builds what the snapshot lacks, in steps between which other requests run.
  const toSearch =
    ({ q, locale }: { q: string; locale?: string | undefined }) =>
    (index: RowIndex<z.output<Schema>>) =>
      index.prepareSearch(q, locale);
  return {
    find: (query, stalenessMs) => rows.query(stalenessMs, ({ index }) => index.find(query), toSearch(query)),
    findAfter: (query, after, stalenessMs) =>
      rows.query(
        stalenessMs,
        ({ index, ...replica }) => ({ ...index.findAfter(query, after), ...currencyOf(replica) }),
        toSearch(query),
      ),
    aggregate: (aggregate, stalenessMs) =>
      rows.query(stalenessMs, ({ index, ...replica }) => ({
        value: index.aggregate(aggregate),
        ...currencyOf(replica),
      })),
    facetCounts: (equal, where, stalenessMs) => rows.query(stalenessMs, ({ index }) => index.facetCounts(equal, where)),
  };
}

const currencyOf = ({ watermarkMs, epoch }: { watermarkMs: number; epoch: number }): Currency => ({
  settledMs: watermarkMs - lateCommitMs,
  epoch,
});
