import { getRouteApi, Link } from '@tanstack/react-router';
import '../../styles/review.css';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/text.ts';
import { SelectField } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import type { OnPage } from '../../ui/pagination.tsx';
import { Duplicates } from './duplicates.tsx';
import { Matches } from './matches.tsx';
import { Proposals } from './proposals.tsx';
import { queues, type ReviewSearch } from './search.ts';
import { useTotals } from './totals.ts';

const route = getRouteApi('/review');

const duplicateStatuses = ['open', 'different', 'merged', 'obsolete', 'all'] as const;
const matchStates = ['open', 'authors_unknown'] as const;
const proposalStatuses = ['open', 'accepted', 'rejected', 'obsolete', 'all'] as const;
const proposalKinds = ['all', 'unlink', 'work', 'award', 'affiliation', 'group_membership'] as const;

export function ReviewPage() {
  const t = useText();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { queue = 'matches', matches = 'open', duplicates = 'open', proposals = 'open', kind } = search;
  const show = (change: ReviewSearch, replace = false) =>
    navigate({ search: { ...search, page: undefined, ...change }, replace });
  const onPage: OnPage = (page, replace) => show({ page }, replace);
  return (
    <Page title={t('page.review')}>
      <Tabs queue={queue} />
      <p className="fine">{t(`review.keys.${queue}`)}</p>
      {queue === 'matches' && (
        <div className="toolbar">
          <SelectField
            label={t('review.status')}
            value={matches}
            options={matchStates.map((value) => ({ value, text: t(`review.status.${value}`) }))}
            onChoose={(value) => show({ matches: value === 'open' ? undefined : value })}
          />
        </div>
      )}
      {queue === 'duplicates' && (
        <div className="toolbar">
          <SelectField
            label={t('review.status')}
            value={duplicates}
            options={duplicateStatuses.map((value) => ({ value, text: t(`review.status.${value}`) }))}
            onChoose={(value) => show({ duplicates: value === 'open' ? undefined : value })}
          />
        </div>
      )}
      {queue === 'proposals' && (
        <div className="toolbar">
          <SelectField
            label={t('review.status')}
            value={proposals}
            options={proposalStatuses.map((value) => ({ value, text: t(`review.status.${value}`) }))}
            onChoose={(value) => show({ proposals: value === 'open' ? undefined : value })}
          />
          <SelectField
            label={t('review.kind')}
            value={kind ?? 'all'}
            options={proposalKinds.map((value) => ({
              value,
              text: t(value === 'all' ? 'review.status.all' : `review.kind.${value}`),
            }))}
            onChoose={(value) => show({ kind: value === 'all' ? undefined : value })}
          />
        </div>
      )}
      {queue === 'matches' && <Matches key={matches} search={search} onPage={onPage} />}
      {queue === 'duplicates' && <Duplicates key={duplicates} search={search} onPage={onPage} />}
      {queue === 'proposals' && <Proposals key={`${proposals} ${kind}`} search={search} onPage={onPage} />}
    </Page>
  );
}

/** The queues, each with the total of its list. */
function Tabs({ queue }: { queue: (typeof queues)[number] }) {
  const t = useText();
  const { number } = useFormat();
  const totals = useTotals();
  return (
    <nav className="tabs" aria-label={t('review.queues')}>
      {queues.map((name) => {
        const total = totals[name];
        return (
          <Link key={name} to="/review" search={{ queue: name }} aria-current={name === queue ? 'page' : undefined}>
            {t(`review.queue.${name}`)} {total !== undefined && <span className="count">{number(total)}</span>}
          </Link>
        );
      })}
    </nav>
  );
}
