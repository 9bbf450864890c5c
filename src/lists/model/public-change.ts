import { isListed, type Publicity } from '../../domain/publication.ts';

/** The fields of a row that decide whether public lists show it, and since when. */
export interface PublicState extends Publicity {
  changed: number;
}

/**
 * The time of the last public change of a row, in milliseconds since the epoch: when a listed row was written, or when
 * the row was withdrawn. Null if it was never listed.
 */
export const publicChangeAt = (row: PublicState): number | null => (isListed(row) ? row.changed : row.withdrawn_at);
