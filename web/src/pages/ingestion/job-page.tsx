import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import '../../styles/ingestion.css';
import type { Schema } from '../../api/client.ts';
import { useActorName } from '../../data/actor.ts';
import { JobActions } from '../../data/ingestion/job-actions.tsx';
import { JobStatus, JobWaiting } from '../../data/ingestion/job-status.tsx';
import { isActive } from '../../data/ingestion/jobs.ts';
import { PausedSources } from '../../data/ingestion/paused-sources.tsx';
import { useFormat } from '../../text/format.ts';
import { useLocalized } from '../../text/localized.ts';
import { useText } from '../../text/text.ts';
import { useAutoRefresh } from '../../ui/auto-refresh.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { EmptyNotice } from '../../ui/empty-notice.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import { jobDetail, perPage } from './queries.ts';
import { outcomes } from './search.ts';

type Detail = Schema<'IngestionJobDetail'>;
type Work = Schema<'IngestionJobWork'>;

const route = getRouteApi('/ingestion/$jobId');
const refreshMs = 5000;

/** One job, with the outcome of each work and why. */
export function JobPage() {
  const { jobId } = route.useParams();
  // Old rows stay while another page loads, but never those of another job.
  return <OneJob key={jobId} jobId={jobId} />;
}

/** A job, refetched while it is active. */
function OneJob({ jobId }: { jobId: string }) {
  const t = useText();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { refetchInterval, control } = useAutoRefresh(refreshMs);
  const query = useQuery({
    ...jobDetail(jobId, search),
    refetchInterval: ({ state }) => (state.data && !isActive(state.data.job) ? false : refetchInterval),
  });
  const { data, isPlaceholderData } = query;
  const columns = useWorkColumns(!!data && isActive(data.job));
  const localized = useLocalized();
  const name = data && localized(data.names?.[data.job.orcid_id]);
  return (
    <Page
      title={data ? t('ingestion.jobOf', { name: name ?? data.job.orcid_id }) : t('page.ingestion')}
      back={{ to: '/ingestion', text: t('ingestion.back') }}
      actions={
        <>
          {data && isActive(data.job) && control}
          {data && (
            <JobActions
              job={data.job}
              name={name}
              onRetried={({ job_id }) => navigate({ to: '/ingestion/$jobId', params: { jobId: job_id } })}
            />
          )}
        </>
      }
    >
      {data && isActive(data.job) && <PausedSources />}
      <Loaded query={query}>
        {(detail) => (
          <>
            <JobFacts detail={detail} />
            <h2>{t('ingestion.works')}</h2>
            <div className="toolbar">
              <SelectField
                label={t('ingestion.outcome')}
                value={search.outcome ?? 'all'}
                options={(['all', ...outcomes] as const).map((value) => ({
                  value,
                  text: t(`ingestion.outcome.${value}`),
                }))}
                onChoose={(outcome) => navigate({ search: { outcome: outcome === 'all' ? undefined : outcome } })}
              />
            </div>
            {detail.total === 0 ? (
              <EmptyNotice title={t('ingestion.noWorks')}>{t('ingestion.noWorksHint')}</EmptyNotice>
            ) : (
              <>
                <Table
                  caption={t('ingestion.works')}
                  columns={columns}
                  rows={detail.works}
                  rowId={({ id }) => id}
                  busy={isPlaceholderData}
                />
                <Pagination
                  page={detail.page}
                  pages={detail.pages}
                  perPage={perPage}
                  total={detail.total}
                  onPage={(page, replace) => navigate({ search: { ...search, page }, replace })}
                />
              </>
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function JobFacts({ detail: { job, names, progress } }: { detail: Detail }) {
  const t = useText();
  const actorName = useActorName();
  const { number } = useFormat();
  return (
    <>
      {job.error_message && (
        <p className="job-error" lang="en">
          {job.error_message}
        </p>
      )}
      {isActive(job) && progress.found > 0 && (
        <label className="job-progress">
          <span>{t('ingestion.progress', { done: number(progress.done), found: number(progress.found) })}</span>
          <progress max={progress.found} value={progress.done} />
        </label>
      )}
      <dl className="job-facts">
        <div>
          <dt>{t('ingestion.column.researcher')}</dt>
          <dd>
            {names?.[job.orcid_id] === undefined ? (
              // There is no page of somebody who is not in the registry.
              <a href={`https://orcid.org/${job.orcid_id}`} target="_blank" rel="noreferrer">
                {job.orcid_id}
              </a>
            ) : (
              <Link to="/people/$orcid" params={{ orcid: job.orcid_id }}>
                {job.orcid_id}
              </Link>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('ingestion.column.status')}</dt>
          <dd>
            <JobStatus status={job.status} />
            <JobWaiting job={job} />
          </dd>
        </div>
        {(['found', 'created', 'updated', 'skipped', 'failed'] as const).map((name) => (
          <div key={name}>
            <dt>{t(`ingestion.count.${name}`)}</dt>
            <dd>{number(job.counts[name])}</dd>
          </div>
        ))}
        <div>
          <dt>{t('ingestion.column.requestedBy')}</dt>
          <dd title={job.requested_by}>{actorName(job.requested_by)}</dd>
        </div>
        <div>
          <dt>{t('ingestion.attempts')}</dt>
          <dd>{number(job.attempts)}</dd>
        </div>
        {job.dismissed_by != null && (
          <div>
            <dt>{t('ingestion.dismissedBy')}</dt>
            <dd title={job.dismissed_by}>{actorName(job.dismissed_by)}</dd>
          </div>
        )}
        {(['created_at', 'started_at', 'finished_at', 'dismissed_at'] as const).map((name) => {
          const ms = job[name];
          return (
            ms != null && (
              <div key={name}>
                <dt>{t(`ingestion.${name}`)}</dt>
                <dd>
                  <Moment ms={ms} />
                </dd>
              </div>
            )
          );
        })}
        {(['retry_of', 'retried_by'] as const).map((name) => {
          const jobId = job[name];
          return (
            jobId != null && (
              <div key={name}>
                <dt>{t(`ingestion.${name}`)}</dt>
                <dd>
                  <Link to="/ingestion/$jobId" params={{ jobId }}>
                    {t('ingestion.otherJob')}
                  </Link>
                </dd>
              </div>
            )
          );
        })}
      </dl>
    </>
  );
}

const tones: Record<Work['outcome'], Tone> = {
  pending: 'neutral',
  created: 'good',
  updated: 'good',
  skipped: 'neutral',
  failed: 'bad',
};

/** The reason, in the dashboard's words if the API uses a term; only the API can explain a failure. */
function Reason({ work, isActive: isJobActive }: { work: Work; isActive: boolean }) {
  const t = useText();
  const { outcome, kind, doi, part_of, publication_id, reason } = work;
  if (outcome === 'failed') return <span lang="en">{reason}</span>;
  if (part_of != null) return t('ingestion.reason.part', { doi: part_of });
  if (outcome === 'pending') return t(isJobActive ? 'ingestion.reason.pending' : 'ingestion.reason.notFetched');
  const storedAs =
    publication_id != null && publication_id !== doi ? ` ${t('ingestion.storedAs', { doi: publication_id })}` : '';
  return `${t(`ingestion.reason.${kind}.${outcome}`)}${storedAs}`;
}

function useWorkColumns(isJobActive: boolean): Column<Work>[] {
  const t = useText();
  const localized = useLocalized();
  return [
    {
      id: 'work',
      header: t('ingestion.column.work'),
      isRowHeader: true,
      cell: ({ id, title, doi, doi_url }) => (
        <>
          <TwoLines text={localized(title) ?? id} />
          {doi != null && doi_url != null && (
            <a className="fine break" href={doi_url} target="_blank" rel="noreferrer">
              {doi}
            </a>
          )}
        </>
      ),
    },
    {
      id: 'outcome',
      header: t('ingestion.column.outcome'),
      cell: ({ outcome }) => <Badge tone={tones[outcome]}>{t(`ingestion.outcome.${outcome}`)}</Badge>,
    },
    {
      id: 'reason',
      header: t('ingestion.column.reason'),
      cell: (work) => <Reason work={work} isActive={isJobActive} />,
    },
  ];
}
