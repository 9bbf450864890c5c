import * as z from 'zod';
import type { Aggregate, Currency, ListSource } from '../model/list-source.ts';
import type { Position } from '../model/page.ts';
import { isListed, type PublicState, publicChangeAt } from '../model/public-change.ts';

/** The latest change of one entry of a list, for clients that keep a copy. */
export interface Change<Row> {
  id: string;
  /** Milliseconds since the epoch. */
  changedAtMs: number;
  /** Null if the entry is no longer public. */
  row: Row | null;
}

/** A list in the order in which its entries last changed. */
export interface ChangeLog<Row> {
  /** The changes after a position in that order, or from the beginning; `last` is the position of the last of them. */
  after(
    position: Position | undefined,
    limit: number,
    stalenessMs: number,
  ): Promise<{ changes: Change<Row>[]; last: Position | undefined; hasMore: boolean } & Currency>;
  /** The time of the latest change, and how current the list is. */
  latest(stalenessMs: number): Promise<{ latestMs: number } & Currency>;
}

/**
 * The progress of a copy of a list. A row may be committed up to `overlapMs` after the time in it, so changes that are
 * not settled yet are sent to the copy again, starting from `floorMs`.
 */
export const Progress = z.object({
  /** The list's epoch. If it has changed, entries may have been deleted without leaving a row. */
  epoch: z.int(),
  /** The copy has all changes before this time. Milliseconds since the epoch. */
  sinceMs: z.int().min(0),
  /** Where the next page begins; undefined between two passes. */
  after: z.object({ value: z.int().min(0), id: z.string() }).optional(),
  /** Where the next pass has to begin, because this one has sent changes that were not settled. */
  floorMs: z.int().min(0).optional(),
  /** Only in the first pass of a copy: removals before its start are left out. */
  begunMs: z.int().min(0).optional(),
});
export type Progress = z.output<typeof Progress>;

/** The progress of a copy that is read in another way, starting now. */
export async function initialProgress(log: ChangeLog<unknown>, stalenessMs: number): Promise<Progress> {
  const { latestMs, settledMs, epoch } = await log.latest(stalenessMs);
  return { epoch, sinceMs: Math.min(latestMs + 1, settledMs) };
}

/**
 * The next changes for a copy with this progress. `isReset`: the copy must be cleared first, because it is new or of
 * another epoch. If nothing has changed, the progress stays the same.
 */
export async function nextChanges<Row>(
  log: ChangeLog<Row>,
  progress: Progress | undefined,
  limit: number,
  stalenessMs: number,
): Promise<{ changes: Change<Row>[]; progress: Progress; hasMore: boolean; isReset: boolean }> {
  let page = progress && (await log.after(positionOf(progress), limit, stalenessMs));
  // The progress may come from a process that has already read a later epoch.
  if (progress && page && progress.epoch > page.epoch) page = await log.after(positionOf(progress), limit, 0);
  if (progress && page && progress.epoch === page.epoch) return { ...advance(progress, page), isReset: false };
  const { epoch, sinceMs: begunMs } = await initialProgress(log, stalenessMs);
  const firstPage = await log.after(undefined, limit, stalenessMs);
  return { ...advance({ epoch, sinceMs: 0, begunMs }, firstPage), isReset: true };
}

const positionOf = ({ sinceMs, after }: Progress): Position => after ?? { value: sinceMs, id: '' };

/** The changes of a page and the progress after it. */
function advance<Row>(progress: Progress, page: Awaited<ReturnType<ChangeLog<Row>['after']>>) {
  const { last, hasMore, settledMs } = page;
  const { epoch, sinceMs, begunMs = 0 } = progress;
  const after = last ? { value: Number(last.value), id: last.id } : progress.after;
  const isUnsettled = last !== undefined && Number(last.value) >= settledMs;
  const floorMs = progress.floorMs ?? (isUnsettled ? Math.max(sinceMs, settledMs) : undefined);
  const nextSinceMs = floorMs ?? (after ? Math.max(sinceMs, after.value + 1) : sinceMs);
  return {
    changes: page.changes.filter(({ row, changedAtMs }) => row !== null || changedAtMs >= begunMs),
    progress: hasMore ? { ...progress, after, floorMs } : { epoch, sinceMs: nextSinceMs },
    hasMore,
  };
}

const latestWrite: Aggregate<{ changed: number }, { latestMs: number }> = {
  start: () => ({ latestMs: -1 }),
  add: (result, { changed }) => {
    result.latestMs = Math.max(result.latestMs, changed);
  },
};

/** The changes of a list whose rows have their own visibility. */
export function changesOf<Row extends PublicState>(
  list: ListSource<Row, 'public_change', never, never, 'ever_public'>,
  id: (row: Row) => string,
): ChangeLog<Row> {
  return {
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
        row: isListed(row) ? row : null,
      }));
      return { changes, last, hasMore, settledMs, epoch };
    },
    async latest(stalenessMs) {
      const { value, ...currency } = await list.aggregate(latestWrite, stalenessMs);
      return { ...value, ...currency };
    },
  };
}
