import * as z from 'zod';
import type { RowSchema } from '../model/spec.ts';
import { type Found, isMissingTable, type Run } from './database.ts';
import type { Table } from './list.ts';

/** A comparison of the whole list with the table of the registry, which fills an empty list, too. */
const Filling = z.object({
  /** When it began, in milliseconds since the epoch. The list has every earlier write when it has ended. */
  begunMs: z.int(),
  /** The epoch of the list when it began. */
  epoch: z.int(),
  /** Whether the tables are loaded for the first time, and have no indexes, tallies and triggers yet. */
  isFirst: z.boolean(),
});
export type Filling = z.output<typeof Filling>;

/** A job that was woken because the list was behind. Times are those of the database, in milliseconds since the epoch. */
const Wake = z.object({
  startedMs: z.int(),
  /** When it was last known to be at work: it may have been killed. */
  renewedMs: z.int(),
  /** When the list will have all changes, as far as the job can tell. */
  readyMs: z.int().optional(),
});
export type Wake = z.output<typeof Wake>;

/** The state of a list in the database. */
export interface ListState {
  /** Changes with `settledMs`. A process whose reads began at another version must not write. */
  version: number;
  /** Changes when a row may have changed. */
  content: number;
  /** The list has every row written before this time minus the overlap, in milliseconds since the epoch. */
  settledMs: number;
  /** The epoch of the rows. */
  epoch: number;
  /** The content since when no removed key was forgotten: whoever knows tallies of an earlier one reads all keys. */
  talliesSince: number;
  /** Undefined if the list is complete. */
  filling: Filling | undefined;
  /** Undefined if the list is not behind, as far as anybody has noticed. */
  wake: Wake | undefined;
  /** The time of the database. Of two clocks, the earlier one counts: one that is ahead would make changes be missed. */
  clockMs: number;
}

/** The time of the database in milliseconds since the epoch. */
export const clock = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

/**
 * The columns of a state as one JSON text, for statements that read rows at the same moment. The table of the release
 * before may have no wake.
 */
export const stateColumns = `json_build_object('wake', to_jsonb(list_states) -> 'wake', 'version', version, 'content', content, 'settledMs', settled_ms,
  'epoch', epoch, 'talliesSince', tallies_since, 'filling', filling, 'clockMs', ${clock})::text`;

const State = z.object({
  version: z.int(),
  content: z.int(),
  settledMs: z.int(),
  epoch: z.int(),
  talliesSince: z.int(),
  filling: Filling.nullable().transform((filling) => filling ?? undefined),
  wake: Wake.nullish().transform((wake) => wake ?? undefined),
  clockMs: z.int(),
});

/** A state from its JSON text. */
export const parseState = (text: string): ListState => State.parse(JSON.parse(text));

/** The state of a list; undefined if it was never filled. */
export async function readState<Schema extends RowSchema>(
  run: Run,
  { name }: Table<Schema>,
): Promise<ListState | undefined> {
  let found: Found[];
  try {
    found = await run(`SELECT ${stateColumns} AS state FROM list_states WHERE list = $1::text`, [name]);
  } catch (error) {
    if (isMissingTable(error)) return undefined;
    throw error;
  }
  const text = found[0]?.state;
  return typeof text === 'string' ? parseState(text) : undefined;
}

/** How far a comparison is, by shard: the id after which it continues; null at the end. */
export async function readPositions<Schema extends RowSchema>(
  run: Run,
  { name }: Table<Schema>,
): Promise<Map<number, string | null>> {
  const found = await run('SELECT shard::text, after FROM list_positions WHERE list = $1::text', [name]);
  return new Map(found.map(({ shard, after }) => [Number(shard), after ?? null]));
}
