/** Whether the public can read a record. */
export const isPublic = ({ visible, deleted_at }: { visible: boolean; deleted_at: string | null }): boolean =>
  visible && deleted_at === null;

/** Whether a record is public, and no other version is shown in its place. */
export const isListed = (record: Omit<Publicity, 'withdrawn_at'>): boolean =>
  isPublic(record) && (record.superseded_by ?? null) === null;

/** The fields that decide whether a record is listed, and when it was withdrawn. */
export interface Publicity {
  visible: boolean;
  deleted_at: string | null;
  /** Only publications have versions. */
  superseded_by?: string | null;
  withdrawn_at: number | null;
}

/**
 * When a listed record was withdrawn, by this write or an earlier one; null if it is listed or never was. Sync clients
 * get a deletion for withdrawn records only, so they never learn of records that were not public.
 */
export function withdrawalTime(
  before: Publicity | undefined,
  after: Omit<Publicity, 'withdrawn_at'>,
  nowMs: number,
): number | null {
  if (before === undefined || isListed(after)) return null;
  return isListed(before) ? nowMs : before.withdrawn_at;
}
