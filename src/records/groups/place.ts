import type { GroupRow } from './group.ts';
import { toPeriodInMs } from './periods.ts';
import type { GroupPlace } from './tree.ts';

/** The place of a group in the tree, as the rule reads it. */
export const groupPlace = ({
  id,
  parents,
  taken_over_by,
  starts_at,
  ends_at,
}: Pick<GroupRow, 'id' | 'parents' | 'taken_over_by' | 'starts_at' | 'ends_at'>): GroupPlace => ({
  id,
  ...toPeriodInMs({ starts_at, ends_at }),
  parents: parents.map((parent) => ({ id: parent.id, ...toPeriodInMs(parent) })),
  taken_over_by,
});
