import { getRouteApi, Link } from '@tanstack/react-router';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/text.ts';
import { EmptyList } from '../../ui/empty-list.tsx';
import { queues } from './search.ts';
import { useTotals } from './totals.ts';

const route = getRouteApi('/review');

/** Says why a queue is empty, and leads to the next one in which something waits. */
export function EmptyQueue() {
  const t = useText();
  const { number } = useFormat();
  const { queue = 'matches', kind, ...statuses } = route.useSearch();
  const navigate = route.useNavigate();
  const totals = useTotals();
  const next = queues.find((name) => name !== queue && (totals[name] ?? 0) > 0);
  return (
    <EmptyList
      title={t('review.empty')}
      search={{ status: statuses[queue], kind: queue === 'proposals' ? kind : undefined }}
      onClear={() => navigate({ search: { queue } })}
    >
      {next === undefined ? (
        <p>{t('review.emptyHint')}</p>
      ) : (
        <Link to="/review" search={{ queue: next }} className="button primary">
          {t('review.nextQueue', { queue: t(`review.queue.${next}`), count: number(totals[next] ?? 0) })}
        </Link>
      )}
    </EmptyList>
  );
}
