import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import '../../styles/overview.css';
import { PausedSources } from '../../data/ingestion/paused-sources.tsx';
import { useVocabulary } from '../../data/vocabulary.ts';
import { useHasRole } from '../../session/session.ts';
import type { TextKey } from '../../text/catalog.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/text.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { type Bar, BarChart, ColumnChart } from './charts.tsx';
import { Newcomer } from './newcomer.tsx';
import { composition, peopleCount, statistics, timeseries, worksCount } from './queries.ts';
import { StewardedGroups } from './stewarded.tsx';
import { Tasks } from './tasks.tsx';

type FacetName = keyof NonNullable<Awaited<ReturnType<NonNullable<(typeof composition)['queryFn']>>>['facets']>;

const mostYears = 12;
const mostBars = 6;

const sumOf = (counted: readonly { count: number }[]) => counted.reduce((sum, { count }) => sum + count, 0);

/** The work to do, what the registry has, and what is missing. Every number leads to its list. */
export function OverviewPage() {
  const t = useText();
  const numbers = useQuery(statistics);
  const people = useQuery(peopleCount);
  const isMember = useHasRole('workspace_member');
  const works = useQuery(worksCount);
  if (numbers.data?.total_publications === 0 && numbers.data.orcid_sources === 0) {
    return (
      <Page title={t('page.overview')}>
        <StewardedGroups />
        <Newcomer />
      </Page>
    );
  }
  return (
    <Page title={t('page.overview')}>
      {numbers.error && <ErrorNotice error={numbers.error} onRetry={numbers.refetch} />}
      <PausedSources />
      <dl className="numbers" aria-busy={numbers.isPending || undefined}>
        <Figure
          name={t('overview.publications')}
          value={numbers.data?.total_publications}
          to={{ to: '/publications' }}
        />
        <Figure name={t('overview.works')} value={works.data} to={{ to: '/works' }} />
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
        <StewardedGroups />
        {isMember && <Tasks />}
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
  const countsOf = (name: FacetName) => facets[name] ?? [];
  const barOf = (name: FacetName, value: string, label: string, count: number): Bar => {
    // In a filter, a value with a bar would be read as two.
    const search = value.includes('|') ? undefined : { [name]: value };
    return { key: value, label, count, search };
  };
  /** The bars of the most frequent values, then one each for the others and for what has no value: all together. */
  const barsOf = (
    name: FacetName,
    labelOf: (value: string, title: string | null | undefined) => string,
    rest: TextKey,
  ) => {
    const known = countsOf(name).flatMap(({ value, count, title }) =>
      value == null ? [] : [barOf(name, String(value), labelOf(String(value), title), count)],
    );
    const shown = known.slice(0, known.length > mostBars ? mostBars - 1 : mostBars);
    const without = countsOf(name).find(({ value }) => value == null)?.count ?? 0;
    const others = total - without - sumOf(shown);
    return [
      ...shown,
      ...(others > 0 ? [{ key: 'others|', label: t('overview.others'), count: others }] : []),
      ...(without > 0 ? [{ key: 'unknown|', label: t(rest), count: without }] : []),
    ];
  };
  const yearBars = () => {
    const known = countsOf('publication_year').flatMap(({ value, count }) =>
      value == null ? [] : [{ year: Number(value), count }],
    );
    const years = known.sort((one, other) => one.year - other.year);
    const earlier = years.length > mostYears ? years.splice(0, years.length - mostYears + 1) : [];
    const last = earlier.at(-1)?.year;
    const without = countsOf('publication_year').find(({ value }) => value == null)?.count ?? 0;
    const bars: Bar[] = years.map(({ year, count }) => barOf('publication_year', String(year), String(year), count));
    if (last !== undefined) {
      const search = { publication_year_to: last };
      bars.unshift({
        key: 'earlier',
        label: t('overview.untilYear', { year: String(last) }),
        count: sumOf(earlier),
        search,
      });
    }
    return without > 0 ? [...bars, { key: 'unknown', label: t('overview.unknown'), count: without }] : bars;
  };
  return (
    <>
      <ColumnChart title={t('overview.byYear')} bars={yearBars()} none={none} />
      <BarChart
        title={t('overview.byType')}
        bars={barsOf('publication_type', (type) => names.type(type) ?? type, 'overview.unknown')}
        none={none}
      />
      <BarChart
        title={t('overview.byAccess')}
        bars={barsOf('open_access_status', (status) => names.access(status) ?? status, 'overview.unknown')}
        none={none}
      />
      <BarChart
        title={t('overview.byJournal')}
        bars={barsOf('journal', (issn, title) => title ?? issn, 'overview.noJournal')}
        none={none}
      />
      <BarChart
        title={t('overview.gaps')}
        bars={countsOf('missing').flatMap(({ value, count }) => {
          const gap = String(value);
          return value == null
            ? []
            : [barOf('missing', gap, t(`publications.missing.${gap}` as 'publications.missing.authors'), count)];
        })}
        none={data && t('overview.gaps.none')}
        of={total}
      />
    </>
  );
}
