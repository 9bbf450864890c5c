import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/text.ts';
import { EmptyNotice } from '../../ui/empty-notice.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { ColumnChart } from './column-chart.tsx';
import { attention, statistics, timeseries } from './queries.ts';
import '../../styles/overview.css';

/** The size of the registry, what is new, and the open queues. */
export function OverviewPage() {
  const t = useText();
  const numbers = useQuery(statistics);
  const periods = useQuery(timeseries);
  if (numbers.data?.total_publications === 0 && numbers.data.orcid_sources === 0) {
    return (
      <Page title={t('page.overview')}>
        <EmptyNotice title={t('overview.empty')}>
          <p>{t('overview.emptyHint')}</p>
          <Link to="/import" className="button primary">
            {t('overview.import')}
          </Link>
        </EmptyNotice>
      </Page>
    );
  }
  return (
    <Page title={t('page.overview')}>
      {numbers.error && <ErrorNotice error={numbers.error} onRetry={numbers.refetch} />}
      <dl className="numbers" aria-busy={numbers.isPending || undefined}>
        <Figure
          name={t('overview.publications')}
          value={numbers.data?.total_publications}
          to={{ to: '/publications' }}
        />
        <Figure name={t('overview.researchers')} value={numbers.data?.orcid_sources} to={{ to: '/people' }} />
        <Figure
          name={t('overview.edited')}
          value={numbers.data?.edited_publications}
          to={{ to: '/publications', search: { sort: 'edit_count' } }}
        />
        <Figure
          name={t('overview.hidden')}
          value={numbers.data?.hidden_publications}
          to={{ to: '/publications', search: { visibility: 'hidden' } }}
        />
      </dl>
      <Attention />
      {periods.error && <ErrorNotice error={periods.error} onRetry={periods.refetch} />}
      <div className="columns" aria-busy={periods.isPending || undefined}>
        <ColumnChart title={t('overview.days')} points={periods.data?.daily_last_7_days ?? []} />
        <ColumnChart title={t('overview.months')} points={periods.data?.monthly_last_6_months ?? []} />
      </div>
    </Page>
  );
}

/** A number that links to the list it counts. */
function Figure({ name, value, to }: { name: string; value: number | undefined; to: LinkProps }) {
  const { number } = useFormat();
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Link {...to}>{value === undefined ? '–' : number(value)}</Link>
      </dd>
    </div>
  );
}

/** The queues that are not empty, each linking to exactly the items it counts. */
function Attention() {
  const t = useText();
  const { data, error, refetch } = useQuery(attention);
  const entry = (count: number | undefined, to: LinkProps, text: (count: number) => ReactNode) =>
    count ? (
      <li>
        <Link {...to}>{text(count)}</Link>
      </li>
    ) : null;
  return (
    <section aria-labelledby="attention">
      <h2 id="attention">{t('overview.attention')}</h2>
      {error && <ErrorNotice error={error} onRetry={refetch} />}
      {data && Object.values(data).every((count) => count === 0) && (
        <p className="fine">{t('overview.attention.none')}</p>
      )}
      <ul className="attention" aria-busy={(!data && !error) || undefined}>
        {entry(data?.matches, { to: '/review', search: { queue: 'matches' } }, (count) =>
          t('overview.attention.matches', { count }),
        )}
        {entry(data?.duplicates, { to: '/review', search: { queue: 'duplicates' } }, (count) =>
          t('overview.attention.duplicates', { count }),
        )}
        {entry(data?.proposals, { to: '/review', search: { queue: 'proposals' } }, (count) =>
          t('overview.attention.proposals', { count }),
        )}
        {entry(data?.failedJobs, { to: '/ingestion', search: { view: 'failed' } }, (count) =>
          t('overview.attention.failedJobs', { count }),
        )}
        {entry(data?.disabledSearch, { to: '/rollout' }, () => t('overview.attention.disabledSearch'))}
      </ul>
    </section>
  );
}
