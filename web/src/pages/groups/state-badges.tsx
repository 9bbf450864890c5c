import { CircleStop, Clock } from 'lucide-react';
import { firstDay } from '../../data/groups/days.ts';
import type { GroupItem } from '../../data/groups/queries.ts';
import { hasEnded } from '../../data/groups/tree.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/text.ts';
import { Badge } from '../../ui/badge.tsx';

/** Whether a group has ended, or begins later. */
export function StateBadges({ group }: { group: Pick<GroupItem, 'starts_at' | 'ends_at'> }) {
  const t = useText();
  const { partialDate } = useFormat();
  const nowMs = Date.now();
  if (hasEnded(group, nowMs)) return <Badge icon={CircleStop}>{t('group.ended')}</Badge>;
  if (group.starts_at == null || group.starts_at <= nowMs) return null;
  return <Badge icon={Clock}>{t('groups.begins', { day: partialDate(firstDay(group.starts_at)) })}</Badge>;
}
