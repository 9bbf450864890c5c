import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useState } from 'react';
import '../../styles/ingestion.css';
import { useActorName } from '../../data/actor.ts';
import { useDismissal } from '../../data/ingestion/dismissal.ts';
import { JobActions } from '../../data/ingestion/job-actions.tsx';
import { JobCounts, JobStatus, JobWaiting } from '../../data/ingestion/job-status.tsx';
import { failedJobIds, type Job } from '../../data/ingestion/jobs.ts';
import { PausedSources } from '../../data/ingestion/paused-sources.tsx';
import { PersonFilter } from '../../data/person-filter.tsx';
import { useHasRole } from '../../session/session.ts';
import { useFormat } from '../../text/format.ts';
import { useLocalized } from '../../text/localized.ts';
import { useText } from '../../text/text.ts';
import { useAutoRefresh } from '../../ui/auto-refresh.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyList } from '../../ui/empty-list.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import type { Column } from '../../ui/table.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import { jobList, stuckAfterSeconds } from './queries.ts';
import { jobViews } from './search.ts';

const route = getRouteApi('/ingestion');
const refreshMs = 5000;

/** The active, stuck, failed or dismissed ingestion jobs, or all of them. */
export function IngestionPage() {
  const t = useText();
  const { number } = useFormat();
  const search = route.useSearch();
  const { view = 'active' } = search;
  const navigate = route.useNavigate();
  const { refetchInterval, control } = useAutoRefresh(refreshMs);
  const list = useQuery({ ...jobList(search), refetchInterval });
  const localized = useLocalized();
  const names = list.data?.names;
  const nameOf = ({ orcid_id }: Job) => localized(names?.[orcid_id]);
  const columns = useColumns(nameOf);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { dismissAll, isBusy } = useDismissal();
  const isMember = useHasRole('workspace_member');
  const jobs = list.data?.jobs ?? [];
  // A job that leaves the list leaves the selection.
  const selected = jobs.filter(({ job_id }) => chosen.has(job_id));
  const total = list.data?.total ?? 0;
  return (
    <Page title={t('page.ingestion')} actions={control}>
      <PausedSources />
      <nav className="tabs" aria-label={t('ingestion.views')}>
        {jobViews.map((each) => (
          <Link
            key={each}
            to="/ingestion"
            search={({ orcid }) => ({ orcid, view: each === 'active' ? undefined : each })}
            onClick={() => setChosen(new Set())}
            activeOptions={{ explicitUndefined: true }}
          >
            {t(`ingestion.view.${each}`)}
          </Link>
        ))}
      </nav>
      {view === 'stuck' ? (
        <p className="fine">{t('ingestion.stuckHint', { minutes: number(stuckAfterSeconds / 60) })}</p>
      ) : (
        <div className="toolbar">
          <PersonFilter
            label={t('ingestion.column.researcher')}
            clearLabel={t('ingestion.everybody')}
            orcid={search.orcid}
            onChoose={(orcid) => navigate({ search: { view: search.view, orcid } })}
          />
          {isMember && view === 'failed' && total > 0 && (
            <Button
              icon={X}
              busy={isBusy}
              onClick={() =>
                selected.length > 0
                  ? dismissAll(
                      async () => selected.map(({ job_id }) => job_id),
                      selected.map((job) => nameOf(job) ?? job.orcid_id),
                    )
                  : dismissAll(() => failedJobIds(search.orcid))
              }
            >
              {t(selected.length > 0 ? 'job.dismissSelected' : 'job.dismissAll', {
                count: selected.length > 0 ? selected.length : total,
              })}
            </Button>
          )}
        </div>
      )}
      <PagedTable
        caption={t('page.ingestion')}
        query={list}
        columns={columns}
        rowsOf={(data) => data.jobs}
        rowId={({ job_id }) => job_id}
        rowName={(job) => nameOf(job) ?? job.orcid_id}
        {...(isMember && view === 'failed' && { selection: { ids: chosen, onChange: setChosen } })}
        empty={
          <EmptyList
            title={t(`ingestion.empty.${view}`)}
            search={{ orcid: search.orcid }}
            onClear={() => navigate({ search: { view: search.view } })}
          >
            {t(`ingestion.emptyHint.${view}`)}
          </EmptyList>
        }
        onPage={(page, replace) => navigate({ search: { ...search, page }, replace })}
      />
    </Page>
  );
}

function useColumns(nameOf: (job: Job) => string | undefined): Column<Job>[] {
  const t = useText();
  const actorName = useActorName();
  return [
    {
      id: 'researcher',
      header: t('ingestion.column.researcher'),
      isRowHeader: true,
      cell: (job) => {
        const name = nameOf(job);
        return (
          <>
            <Link to="/ingestion/$jobId" params={{ jobId: job.job_id }}>
              <TwoLines text={name ?? job.orcid_id} />
            </Link>
            {name !== undefined && <p className="fine nowrap">{job.orcid_id}</p>}
          </>
        );
      },
    },
    {
      id: 'status',
      header: t('ingestion.column.status'),
      cell: (job) => (
        <>
          <span className="job-status">
            <JobStatus status={job.status} />
          </span>
          <JobWaiting job={job} />
        </>
      ),
    },
    {
      id: 'works',
      header: t('ingestion.column.works'),
      cell: ({ counts, error_message }) => (
        <>
          <JobCounts counts={counts} />
          {error_message && (
            <p className="two-lines fine" lang="en" title={error_message}>
              {error_message}
            </p>
          )}
        </>
      ),
    },
    {
      id: 'created',
      header: t('ingestion.column.created'),
      cell: ({ created_at, requested_by }) => (
        <>
          <Moment ms={created_at} />
          <p className="fine">
            <span className="clipped" title={requested_by}>
              {actorName(requested_by)}
            </span>
          </p>
        </>
      ),
    },
    {
      id: 'finished',
      header: t('ingestion.column.finished'),
      numeric: true,
      cell: ({ finished_at }) => finished_at != null && <Moment ms={finished_at} />,
    },
    {
      id: 'actions',
      header: t('ingestion.column.actions'),
      numeric: true,
      cell: (job) => (
        <span className="row-actions job-actions">
          <JobActions job={job} name={nameOf(job)} />
        </span>
      ),
    },
  ];
}
