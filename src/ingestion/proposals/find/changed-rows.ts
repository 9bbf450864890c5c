import type { ChangedRow } from '#src/records/store/list-rows.ts';
import type { PassProgress } from '#src/table/passes/stored-pass.ts';
import { writeBoundMs } from '#src/table/table.ts';

/** Before all rows that were written at or after a time. */
export const firstRowAt = (changed: number): ChangedRow => ({ id: '!', changed });

export const positionOf = ({ id, changed }: ChangedRow): string => `${changed}#${id}`;

export function rowAt(position: string): ChangedRow {
  const end = position.indexOf('#');
  return { changed: Number(position.slice(0, end)), id: position.slice(end + 1) };
}

/** Where a run continues. Rows have the time of their write, and may be committed some seconds later. */
export function continuedAfter(progress: PassProgress | undefined): ChangedRow | undefined {
  if (!progress?.after) return undefined;
  const settledMs = progress.saved_at - writeBoundMs;
  const row = rowAt(progress.after);
  return row.changed < settledMs ? row : firstRowAt(settledMs);
}
