import { dayNumber } from '#src/records/groups/days.ts';
import { groupKnowledge } from '#src/records/groups/knowledge.ts';
import type { GroupPlace } from '#src/records/groups/tree.ts';
import type { Registry } from './rule-by-day.ts';

export const at = (day: string | null) => (day === null ? null : Date.parse(day));
export const day = (text: string) => dayNumber(Date.parse(text));

type Parent = string | [id: string, from: string | null, to: string | null];

export const group = (id: string, parents: Parent[] = [], others: Partial<GroupPlace> = {}): GroupPlace => ({
  id,
  parents: parents.map((parent) => {
    const [parentId, from, to] = typeof parent === 'string' ? [parent, null, null] : parent;
    return { id: parentId, starts_at: at(from), ends_at: at(to) };
  }),
  taken_over_by: null,
  starts_at: null,
  ends_at: null,
  ...others,
});

export const member = (group_id: string, from: string | null, to: string | null = null, is_primary = false) => ({
  group_id,
  starts_at: at(from),
  ends_at: at(to),
  is_primary,
});

export const knowledgeOf = ({ groups, members, byHand }: Registry) => groupKnowledge(groups, members, byHand);
