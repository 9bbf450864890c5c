import type * as z from 'zod';
import { env } from '#src/runtime/env.ts';
import { offerPreload } from '#src/runtime/preload.ts';
import { snapshotGrants } from '#src/table/keys.ts';
import type { RowIndex } from './index/row-index.ts';
import { replicate } from './load/collection.ts';
import { lateCommitMs } from './load/shards.ts';
import type { ListCurrency, ListInMemory, ListSource } from './model/list-source.ts';
import type { ListNames, ListSpec, RowSchema } from './model/spec.ts';
import { dataApi } from './postgres/data-api.ts';
import type { PostgresList } from './postgres/list.ts';
import { postgresSource } from './postgres/reading/source.ts';

/** A list that is in PostgreSQL if the environment of the process says so; otherwise in memory. */
export const defineStoredList = <Schema extends RowSchema, Names extends ListNames>(
  spec: ListSpec<Schema, Names>,
  stored: PostgresList<Schema>,
): ListSource<z.output<Schema>, Names> =>
  env('LISTS_ENGINE') === 'postgres' ? postgresSource(dataApi(), stored) : defineList(spec);

/** A list of a collection's rows, in memory for the lifetime of the process. */
export function defineList<Schema extends RowSchema, Names extends ListNames>(
  spec: ListSpec<Schema, Names>,
): ListInMemory<z.output<Schema>, Names> {
  const rows = replicate(spec);
  offerPreload(snapshotGrants[spec.snapshot ?? spec.collection], async (withChanges) => {
    await rows.preload(withChanges);
  });
  // The first search builds what the snapshot lacks, in steps between which other requests run.
  const toSearch =
    ({ q, locale }: { q: string; locale?: string | undefined }) =>
    (index: RowIndex<z.output<Schema>>) =>
      index.prepareSearch(q, locale);
  const findAfter: ListSource<z.output<Schema>, Names>['findAndCountAfter'] = (query, after, stalenessMs) =>
    rows.query(
      stalenessMs,
      ({ index, ...replica }) => ({ ...index.findAfter(query, after), ...currencyOf(replica) }),
      toSearch(query),
    );
  return {
    find: (query, stalenessMs, fields) =>
      rows.query(
        stalenessMs,
        ({ index }) => index.find(query, fields as readonly string[] | undefined),
        toSearch(query),
      ),
    findAfter,
    // In memory, the total costs nothing.
    findAndCountAfter: findAfter,
    countOutputs: (query, counting, stalenessMs) =>
      rows.query(stalenessMs, ({ index }) => index.countOutputs(query, counting), toSearch(query)),
    facetCounts: (equal, where, stalenessMs) => rows.query(stalenessMs, ({ index }) => index.facetCounts(equal, where)),
    tally: (tally, stalenessMs) =>
      rows.query(stalenessMs, ({ index, ...replica }) => ({ value: index.tally(tally), ...currencyOf(replica) })),
    idsBeginning: (text, limit, stalenessMs) => rows.query(stalenessMs, ({ index }) => index.idsBeginning(text, limit)),
    state: (stalenessMs) => rows.query(stalenessMs, ({ index }) => index.state()),
    lookUp: (compute, stalenessMs) =>
      rows.query(stalenessMs, ({ index }) => compute((by, visit) => index.lookUp(by, visit))),
    visitRows: (visit, stalenessMs) => rows.query(stalenessMs, ({ index }) => index.visitRows(visit)),
    aggregate: (aggregate, stalenessMs) =>
      rows.query(stalenessMs, ({ index, ...replica }) => ({
        value: index.aggregate(aggregate),
        ...currencyOf(replica),
      })),
  };
}

const currencyOf = ({ watermarkMs, epoch }: { watermarkMs: number; epoch: number }): ListCurrency => ({
  settledMs: watermarkMs - lateCommitMs,
  epoch,
});
