import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormat } from '../../text/format.ts';
import { useText, useTexts } from '../../text/text.ts';
import { EmptyNotice } from '../../ui/empty-notice.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { ColumnChart } from './column-chart.tsx';
import { attention, statistics, timeseries } from './queries.ts';
import { texts } from './texts.ts';
import '../../styles/overview.css';

/** The size of the registry, what is new, and the open queues. */
export function OverviewPage() {
  const t = useText();
  const o = useTexts(texts);
  const numbers = useQuery(statistics);
  const periods = useQuery(timeseries);
  if (numbers.data?.total_publications === 0 && numbers.data.orcid_sources === 0) {
    return (
      <Page title={t('page.overview')}>
        <EmptyNotice title={o('empty')}>
          <p>{o('emptyHint')}</p>
          <Link to="/import" className="button primary">
            {o('import')}
          </Link>
        </EmptyNotice>
      </Page>
    );
  }
  return (
    <Page title={t('page.overview')}>
      {numbers.error && <ErrorNotice error={numbers.error} onRetry={numbers.refetch} />}
      <dl className="numbers" aria-busy={numbers.isPending || undefined}>
        <Figure name={o('publications')} value={numbers.data?.total_publications} to={{ to: '/publications' }} />
        <Figure name={o('researchers')} value={numbers.data?.orcid_sources} to={{ to: '/people' }} />
        <Figure
          name={o('edited')}
          value={numbers.data?.edited_publications}
          to={{ to: '/publications', search: { sort: 'edit_count' } }}
        />
        <Figure
          name={o('hidden')}
          value={numbers.data?.hidden_publications}
          to={{ to: '/publications', search: { visibility: 'hidden' } }}
        />
      </dl>
      <Attention />
      {periods.error && <ErrorNotice error={periods.error} onRetry={periods.refetch} />}
      <div className="columns" aria-busy={periods.isPending || undefined}>
        <ColumnChart title={o('days')} points={periods.data?.daily_last_7_days ?? []} />
        <ColumnChart title={o('months')} points={periods.data?.monthly_last_6_months ?? []} />
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
  const o = useTexts(texts);
  const { data, error, refetch } = useQuery(attention);
  const entry = (count: number | undefined, to: LinkProps, text: (count: number) => ReactNode) =>
    count ? (
      <li>
        <Link {...to}>{text(count)}</Link>
      </li>
    ) : null;
  return (
    <section aria-labelledby="attention">
      <h2 id="attention">{o('attention')}</h2>
      {error && <ErrorNotice error={error} onRetry={refetch} />}
      {data && Object.values(data).every((count) => count === 0) && <p className="fine">{o('attention.none')}</p>}
      <ul className="attention" aria-busy={(!data && !error) || undefined}>
        {entry(data?.matches, { to: '/review', search: { queue: 'matches' } }, (count) =>
          o('attention.matches', { count }),
        )}
        {entry(data?.duplicates, { to: '/review', search: { queue: 'duplicates' } }, (count) =>
          o('attention.duplicates', { count }),
        )}
        {entry(data?.proposals, { to: '/review', search: { queue: 'proposals' } }, (count) =>
          o('attention.proposals', { count }),
        )}
        {entry(data?.failedJobs, { to: '/ingestion', search: { view: 'failed' } }, (count) =>
          o('attention.failedJobs', { count }),
        )}
        {entry(data?.disabledSearch, { to: '/rollout' }, () => o('attention.disabledSearch'))}
      </ul>
    </section>
  );
}
