import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Snowflake } from 'lucide-react';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/text.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Moment } from '../../ui/moment.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { reportRuns } from './queries.ts';
import type { Report, RunSummary } from './shapes.ts';

const tones: Record<RunSummary['state'], Tone> = { running: 'info', finished: 'good', failed: 'bad' };

/** The state of a run, and whether it is frozen. */
export function RunState({ run: { state, frozen } }: { run: RunSummary }) {
  const t = useText();
  return (
    <>
      <Badge tone={tones[state]}>{t(`reports.state.${state}`)}</Badge>{' '}
      {frozen && (
        <Badge icon={Snowflake} tone="info">
          {t('reports.frozen')}
        </Badge>
      )}
    </>
  );
}

/** The runs of a report, the newest first. */
export function Runs({ report: { id } }: { report: Report }) {
  const t = useText();
  const { number } = useFormat();
  const query = useQuery(reportRuns(id));
  const columns: Column<RunSummary>[] = [
    {
      id: 'time',
      header: t('reports.runTime'),
      isRowHeader: true,
      cell: ({ id: runId, requested_at }) => (
        <Link to="/reports/$id/runs/$runId" params={{ id, runId }} className="row-link">
          <RunTime ms={requested_at} />
        </Link>
      ),
    },
    { id: 'state', header: t('reports.runState'), width: '14rem', cell: (run) => <RunState run={run} /> },
    {
      id: 'total',
      header: t('reports.outputs'),
      numeric: true,
      isLabelled: true,
      width: '8rem',
      cell: ({ total }) => (total == null ? null : number(total)),
    },
    {
      id: 'by',
      header: t('reports.by'),
      isLabelled: true,
      width: '14rem',
      cell: ({ requested_by }) => <bdi>{requested_by}</bdi>,
    },
    {
      id: 'until',
      header: t('reports.keptUntil'),
      isLabelled: true,
      width: '10rem',
      cell: ({ expires_at }) => (expires_at == null ? null : <Moment ms={expires_at} />),
    },
  ];
  return (
    <section className="section" aria-labelledby="runs">
      <h2 id="runs">{t('reports.runs')}</h2>
      <Loaded query={query} rows={2}>
        {({ runs }) =>
          runs.length === 0 ? (
            <p className="fine">{t('reports.noRuns')}</p>
          ) : (
            <Table caption={t('reports.runs')} columns={columns} rows={runs} rowId={({ id: run }) => run} compact />
          )
        }
      </Loaded>
    </section>
  );
}

/** When a run was asked for, to the minute: reports are often run again on the same day. */
function RunTime({ ms }: { ms: number }) {
  return useFormat().dateTime(ms);
}
