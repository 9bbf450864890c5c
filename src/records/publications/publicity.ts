import * as z from 'zod';

/**
 * Who is public, and since when. Lists show a record if the public can read it and no other version replaces it, unless
 * a setting shows every version. Lists show a person if they show a publication that lists them.
 */

/** The fields that decide whether the public can read a record, and whether lists show it. */
export interface Visibility {
  visible: boolean;
  deleted_at: string | null;
  /** Only publications have versions. */
  superseded_by?: string | null;
}

/** Which people, or the record itself, have left lists. */
export interface Departures {
  /**
   * When the record, or a person it listed, last left a list, in milliseconds since the epoch. Null if this never
   * happened.
   */
  withdrawn_at: number | null;
  /** People that a publication listed once but no longer. Null in older shapes, and if nobody has left. */
  left_orcids?: string[] | null;
}

/** When a row was written. A row that was only rewritten in another shape also has the time that counts. */
export const writeTimes = {
  rewritten_at: z.int().nullable().default(null),
  unchanged_since: z.int().nullable().default(null),
  changed: z.int(),
};
/** The fields of a row that storage sets. */
export const omitWriteTimes = { changed: true, rewritten_at: true, unchanged_since: true } as const;
export interface WriteTimes {
  changed: number;
  rewritten_at?: number | null;
  unchanged_since?: number | null;
}

/**
 * When the content of a row last changed, in milliseconds since the epoch. A later write of any kind, by any release, gives
 * the row a time other than that of the rewrite.
 */
export const contentChangeAt = ({ changed, rewritten_at, unchanged_since }: WriteTimes): number =>
  rewritten_at === changed ? (unchanged_since ?? changed) : changed;

/** The people of a publication: its researchers, and those of the versions that lists show it for. */
interface People {
  researchers?: readonly { orcid: string }[];
  versions_orcids?: readonly string[];
}

/** A record whose departure is reported to lists and their copies. */
export type Withdrawable = Visibility & Departures & People;

export const isPublic = ({ visible, deleted_at }: Visibility): boolean => visible && deleted_at === null;

/** Whether public lists show a record, either as the shown version or because every version is shown. */
export const isListed = (record: Visibility, everyVersion: boolean): boolean =>
  isPublic(record) && (everyVersion || (record.superseded_by ?? null) === null);

/** The people that a publication lists while lists show it. */
export const orcidsOf = ({ researchers = [], versions_orcids = [] }: People): string[] => [
  ...new Set([...researchers.map(({ orcid }) => orcid), ...versions_orcids]),
];

/** People that a publication or its row once listed but no longer. They left by `withdrawn_at`. */
export function leftOrcids(record: Visibility & Departures & { orcids: string[] }): string[] {
  if (record.withdrawn_at === null) return [];
  // In older shapes people left only with the whole record.
  return record.left_orcids ?? (isListed(record, false) ? [] : record.orcids);
}

/**
 * The departures after a write. Anyone listed before and not after leaves at this time, under either value of the
 * setting, because a deployment may change it. Earlier departures keep their time. Only public ones count, so sync
 * clients never learn of drafts.
 */
export function departures(before: Withdrawable | undefined, after: Withdrawable, nowMs: number): Departures {
  const [shown, all] = [listing(before, after, false), listing(before, after, true)];
  const withdrawnMs = shown.hasLeft || all.hasLeft ? nowMs : (before?.withdrawn_at ?? null);
  const ever = before ? [...leftOrcids({ ...before, orcids: orcidsOf(before) }), ...all.from] : [];
  const left = [...new Set(ever)].filter((orcid) => !shown.to.has(orcid)).sort();
  const isBack = left.length === 0 && isListed(after, false);
  const told = (withdrawn_at: number | null, left_orcids: string[] | null): Departures =>
    after.researchers === undefined ? { withdrawn_at } : { withdrawn_at, left_orcids };
  return withdrawnMs === null || isBack ? told(null, null) : told(withdrawnMs, left);
}

/** The people listed before and after a write, and whether anybody, or the record, has left. */
function listing(before: Withdrawable | undefined, after: Withdrawable, everyVersion: boolean) {
  const isStill = isListed(after, everyVersion);
  const listed = before && isListed(before, everyVersion) ? before : undefined;
  const from = listed ? orcidsOf(listed) : [];
  const to = new Set(isStill ? orcidsOf(after) : []);
  return { from, to, hasLeft: (listed !== undefined && !isStill) || from.some((orcid) => !to.has(orcid)) };
}
