import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Star } from 'lucide-react';
import { usePeriodText } from '../../data/groups/period.ts';
import { useGroupName } from '../../data/groups/queries.ts';
import { useText } from '../../text/text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { groupsOf } from './queries.ts';

/** The groups of a person, of all times. They are changed on the pages of the groups. */
export function PersonGroups({ orcid }: { orcid: string }) {
  const t = useText();
  const periodText = usePeriodText();
  const nameOf = useGroupName();
  const query = useQuery(groupsOf(orcid));
  return (
    <section aria-labelledby="groups">
      <h2 id="groups">{t('page.groups')}</h2>
      <Loaded query={query} rows={2}>
        {({ memberships = [] }) =>
          memberships.length === 0 ? (
            <p className="fine">{t('people.noGroups')}</p>
          ) : (
            <ul className="person-groups">
              {memberships.map((membership) => (
                <li key={membership.id}>
                  <Link to="/groups/$id" params={{ id: membership.group_id }}>
                    <bdi>{nameOf(membership.group_id)}</bdi>
                  </Link>
                  {membership.role && <bdi>{membership.role}</bdi>}
                  <span className="fine">{periodText(membership)}</span>
                  {membership.is_primary && <Badge icon={Star}>{t('people.primaryGroup')}</Badge>}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
