import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import {
  ChevronRight,
  CircleAlert,
  CircleCheck,
  CopyCheck,
  type LucideIcon,
  MessageSquareText,
  Rocket,
  UserSearch,
} from 'lucide-react';
import { type Waiting, waiting } from '../../data/waiting.ts';
import type { TextKey } from '../../text/catalog.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/text.ts';
import { ErrorNotice } from '../../ui/notice.tsx';

interface Task {
  key: TextKey;
  icon: LucideIcon;
  to: LinkProps;
  count: (waiting: Waiting) => number;
  since?: (waiting: Waiting) => number | null | undefined;
}

/** The queues, each leading to exactly the items it counts. */
const tasks: readonly Task[] = [
  {
    key: 'overview.attention.matches',
    icon: UserSearch,
    to: { to: '/review', search: { queue: 'matches' } },
    count: ({ matches }) => matches,
    since: ({ oldestMatch }) => oldestMatch,
  },
  {
    key: 'overview.attention.duplicates',
    icon: CopyCheck,
    to: { to: '/review', search: { queue: 'duplicates' } },
    count: ({ duplicates }) => duplicates,
    since: ({ oldestDuplicate }) => oldestDuplicate,
  },
  {
    key: 'overview.attention.proposals',
    icon: MessageSquareText,
    to: { to: '/review', search: { queue: 'proposals' } },
    count: ({ proposals }) => proposals,
    since: ({ oldestProposal }) => oldestProposal,
  },
  {
    key: 'overview.attention.failedJobs',
    icon: CircleAlert,
    to: { to: '/ingestion', search: { view: 'failed' } },
    count: ({ failedJobs }) => failedJobs,
    since: ({ lastFailure }) => lastFailure,
  },
  {
    key: 'overview.attention.disabledSearch',
    icon: Rocket,
    to: { to: '/rollout' },
    count: ({ disabledSearch }) => disabledSearch,
  },
];

/** The work to do, with its age. */
export function Tasks() {
  const t = useText();
  const { relative } = useFormat();
  const { data, error, refetch } = useQuery(waiting);
  const open = data ? tasks.filter(({ count }) => count(data) > 0) : [];
  return (
    <section className="card" aria-labelledby="attention">
      <h2 id="attention">{t('overview.attention')}</h2>
      {error && <ErrorNotice error={error} onRetry={refetch} />}
      {data && open.length === 0 && (
        <p className="all-done">
          <CircleCheck aria-hidden size={20} />
          {t('overview.attention.none')}
        </p>
      )}
      <ul className="tasks" aria-busy={(!data && !error) || undefined}>
        {data &&
          open.map(({ key, icon: Icon, to, count, since }) => {
            const ms = since?.(data);
            return (
              <li key={key}>
                <Link {...to} className="task">
                  <Icon aria-hidden size={18} />
                  <span className="task-text">
                    {t(key, { count: count(data) })}
                    {ms != null && (
                      <span className="fine">
                        {t(
                          count(data) === 1 || key === 'overview.attention.failedJobs'
                            ? 'overview.last'
                            : 'overview.oldest',
                          {
                            when: relative(ms),
                          },
                        )}
                      </span>
                    )}
                  </span>
                  <ChevronRight aria-hidden size={16} />
                </Link>
              </li>
            );
          })}
      </ul>
    </section>
  );
}
