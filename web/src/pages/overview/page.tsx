import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import '../../styles/overview.css';
import { useVocabulary } from '../../data/vocabulary.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/text.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { type Bar, BarChart, ColumnChart } from './charts.tsx';
import { Newcomer } from './newcomer.tsx';
import { composition, peopleCount, statistics, timeseries } from './queries.ts';
import { Tasks } from './tasks.tsx';

const mostYears = 12;
const mostBars = 6;

/** The work to do, what the registry has, and what is missing. Every number leads to its list. */
export function OverviewPage() {
  const t = useText();
  const numbers = useQuery(statistics);
  const people = useQuery(peopleCount);
  if (numbers.data?.total_publications === 0 && numbers.data.orcid_sources === 0) {
    return (
      <Page title={t('page.overview')}>
        <Newcomer />
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
        <Figure name={t('overview.researchers')} value={people.data} to={{ to: '/people' }} />
        <Figure
          name={t('overview.edited')}
          value={numbers.data?.edited_publications}
          to={{ to: '/publications', search: { is_edited: true } }}
        />
        <Figure
          name={t('overview.hidden')}
          value={numbers.data?.hidden_publications}
          to={{ to: '/publications', search: { visibility: 'hidden' } }}
        />
      </dl>
      <div className="overview-grid">
        <Tasks />
        <Composition />
        <NewPublications />
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

function NewPublications() {
  const t = useText();
  const { shortDate } = useFormat();
  const { data, error, refetch } = useQuery(timeseries);
  if (error) return <ErrorNotice error={error} onRetry={refetch} />;
  const bars = (data?.monthly_last_6_months ?? []).map(({ key, count }) => ({ key, label: shortDate(key), count }));
  return <ColumnChart title={t('overview.months')} bars={bars} />;
}

/** The publications by year, type, open access and journal, and those that lack something. */
function Composition() {
  const t = useText();
  const names = useVocabulary();
  const { data, error, refetch } = useQuery(composition);
  if (error) return <ErrorNotice error={error} onRetry={refetch} />;
  const { total = 0, facets = {} } = data ?? {};
  const none = data && t('overview.noNumbers');
  const barsOf = (
    name: keyof typeof facets,
    labelOf: (value: string, title: string | null | undefined) => string | undefined,
  ): Bar[] =>
    (facets[name] ?? []).flatMap(({ value, count, title }) => {
      // A value with a bar would be read as two.
      if (value == null || String(value).includes('|')) return [];
      const text = String(value);
      return [{ key: text, label: labelOf(text, title) ?? text, count, search: { [name]: text } }];
    });
  const years = barsOf('publication_year', (year) => year)
    .sort((one, other) => Number(one.key) - Number(other.key))
    .slice(-mostYears);
  return (
    <>
      <ColumnChart title={t('overview.byYear')} bars={years} none={none} />
      <BarChart
        title={t('overview.byType')}
        bars={barsOf('publication_type', names.type).slice(0, mostBars)}
        none={none}
      />
      <BarChart title={t('overview.byAccess')} bars={barsOf('open_access_status', names.access)} none={none} />
      <BarChart
        title={t('overview.byJournal')}
        bars={barsOf('journal', (issn, title) => title ?? issn).slice(0, mostBars)}
        none={none}
      />
      <BarChart
        title={t('overview.gaps')}
        bars={barsOf('missing', (gap) => t(`publications.missing.${gap}` as 'publications.missing.authors'))}
        none={data && t('overview.gaps.none')}
        of={total}
      />
    </>
  );
}
