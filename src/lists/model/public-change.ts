import { isPublic, type Publicity } from '../../domain/publicity.ts';
import { env } from '../../runtime/env.ts';

/** The fields of a row that decide whether public lists show it, and since when. */
export interface PublicState extends Publicity {
  changed: number;
}

let everyVersion: boolean | undefined;

/** Whether public lists show a record. Of several versions of a publication they show one, unless a setting says otherwise. */
export function isListed(record: Omit<Publicity, 'withdrawn_at'>): boolean {
  everyVersion ??= env('LIST_EVERY_VERSION');
  return isPublic(record) && (everyVersion || (record.superseded_by ?? null) === null);
}

/**
 * The time of the last public change of a row, in milliseconds since the epoch: when a listed row was written, or when
 * the row was withdrawn. Null if it was never listed.
 */
export const publicChangeAt = (row: PublicState): number | null => (isListed(row) ? row.changed : row.withdrawn_at);
