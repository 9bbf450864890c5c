import * as z from 'zod';
import { isPublic } from '../../domain/publication.ts';
import type { Knowledge, ListSource, Summary } from '../model/list-source.ts';
import type { Place } from '../model/page.ts';
import { type PublicState, publicChangeAt } from '../model/public-change.ts';

/** What those who keep copies of a list are to be told of one entry. */
export interface Change<Row> {
  id: string;
  /** Milliseconds since the epoch. */
  changedAtMs: number;
  /** Null when the entry is no longer public. */
  row: Row | null;
}

/** A list in the order in which its entries last changed. */
export interface ChangeLog<Row> {
  /** What changed after a place in that order, or from the beginning; `last` is the place of the last of it. */
  after(
    place: Place | undefined,
    limit: number,
    stalenessMs: number,
  ): Promise<{ changes: Change<Row>[]; last: Place | undefined; hasMore: boolean } & Knowledge>;
  /** When anything last changed, and how much is known of that. */
  newest(stalenessMs: number): Promise<{ newestMs: number } & Knowledge>;
}

/**
 * How far a copy of a list has come. A row may be written up to `overlapMs` after the time it carries, so a copy that
 * was told of rows not yet settled is told of them again: `floorMs` remembers from where.
 */
export const Progress = z.object({
  /** The list's epoch: in another one, entries may have gone without a trace. */
  epoch: z.int(),
  /** Everything that changed before is in the copy. Milliseconds since the epoch. */
  sinceMs: z.int().min(0),
  /** Where the next part begins; undefined between one pass and the next. */
  after: z.object({ value: z.int().min(0), id: z.string() }).optional(),
  /** From where the next pass has to begin, once this one has told of what was not settled. */
  floorMs: z.int().min(0).optional(),
  /** Of the first pass of a copy: it is not told of what had gone before the pass began. */
  begunMs: z.int().min(0).optional(),
});
export type Progress = z.output<typeof Progress>;

/** The progress of a copy made by other means, which is begun now. */
export async function progressNow(log: ChangeLog<unknown>, stalenessMs: number): Promise<Progress> {
  const { newestMs, settledMs, epoch } = await log.newest(stalenessMs);
  return { epoch, sinceMs: Math.min(newestMs + 1, settledMs) };
}

/**
 * What a copy of this progress has to be told next. `isReset`: the copy is to be thrown away first, since it is a new
 * one or of another epoch. Where nothing has changed, the progress remains the same.
 */
export async function nextChanges<Row>(
  log: ChangeLog<Row>,
  given: Progress | undefined,
  limit: number,
  stalenessMs: number,
): Promise<{ changes: Change<Row>[]; progress: Progress; hasMore: boolean; isReset: boolean }> {
  let found = given && (await log.after(placeOf(given), limit, stalenessMs));
  // Another process may know of a later epoch than this one does.
  if (given && found && given.epoch > found.epoch) found = await log.after(placeOf(given), limit, 0);
  if (given && found && given.epoch === found.epoch) return { ...advanced(given, found), isReset: false };
  const { epoch, sinceMs: begunMs } = await progressNow(log, stalenessMs);
  const all = await log.after(undefined, limit, stalenessMs);
  return { ...advanced({ epoch, sinceMs: 0, begunMs }, all), isReset: true };
}

const placeOf = ({ sinceMs, after }: Progress): Place => after ?? { value: sinceMs, id: '' };

function advanced<Row>(from: Progress, found: Awaited<ReturnType<ChangeLog<Row>['after']>>) {
  const { last, hasMore, settledMs } = found;
  const { epoch, sinceMs, begunMs = 0 } = from;
  const after = last ? { value: Number(last.value), id: last.id } : from.after;
  const isUnsettled = last !== undefined && Number(last.value) >= settledMs;
  const floorMs = from.floorMs ?? (isUnsettled ? Math.max(sinceMs, settledMs) : undefined);
  const doneMs = floorMs ?? (after ? Math.max(sinceMs, after.value + 1) : sinceMs);
  return {
    changes: found.changes.filter(({ row, changedAtMs }) => row !== null || changedAtMs >= begunMs),
    progress: hasMore ? { ...from, after, floorMs } : { epoch, sinceMs: doneMs },
    hasMore,
  };
}

const newestRow: Summary<{ changed: number }, { newestMs: number }> = {
  start: () => ({ newestMs: -1 }),
  add: (summary, { changed }) => {
    summary.newestMs = Math.max(summary.newestMs, changed);
  },
};

/** The changes of a list whose rows say themselves whether they are public. */
export function changesOf<Row extends PublicState>(
  list: ListSource<Row, 'public_change', never, never, 'ever_public'>,
  id: (row: Row) => string,
): ChangeLog<Row> {
  return {
    async after(place, limit, stalenessMs) {
      const query = {
        page: 1,
        per_page: limit,
        q: '',
        sort: 'public_change',
        dir: 'asc',
        where: ['ever_public'],
      } as const;
      const { rows, last, hasMore, settledMs, epoch } = await list.follow(query, place, stalenessMs);
      const changes = rows.map((row) => ({
        id: id(row),
        changedAtMs: publicChangeAt(row) ?? row.changed,
        row: isPublic(row) ? row : null,
      }));
      return { changes, last, hasMore, settledMs, epoch };
    },
    async newest(stalenessMs) {
      const { value, ...knowledge } = await list.summary(newestRow, stalenessMs);
      return { ...value, ...knowledge };
    },
  };
}
