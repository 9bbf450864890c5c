import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { reportTemplates } from '../../../../src/records/reports/templates.ts';
import '../../styles/reports.css';
import { useText } from '../../text/text.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyNotice } from '../../ui/empty-notice.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { reportList } from './queries.ts';
import type { Report } from './shapes.ts';

/** The saved reports, and templates to start from. */
export function ReportsPage() {
  const t = useText();
  const query = useQuery(reportList);
  return (
    <Page
      title={t('page.reports')}
      actions={
        <Link to="/reports/new" className="button primary">
          <Plus aria-hidden size={16} />
          {t('reports.new')}
        </Link>
      }
    >
      <p className="fine">{t('reports.hint')}</p>
      <Loaded query={query} rows={4}>
        {({ reports }) => (
          <>
            {reports.length === 0 && <EmptyNotice title={t('reports.empty')}>{t('reports.emptyHint')}</EmptyNotice>}
            <ReportTable title={t('reports.own')} reports={reports.filter(({ is_own }) => is_own)} />
            <ReportTable
              title={t('reports.ofOthers')}
              reports={reports.filter(({ is_own, has_left }) => !is_own && !has_left)}
            />
            <ReportTable title={t('reports.ofFormer')} reports={reports.filter(({ has_left }) => has_left)} />
          </>
        )}
      </Loaded>
      <section className="section" aria-labelledby="templates">
        <h2 id="templates">{t('reports.templates')}</h2>
        <ul className="report-templates">
          {reportTemplates.map((name) => (
            <li key={name} className="card">
              <h3>
                <Link to="/reports/new" search={{ template: name }}>
                  {t(`reports.template.${name}`)}
                </Link>
              </h3>
              <p className="fine">{t(`reports.template.${name}.hint`)}</p>
            </li>
          ))}
        </ul>
      </section>
    </Page>
  );
}

function ReportTable({ title, reports }: { title: string; reports: readonly Report[] }) {
  const t = useText();
  if (reports.length === 0) return null;
  const columns: Column<Report>[] = [
    {
      id: 'name',
      header: t('reports.name'),
      isRowHeader: true,
      cell: ({ id, definition, shared, is_own }) => (
        <>
          <Link to="/reports/$id" params={{ id }} className="row-link">
            <bdi>{definition.name}</bdi>
          </Link>{' '}
          {shared && is_own && <Badge>{t('reports.shared')}</Badge>}
        </>
      ),
    },
    {
      id: 'by',
      header: t('reports.by'),
      isLabelled: true,
      width: '14rem',
      cell: ({ created_by }) => <bdi>{created_by}</bdi>,
    },
    {
      id: 'run',
      header: t('reports.lastRun'),
      isLabelled: true,
      width: '12rem',
      cell: ({ id, running, last_run }) =>
        running != null ? (
          <Link to="/reports/$id/runs/$runId" params={{ id, runId: running }}>
            {t('reports.state.running')}
          </Link>
        ) : (
          last_run && <Moment ms={last_run.as_of} />
        ),
    },
  ];
  return (
    <section className="section" aria-label={title}>
      <h2>{title}</h2>
      <Table caption={title} columns={columns} rows={reports} rowId={({ id }) => id} compact />
    </section>
  );
}
