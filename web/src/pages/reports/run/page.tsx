import { useQuery } from '@tanstack/react-query';
import { getRouteApi, type LinkProps } from '@tanstack/react-router';
import { Printer, Snowflake } from 'lucide-react';
import { useState } from 'react';
import '../../../styles/reports.css';
import { useAction } from '../../../data/action.ts';
import { useHasRole } from '../../../session/session.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/text.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Page } from '../../../ui/page.tsx';
import { CountsTable } from '../counts-table.tsx';
import { freezeRun, reportDetail, reportRun } from '../queries.ts';
import { RunState } from '../runs.tsx';
import type { Run } from '../shapes.ts';
import { isDrawn, OpenAccessChart } from '../trend.tsx';
import { Differences } from './differences.tsx';
import { Documents } from './documents.tsx';

const route = getRouteApi('/reports/$id/runs/$runId');

/** A run of a report: its progress, its numbers as they were, its documents, and what differs from another run. */
export function RunPage() {
  const t = useText();
  const { id, runId } = route.useParams();
  const query = useQuery(reportRun(runId));
  const { data } = query;
  return (
    <Page
      title={data?.name ?? t('reports.oneRun')}
      back={{ to: `/reports/${id}` as LinkProps['to'], text: t('reports.backToReport') }}
      actions={
        data?.state === 'finished' && (
          <>
            <FreezeButton key={runId} run={data} />
            <Button icon={Printer} onClick={() => window.print()}>
              {t('reports.print')}
            </Button>
          </>
        )
      }
    >
      <Loaded query={query}>
        {(run) => (
          <div key={runId} className="report-page">
            <Facts run={run} />
            {run.state === 'finished' && <Documents run={run} />}
            {run.counts && (
              <section className="section" aria-labelledby="counts">
                <h2 id="counts">{t('reports.counts')}</h2>
                <CountsTable counts={run.counts} isFractional={run.definition.counting === 'fractional'} />
                {isDrawn(run.counts) && <OpenAccessChart counts={run.counts} />}
                <p className="fine">{t('reports.linksAreOfNow')}</p>
              </section>
            )}
            {run.state === 'finished' && <Differences run={run} />}
          </div>
        )}
      </Loaded>
    </Page>
  );
}

/** When a run was made and by whom, how far it is, and what has changed in it since. */
function Facts({ run }: { run: Run }) {
  const t = useText();
  const { dateTime, number } = useFormat();
  const { state, requested_at, requested_by, as_of, total, done, missing, erased, expires_at, message } = run;
  return (
    <>
      <p className="badges">
        <RunState run={run} />
      </p>
      {state === 'running' && (
        <div role="status" className="report-progress">
          <progress
            aria-label={t('reports.progress')}
            {...(total != null && { max: Math.max(1, total), value: done })}
          />
          <p>
            {total == null
              ? t('reports.progress.counting')
              : t('reports.progress.of', { done: number(done), total: number(total) })}
          </p>
          <p className="fine">{t('reports.progress.leave')}</p>
        </div>
      )}
      {state === 'failed' && (
        <div className="notice error" role="alert">
          <div>
            <p className="notice-title">{t('reports.failed')}</p>
            {message && <p lang="en">{message}</p>}
          </div>
        </div>
      )}
      {erased > 0 && (
        <div className="notice">
          <p>{t('reports.erased', { count: erased })}</p>
        </div>
      )}
      <dl className="facts">
        <div>
          <dt>{t('reports.runTime')}</dt>
          <dd>{dateTime(requested_at)}</dd>
        </div>
        <div>
          <dt>{t('reports.by')}</dt>
          <dd dir="auto">{requested_by}</dd>
        </div>
        {as_of != null && (
          <div>
            <dt>{t('reports.asOf')}</dt>
            <dd>{dateTime(as_of)}</dd>
          </div>
        )}
        {total != null && (
          <div>
            <dt>{t('reports.outputs')}</dt>
            <dd>{number(total)}</dd>
          </div>
        )}
        {missing > 0 && (
          <div>
            <dt>{t('reports.missing')}</dt>
            <dd>{number(missing)}</dd>
          </div>
        )}
        {expires_at != null && (
          <div>
            <dt>{t('reports.keptUntil')}</dt>
            <dd>{dateTime(expires_at)}</dd>
          </div>
        )}
      </dl>
    </>
  );
}

/** Keeps a run for good. Nothing takes that back but the deletion of the report. */
function FreezeButton({ run: { id, report_id, frozen } }: { run: Run }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const { data: report } = useQuery(reportDetail(report_id));
  const isAdmin = useHasRole('workspace_admin');
  const { run, isPending, error } = useAction({ refreshes: ['reports'], showsError: true });
  const freeze = () =>
    run(
      () => freezeRun(id),
      () => {
        setOpen(false);
        return t('reports.done.frozen');
      },
    );
  if (frozen || !report || !(report.is_own || (report.shared && isAdmin))) return null;
  return (
    <>
      <Button icon={Snowflake} onClick={() => setOpen(true)}>
        {t('reports.freeze')}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={t('reports.freezeTitle')}
          phrase={report.definition.name}
          action={t('reports.freeze')}
          onConfirm={freeze}
          onClose={() => setOpen(false)}
          busy={isPending}
          error={error}
        >
          <p>{t('reports.freezeHint')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
