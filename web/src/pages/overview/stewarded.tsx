import { Link } from '@tanstack/react-router';
import { ChevronRight, ListTree } from 'lucide-react';
import { useGroupName } from '../../data/groups/queries.ts';
import { useStewardedGroups } from '../../data/groups/stewardship.ts';
import { useText } from '../../text/text.ts';

/** The groups that the user looks after, and what they may do for them. */
export function StewardedGroups() {
  const t = useText();
  const ids = useStewardedGroups();
  const nameOf = useGroupName(ids.length > 0);
  if (ids.length === 0) return null;
  return (
    <section className="card" aria-labelledby="stewarded">
      <h2 id="stewarded">{t('overview.stewarded')}</h2>
      <p className="fine">{t('overview.stewardedHint')}</p>
      <ul className="tasks">
        {ids.map((id) => (
          <li key={id}>
            <Link to="/groups/$id" params={{ id }} className="task">
              <ListTree aria-hidden size={18} />
              <bdi className="task-text">{nameOf(id)}</bdi>
              <ChevronRight aria-hidden size={16} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
