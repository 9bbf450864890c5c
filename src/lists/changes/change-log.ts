import * as z from 'zod';
import type { ListCurrency, ListSource } from '../model/list-source.ts';
import type { Position } from '../model/page.ts';
import { isInLists, type PublicChangeNames, type PublicState, publicChangeAt } from '../model/public-change.ts';
import { latestWrite } from '../tallies.ts';

/** The latest change of a list entry, for clients that keep a copy. */
export interface ListChange<Row> {
  id: string;
  changedAtMs: number;
  /** Null if the entry is no longer public. */
  row: Row | null;
}

/** A list ordered by its entries' last changes. */
export interface ChangeLog<Row> {
  /** The changes after a position, or from the beginning; `last` is the position of the last one. */
  after(
    position: Position | undefined,
    limit: number,
    stalenessMs: number,
  ): Promise<{ changes: ListChange<Row>[]; last: Position | undefined; hasMore: boolean } & ListCurrency>;
  /** The time of the latest change, and how current the list is. */
  latest(stalenessMs: number): Promise<{ latestMs: number } & ListCurrency>;
  /**
   * The rules that decide the list's content; undefined for the original ones. Copies made under other rules start
   * over.
   */
  rules: () => string | undefined;
}

/**
 * The progress of a copy of a list. Rows may be committed up to `lateCommitMs` after the time in them, so unsettled
 * changes are sent again, starting from `floorMs`.
 */
export const CopyProgress = z.object({
  /** The list's epoch. A new epoch means that entries may have been deleted without leaving a row. */
  epoch: z.int(),
  /** The rules of the log that the copy was made from. */
  rules: z.string().optional(),
  /** The copy has all changes before this time, in milliseconds since the epoch. */
  sinceMs: z.int().min(0),
  /** Where the next page begins; undefined between two passes. */
  after: z.object({ value: z.int().min(0), id: z.string() }).optional(),
  /** Where the next pass must begin, because this one sent unsettled changes. */
  floorMs: z.int().min(0).optional(),
  /** Only in the first pass of a copy: removals before its start are omitted. */
  begunMs: z.int().min(0).optional(),
});
export type CopyProgress = z.output<typeof CopyProgress>;

/** The progress of a copy that is read by other means, starting now. */
export async function progressFromNow(log: ChangeLog<unknown>, stalenessMs: number): Promise<CopyProgress> {
  const { latestMs, settledMs, epoch } = await log.latest(stalenessMs);
  return { epoch, rules: log.rules(), sinceMs: Math.min(latestMs + 1, settledMs) };
}

/**
 * The next changes for a copy. `isReset`: the copy must be cleared first, because it is new or has another epoch or
 * other rules. The progress stays the same if nothing has changed.
 */
export async function nextChanges<Row>(
  log: ChangeLog<Row>,
  copied: CopyProgress | undefined,
  limit: number,
  stalenessMs: number,
): Promise<{ changes: ListChange<Row>[]; progress: CopyProgress; hasMore: boolean; isReset: boolean }> {
  const rules = log.rules();
  const progress = copied?.rules === rules ? copied : undefined;
  let page = progress && (await log.after(positionOf(progress), limit, stalenessMs));
  // The progress may come from a process that has already read a later epoch.
  if (progress && page && progress.epoch > page.epoch) page = await log.after(positionOf(progress), limit, 0);
  if (progress && page && progress.epoch === page.epoch) return { ...advance(progress, page), isReset: false };
  const { epoch, sinceMs: begunMs } = await progressFromNow(log, stalenessMs);
  const firstPage = await log.after(undefined, limit, stalenessMs);
  return { ...advance({ epoch, rules, sinceMs: 0, begunMs }, firstPage), isReset: true };
}

const positionOf = ({ sinceMs, after }: CopyProgress): Position => after ?? { value: sinceMs, id: '' };

function advance<Row>(progress: CopyProgress, page: Awaited<ReturnType<ChangeLog<Row>['after']>>) {
  const { last, hasMore, settledMs } = page;
  const { epoch, rules, sinceMs, begunMs = 0 } = progress;
  const after = last ? { value: Number(last.value), id: last.id } : progress.after;
  const isUnsettled = last !== undefined && Number(last.value) >= settledMs;
  const floorMs = progress.floorMs ?? (isUnsettled ? Math.max(sinceMs, settledMs) : undefined);
  const nextSinceMs = floorMs ?? (after ? Math.max(sinceMs, after.value + 1) : sinceMs);
  return {
    changes: page.changes.filter(({ row, changedAtMs }) => row !== null || changedAtMs >= begunMs),
    progress: hasMore ? { ...progress, after, floorMs } : { epoch, rules, sinceMs: nextSinceMs },
    hasMore,
  };
}

/** The order of changes in a log. */
export const byTime = (one: ListChange<unknown>, other: ListChange<unknown>): number =>
  one.changedAtMs - other.changedAtMs || (one.id < other.id ? -1 : 1);

export const isAfter = (position: Position | undefined, { id, changedAtMs }: ListChange<unknown>): boolean =>
  position === undefined ||
  changedAtMs > Number(position.value) ||
  (changedAtMs === Number(position.value) && id > position.id);

/** A log of changes that are few enough to be read at once. `read` gives them in the order of logs. */
export function logOf<Row>(
  read: (stalenessMs: number) => Promise<{ changes: readonly ListChange<Row>[] } & ListCurrency>,
): ChangeLog<Row> {
  return {
    rules: () => undefined,
    async after(position, limit, stalenessMs) {
      const { changes: all, ...currency } = await read(stalenessMs);
      const later = all.filter((change) => isAfter(position, change));
      const changes = later.slice(0, limit);
      const last = changes.at(-1);
      return {
        changes,
        last: last && { value: last.changedAtMs, id: last.id },
        hasMore: later.length > limit,
        ...currency,
      };
    },
    async latest(stalenessMs) {
      const { changes, ...currency } = await read(stalenessMs);
      return { latestMs: changes.at(-1)?.changedAtMs ?? -1, ...currency };
    },
  };
}

/** The changes of a list whose rows have their own visibility. */
export function changesOf<Row extends PublicState>(
  list: ListSource<Row, PublicChangeNames>,
  id: (row: Row) => string,
  rules: () => string | undefined = () => undefined,
): ChangeLog<Row> {
  return {
    rules,
    async after(position, limit, stalenessMs) {
      const query = {
        page: 1,
        per_page: limit,
        q: '',
        sort: 'public_change',
        dir: 'asc',
        where: ['ever_public'],
      } as const;
      const { rows, last, hasMore, settledMs, epoch } = await list.findAfter(query, position, stalenessMs);
      const changes = rows.map((row) => ({
        id: id(row),
        changedAtMs: publicChangeAt(row) ?? row.changed,
        row: isInLists(row) ? row : null,
      }));
      return { changes, last, hasMore, settledMs, epoch };
    },
    async latest(stalenessMs) {
      const { value, ...currency } = await list.tally(latestWrite, stalenessMs);
      return { latestMs: value.get('') ?? -1, ...currency };
    },
  };
}
