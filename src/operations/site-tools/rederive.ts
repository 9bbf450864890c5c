import { OrcidListings, rederivePublication, rederiveWork } from '#src/ingestion/rederive.ts';
import type { ChangeContext } from '#src/logbook/domain/audit.ts';
import { rowIds } from '#src/records/store/list-rows.ts';
import { noPauses, PassRun } from '#src/table/passes/run.ts';
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

const recordsAtOnce = 4;
/** Limit of the wrong aliases, and of the publications that come back, that an answer names. */
const maxListed = 100;

export interface RederiveAllOptions {
  dryRun: boolean;
  /** The number of publications and works to examine in each shard. */
  limitPerShard: number;
  context: ChangeContext;
  /** No work starts after this time, in milliseconds since the epoch. */
  deadlineMs: number;
}

export type RederiveShardReport = ShardReport & { changed: number; incomplete: number };

export interface RederiveAllResult {
  dryRun: boolean;
  totals: { examined: number; changed: number; incomplete: number };
  /** The number of publications and works in which each field changes. */
  fields: Record<string, number>;
  /** The number of publications and works without a stored answer, by source. */
  missing: Record<string, number>;
  shards: RederiveShardReport[];
  /** Aliases that are other publications, with those that they lead or led to; the first hundred. */
  wrong_aliases: { alias: string; publication: string }[];
  wrong_aliases_total: number;
  /** The number of publications whose aliases an agency could not be asked about. */
  aliases_unchecked: number;
  /** Publications that lists show again, with those that they have shown instead; the first hundred. */
  shown_again: { publication: string; superseded_by: string }[];
  shown_again_total: number;
  /** Failed records, to be retried once at the end of the round: DOIs, and `work:<id>`. */
  failed: FailedInShard[];
  failed_total: number;
  complete: boolean;
}

/**
 * Derives publications and works again from the stored answers, at most `limitPerShard` in each list shard and until the
 * deadline. Each call continues where the last one ended; a new round follows a completed one. Dry runs have their own
 * rounds. Throws Problem `internal_error` with the result as details if a record or shard failed.
 */
export async function rederiveAll(options: RederiveAllOptions): Promise<RederiveAllResult> {
  const { dryRun, context, limitPerShard: limit, deadlineMs } = options;
  const counts: Pick<RederiveAllResult, 'fields' | 'missing'> = { fields: {}, missing: {} };
  const wrong: RederiveAllResult['wrong_aliases'] = [];
  const back: RederiveAllResult['shown_again'] = [];
  let unchecked = 0;
  const signal = AbortSignal.timeout(Math.max(deadlineMs - Date.now(), 0));
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
      atOnce: recordsAtOnce,
      findPage: (after: string | undefined) => recordsAfter(report.shard, after),
      handle: async ([id = '']: string[]) => {
        const options = { dryRun, context, listings, signal };
        const result = id.startsWith(workMark)
          ? await rederiveWork(id.slice(workMark.length), options).then(
              (derived) => derived && { ...derived, wrongAliases: [], shownInsteadOf: undefined },
            )
          : await rederivePublication(id, options);
        if (!result) return;
        report.changed += result.fields.length > 0 ? 1 : 0;
        report.incomplete += result.missing.length > 0 ? 1 : 0;
        if (result.wrongAliases) wrong.push(...result.wrongAliases.map((alias) => ({ alias, publication: id })));
        else unchecked += 1;
        if (result.shownInsteadOf) back.push({ publication: id, superseded_by: result.shownInsteadOf });
        for (const field of result.fields) counts.fields[field] = (counts.fields[field] ?? 0) + 1;
        for (const source of result.missing) counts.missing[source] = (counts.missing[source] ?? 0) + 1;
      },
    };
  };
  await walkShards(run, shards, { limit, partOf });
  const sum = (name: 'count' | 'changed' | 'incomplete') => shards.reduce((total, report) => total + report[name], 0);
  const totals = { examined: sum('count'), changed: sum('changed'), incomplete: sum('incomplete') };
  const aliases = {
    wrong_aliases: wrong.slice(0, maxListed),
    wrong_aliases_total: wrong.length,
    aliases_unchecked: unchecked,
    shown_again: back.slice(0, maxListed),
    shown_again_total: back.length,
  };
  return resultOf({
    dryRun,
    totals,
    ...counts,
    ...aliases,
    shards,
    ...failedIn(run, shardOfPart),
    complete: isComplete(shards),
  });
}

/** Before the ids of works, which come after the DOIs. */
const workMark = 'work:';

/** The whole shard in one page, because the answer contains the number left: publications, then works. */
async function recordsAfter(shard: number, position: string | undefined) {
  const isInWorks = position?.startsWith(workMark) === true;
  const dois = isInWorks ? [] : await idsAfter('PUB', shard, position);
  const works = await idsAfter('WORK', shard, isInWorks ? position.slice(workMark.length) : undefined);
  const ids = [...dois, ...works.map((id) => workMark + id)];
  return { items: ids.map((id) => ({ id, position: id })), next: undefined };
}

async function idsAfter(collection: 'PUB' | 'WORK', shard: number, position: string | undefined): Promise<string[]> {
  const ids: string[] = [];
  for (let after = position; ; ) {
    const { items, next } = await rowIds(collection, shard, after);
    ids.push(...items);
    if (next === undefined) return ids;
    after = next;
  }
}
