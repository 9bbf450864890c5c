import type { ChangeContext } from '../domain/audit.ts';
import { OrcidListings, rederivePublication } from '../ingestion/rederive.ts';
import { noPauses, PassRun } from '../registry-pass/run.ts';
import { rowIds } from '../storage/list-rows.ts';
import {
  type FailedInShard,
  failedIn,
  isComplete,
  newReport,
  resultOf,
  type ShardReport,
  shardNumbers,
  shardOfPart,
  walkShards,
} from './shards.ts';

const publicationsAtOnce = 4;

export interface RederiveAllOptions {
  dryRun: boolean;
  /** How many publications to examine in each shard. */
  limitPerShard: number;
  context: ChangeContext;
  /** Nothing new is begun after it. Milliseconds since the epoch. */
  deadlineMs: number;
}

export type RederiveShardReport = ShardReport & { changed: number; incomplete: number };

export interface RederiveAllResult {
  dryRun: boolean;
  totals: { examined: number; changed: number; incomplete: number };
  /** In how many publications each field changes. */
  fields: Record<string, number>;
  /** Of how many publications the answer of each source is not kept. */
  missing: Record<string, number>;
  shards: RederiveShardReport[];
  /** Publications that could not be derived again, and are tried once more at the end of the round. */
  failed: FailedInShard[];
  failed_total: number;
  complete: boolean;
}

/**
 * Derives publications again from the stored answers, in every list shard at most `limitPerShard` and until the
 * deadline. Each call continues where the last one ended, and begins a new round after the end of one; dry runs have
 * rounds of their own. Throws Problem `internal_error` with the result as details if a publication or a shard failed.
 */
export async function rederiveAll(options: RederiveAllOptions): Promise<RederiveAllResult> {
  const { dryRun, context, limitPerShard: limit, deadlineMs } = options;
  const counts: Pick<RederiveAllResult, 'fields' | 'missing'> = { fields: {}, missing: {} };
  const pass = dryRun ? 'rederive-count' : 'rederive';
  const run = await PassRun.continue({ pass, now: context.now, deadlineMs, pauses: noPauses });
  const shards: RederiveShardReport[] = shardNumbers.map((shard) => ({
    ...newReport(shard),
    changed: 0,
    incomplete: 0,
  }));
  const partOf = (report: RederiveShardReport) => {
    const listings = new OrcidListings();
    return {
      atOnce: publicationsAtOnce,
      findPage: (after: string | undefined) => publicationsAfter(report.shard, after),
      handle: async ([doi = '']: string[]) => {
        const result = await rederivePublication(doi, { dryRun, context, listings });
        if (!result) return;
        report.changed += result.fields.length > 0 ? 1 : 0;
        report.incomplete += result.missing.length > 0 ? 1 : 0;
        for (const field of result.fields) counts.fields[field] = (counts.fields[field] ?? 0) + 1;
        for (const source of result.missing) counts.missing[source] = (counts.missing[source] ?? 0) + 1;
      },
    };
  };
  await walkShards(run, shards, { limit, partOf });
  const sum = (name: 'count' | 'changed' | 'incomplete') => shards.reduce((total, report) => total + report[name], 0);
  const totals = { examined: sum('count'), changed: sum('changed'), incomplete: sum('incomplete') };
  return resultOf({ dryRun, totals, ...counts, shards, ...failedIn(run, shardOfPart), complete: isComplete(shards) });
}

/** All of a shard in one page, so that the answer says how many are left. */
async function publicationsAfter(shard: number, position: string | undefined) {
  const ids: string[] = [];
  for (let after = position; ; ) {
    const { items, next } = await rowIds('PUB', shard, after);
    ids.push(...items);
    if (next === undefined) break;
    after = next;
  }
  return { items: ids.map((id) => ({ id, position: id })), next: undefined };
}
