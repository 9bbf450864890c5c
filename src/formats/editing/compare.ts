import { leftOutHash, sheetText, textHash } from './cell-text.ts';
import { type CellFault, cellOf, isWrittenAs, valueOfCell } from './cells.ts';
import type { EditColumn } from './columns.ts';
import { type CellDamage, damageOf } from './damage.ts';

export type CellState = 'same' | 'edit' | 'conflict' | 'damaged';

export interface ComparedCell {
  state: CellState;
  /** As the record has it now, whole. */
  now: string;
  /** Why the cell is not taken, if it is damaged. */
  reason?: CellDamage | CellFault;
}

/**
 * Compares a cell of a file three ways: as it was exported, in the file, and now. `from` is null if the file does not know
 * what was exported: then it was what is there now if the record has the version of the row (`isAsExported`).
 */
export function compareCell(
  column: EditColumn,
  { from, to }: { from: string | null; to: string },
  document: object,
  isAsExported: boolean,
): ComparedCell {
  const now = cellOf(column, document);
  const found = sheetText(to);
  const hash = leftOutHash(found);
  if (hash !== undefined || found === now) return { state: 'same', now };
  const exported = exportedText(from, now, isAsExported);
  if (exported === found) return { state: 'same', now };
  const damage = damageOf(exported ?? now, found);
  if (damage) return { state: 'damaged', now, reason: damage };
  const value = valueOfCell(column, found, document);
  if ('fault' in value) return { state: 'damaged', now, reason: value.fault };
  if (isWrittenAs(column, value.value, now)) return { state: 'same', now };
  return { state: exported === now ? 'edit' : 'conflict', now };
}

/** The text that was exported; undefined if it is not known, and not that of now. */
function exportedText(from: string | null, now: string, isAsExported: boolean): string | undefined {
  if (from === null) return isAsExported ? now : undefined;
  const hash = leftOutHash(from);
  if (hash === undefined) return sheetText(from);
  return hash === textHash(now) ? now : undefined;
}
