import {
  contentChangeAt,
  type Departures,
  isListed,
  type Visibility,
  type WriteTimes,
} from '#src/records/publications/publicity.ts';
import { env } from '#src/runtime/env.ts';

/** The fields of a row that decide whether public lists show it, and since when. */
export interface PublicState extends Visibility, Departures, WriteTimes {}

/** The names that the list of a change feed must have. */
export interface PublicChangeNames {
  sort: 'public_change';
  equal: never;
  atLeast: never;
  where: 'ever_public';
}

let everyVersion: boolean | undefined;

/** Whether this deployment's public lists show a record. */
export function isInLists(record: Visibility): boolean {
  everyVersion ??= env('LIST_EVERY_VERSION');
  return isListed(record, everyVersion);
}

/** The rules of the change feed under the setting. Changing it adds and removes entries without a write. */
export const versionRules = () => (env('LIST_EVERY_VERSION') ? 'every-version' : undefined);

/** When a listed row last changed, or else when it was withdrawn (ms since the epoch). Null if it was never listed. */
export const publicChangeAt = (row: PublicState): number | null =>
  isInLists(row) ? contentChangeAt(row) : row.withdrawn_at;
