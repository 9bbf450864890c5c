import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { usePeriodText } from '../../data/groups/period.ts';
import { allGroups, type GroupItem } from '../../data/groups/queries.ts';
import { useLocalized } from '../../text/localized.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { GroupLink } from './head.tsx';
import type { Group } from './queries.ts';
import { StateBadges } from './state-badges.tsx';

/** A group below another one, in a period; undefined: at all times, because it was taken over. */
interface Part {
  group: GroupItem;
  period: GroupItem['parents'][number] | undefined;
}

/** The groups that belong to a group, or have belonged to it, and those that it has taken over. */
export function Parts({ group: { id }, isAdmin }: { group: Group; isAdmin: boolean }) {
  const t = useText();
  const localized = useLocalized();
  const periodText = usePeriodText();
  const navigate = useNavigate();
  const { data: groups = [] } = useQuery(allGroups);
  const parts = groups.flatMap((group): Part[] => [
    ...group.parents.flatMap((period) => (period.id === id ? [{ group, period }] : [])),
    ...(group.taken_over_by === id ? [{ group, period: undefined }] : []),
  ]);
  if (parts.length === 0 && !isAdmin) return null;
  return (
    <section className="section" aria-labelledby="parts-title">
      <div className="page-header">
        <h2 id="parts-title">{t('groups.parts')}</h2>
        {isAdmin && (
          <Button icon={Plus} onClick={() => navigate({ to: '/new-group', search: { parent: id } })}>
            {t('groups.createPart')}
          </Button>
        )}
      </div>
      {parts.length === 0 && <p className="fine">{t('groups.noParts')}</p>}
      <ul className="group-places">
        {parts.map(({ group, period }) => (
          <li key={`${group.id} ${period?.starts_at} ${period === undefined}`}>
            <GroupLink id={group.id} name={localized(group.name) ?? group.id} />
            <span className="fine">{period ? periodText(period) : t('groups.wasTakenOver')}</span>
            <StateBadges group={group} />
          </li>
        ))}
      </ul>
    </section>
  );
}
