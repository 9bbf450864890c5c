import { isPublic } from '../../domain/publication.ts';

/** The fields of a row that decide whether the public may see it, and since when. */
export interface PublicState {
  visible: boolean;
  deleted_at: string | null;
  withdrawn_at: number | null;
  changed: number;
}

/**
 * When a row last changed for the public, in milliseconds since the epoch: the time of writing of a public row, the time
 * of withdrawal of one that no longer is. Null for a row that was never public.
 */
export const publicChangeAt = (row: PublicState): number | null => (isPublic(row) ? row.changed : row.withdrawn_at);
