import { isPublic } from '../../domain/publication.ts';

/** What a row says of whether the public may see it, and since when. */
export interface PublicState {
  visible: boolean;
  deleted_at: string | null;
  withdrawn_at: number | null;
  changed: number;
}

/**
 * When those who keep copies have something to be told of a row: that it is as it is, or that it is no longer public.
 * Null for what was never public, of which nobody is told.
 */
export const publicChangeAt = (row: PublicState): number | null => (isPublic(row) ? row.changed : row.withdrawn_at);
