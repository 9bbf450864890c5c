import { isPublic } from '../../domain/publication.ts';

/** The fields of a row that decide whether the public may see it, and since when. */
export interface PublicState {
  visible: boolean;
  deleted_at: string | null;
  withdrawn_at: number | null;
  changed: number;
}

/**
 * The time of the last public change of a row, in milliseconds since the epoch: when a public row was written, or when
 * the row was withdrawn. Null if it was never public.
 */
export const publicChangeAt = (row: PublicState): number | null => (isPublic(row) ? row.changed : row.withdrawn_at);
