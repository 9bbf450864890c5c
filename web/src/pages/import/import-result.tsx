import { useBlocker } from '@tanstack/react-router';
import {
  ArrowLeft,
  CalendarOff,
  Check,
  CircleX,
  Clock,
  Download,
  Hourglass,
  LoaderCircle,
  Plus,
  RotateCw,
  Send,
  SkipForward,
  Square,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { csvLine } from '../../../../src/formats/csv.ts';
import { download } from '../../data/download.ts';
import type { Job } from '../../data/ingestion/jobs.ts';
import { PersonLine } from '../../data/person-line.tsx';
import { useFormat } from '../../text/format.ts';
import type { LocalizedText } from '../../text/localized.ts';
import { useHasText, useText } from '../../text/text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import type { MembershipRow } from './memberships/membership-rows.ts';
import type { ProjectRow } from './project-rows.ts';
import type { ImportKind, ImportRow, Outcome } from './rows.ts';

/** The result that an import would have for a row; `failed` if it would be refused. */
export const plannedStates = ['created', 'updated', 'unchanged', 'failed'] as const;
export type PlannedState = (typeof plannedStates)[number] | 'changed' | 'ended' | 'waiting';

export interface ResultRow extends ImportRow {
  planned?: PlannedState | undefined;
  /** The faults by cell, if that is the problem. */
  faults?: ProjectRow['faults'] | MembershipRow['faults'];
  outcome?: Outcome | undefined;
  /** Whether the state is final. */
  isDone?: boolean;
  status?: Job['status'];
  counts?: Job['counts'];
  jobId?: string;
  reason?: string | undefined;
  /** The outcome that is planned, if that is known. */
  plan?: Outcome | undefined;
  /** The name of the person, who has a page. */
  name?: LocalizedText | undefined;
  /** Shown instead of the identifier. */
  entry?: string;
  /** Shown instead of the outcome. */
  shown?: ReactNode;
}

interface ImportResultProps {
  kind: ImportKind;
  rows: readonly ResultRow[];
  isSending: boolean;
  /** The number of rows that can be retried. */
  failures: number;
  onSend: (ids: readonly string[]) => void;
  onStop: () => void;
  onRetry: () => void;
  onRestart: () => void;
  /** More buttons. */
  actions?: ReactNode;
}

const perPage = 100;
const filters = ['all', 'problems', 'failed', 'differing'] as const;

const isFailed = ({ outcome, status }: ResultRow) =>
  outcome?.state === 'failed' || status === 'failed' || status === 'partial_failure';
const isDiffering = ({ outcome, plan }: ResultRow) => (outcome ?? plan)?.code === 'name_differs';
const isShownBy: Record<(typeof filters)[number], (row: ResultRow) => boolean> = {
  all: () => true,
  problems: ({ problem }) => problem !== undefined,
  failed: (row) => isFailed(row) || (!row.outcome && row.planned === 'failed'),
  differing: isDiffering,
};

/** The rows with their problems, then with their outcomes. */
export function ImportResult({
  kind,
  rows,
  isSending,
  failures,
  onSend,
  onStop,
  onRetry,
  onRestart,
  actions,
}: ImportResultProps) {
  const t = useText();
  const { number } = useFormat();
  const columns = useColumns(kind);
  const [filter, setFilter] = useState<(typeof filters)[number]>('all');
  const [page, setPage] = useState(1);
  // Another page of the dashboard does not end the import; closing the tab does.
  useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: () => isSending, disabled: !isSending });
  const ready = rows.filter(({ problem }) => !problem);
  const waiting = ready.flatMap(({ id, outcome }) => (id && !outcome ? [id] : []));
  const sent = ready.filter(({ outcome }) => outcome && outcome.state !== 'sending').length;
  const isLeftOut = ({ outcome }: ResultRow) => outcome?.state === 'skipped' || outcome?.state === 'erased';
  const done = ready.filter((row) => row.isDone || isFailed(row) || isLeftOut(row)).length;
  const isStarted = ready.some(({ outcome }) => outcome);
  const offered = filters.filter((each) => each !== 'differing' || each === filter || rows.some(isDiffering));
  const shown = rows.filter(isShownBy[filter]);
  const pages = Math.max(1, Math.ceil(shown.length / perPage));
  const current = Math.min(page, pages);
  const reasons = useReasons();
  const save = () => download(`import-${kind}.csv`, 'text/csv;charset=utf-8', resultCsv(rows, reasons));
  return (
    <>
      <dl className="numbers">
        <div>
          <dt>{t('import.number.ready')}</dt>
          <dd>{number(ready.length)}</dd>
        </div>
        <div>
          <dt>{t('import.number.problems')}</dt>
          <dd>{number(rows.length - ready.length)}</dd>
        </div>
        <div>
          <dt>{t('import.number.sent')}</dt>
          <dd>{number(sent)}</dd>
        </div>
        <div>
          <dt>{t('import.number.done')}</dt>
          <dd>{number(done)}</dd>
        </div>
      </dl>
      {isStarted && (
        <label className="import-progress">
          <span>{t('import.progress', { done: number(done), total: number(ready.length) })}</span>
          <progress max={ready.length} value={done} />
        </label>
      )}
      <div className="toolbar">
        {waiting.length > 0 && !isSending && (
          <Button kind="primary" icon={Send} onClick={() => onSend(waiting)}>
            {t(`import.send.${kind}`, { count: waiting.length, shown: number(waiting.length) })}
          </Button>
        )}
        {isSending && (
          <Button icon={Square} onClick={onStop}>
            {t('import.stop')}
          </Button>
        )}
        {failures > 0 && !isSending && (
          <Button icon={RotateCw} onClick={onRetry}>
            {t('import.retry', { count: failures, shown: number(failures) })}
          </Button>
        )}
        {isStarted && (
          <Button icon={Download} onClick={save}>
            {t('import.download')}
          </Button>
        )}
        {actions}
        {!isSending && (
          <Button icon={isStarted ? Plus : ArrowLeft} onClick={onRestart}>
            {t(isStarted ? 'import.another' : 'import.back')}
          </Button>
        )}
        <SelectField
          label={t('import.filter')}
          value={filter}
          options={offered.map((value) => ({ value, text: t(`import.filter.${value}`) }))}
          onChoose={(value) => {
            setFilter(value);
            setPage(1);
          }}
        />
      </div>
      {ready.length === 0 && <p role="alert">{t('import.nothingReady')}</p>}
      <div className="import-rows">
        <Table
          caption={t('import.result')}
          columns={columns}
          rows={shown.slice((current - 1) * perPage, current * perPage)}
          rowId={({ line }) => String(line)}
        />
      </div>
      {shown.length === 0 && <p className="fine">{t('import.noneShown')}</p>}
      {pages > 1 && <Pagination page={current} pages={pages} perPage={perPage} total={shown.length} onPage={setPage} />}
    </>
  );
}

function useColumns(kind: ImportKind): Column<ResultRow>[] {
  const t = useText();
  const reasons = useReasons();
  return [
    { id: 'line', header: t('import.column.line'), numeric: true, cell: ({ line }) => line },
    {
      id: 'id',
      header: t(`import.column.${kind}`),
      isRowHeader: true,
      cell: ({ id, text, name, entry }) => {
        if (entry !== undefined) return <bdi className="break">{entry}</bdi>;
        return id && name ? <PersonLine orcid={id} name={name} /> : <code className="break">{id ?? text}</code>;
      },
    },
    { id: 'status', header: t('import.column.status'), cell: (row) => <RowStatus row={row} /> },
    { id: 'reason', header: t('import.column.reason'), cell: (row) => <span className="break">{reasons(row)}</span> },
  ];
}

const looks = {
  sending: { icon: LoaderCircle, tone: 'info' },
  queued: { icon: Clock, tone: 'neutral' },
  skipped: { icon: SkipForward, tone: 'neutral' },
  erased: { icon: SkipForward, tone: 'neutral' },
  created: { icon: Check, tone: 'good' },
  refreshed: { icon: Check, tone: 'good' },
  updated: { icon: Check, tone: 'good' },
  changed: { icon: Check, tone: 'good' },
  ended: { icon: CalendarOff, tone: 'good' },
  waiting: { icon: Hourglass, tone: 'warning' },
  unchanged: { icon: Check, tone: 'neutral' },
  failed: { icon: CircleX, tone: 'bad' },
} as const;

function RowStatus({ row: { problem, planned, outcome, shown } }: { row: ResultRow }) {
  const t = useText();
  if (problem) {
    return (
      <Badge tone="warning" icon={CircleX}>
        {t('import.state.problem')}
      </Badge>
    );
  }
  if (shown) return shown;
  if (!outcome)
    return (
      <Badge tone={planned === 'failed' ? 'warning' : 'neutral'}>{t(`import.planned.${planned ?? 'ready'}`)}</Badge>
    );
  return <Badge {...looks[outcome.state]}>{t(`import.state.${outcome.state}`)}</Badge>;
}

function useReasons(): (row: ResultRow) => string {
  const t = useText();
  const hasText = useHasText();
  const failure = ({ code, about, text }: Outcome) => {
    const key = `import.failure.${code}`;
    return hasText(key) ? t(key, { about }) : text;
  };
  return ({ problem, faults = [], firstLine, outcome, plan, reason }) => {
    if (problem === 'fields')
      return faults.map(({ column, fault }) => `${column}: ${t(`import.fault.${fault}`)}`).join('; ');
    if (problem) return t(`import.problem.${problem}`, { line: firstLine });
    if (outcome?.state === 'skipped' || outcome?.state === 'erased') return t(`import.reason.${outcome.state}`);
    return reason ?? (outcome && failure(outcome)) ?? (plan && failure(plan)) ?? '';
  };
}

function resultCsv(rows: readonly ResultRow[], reasons: (row: ResultRow) => string): string {
  const counts = ['found', 'created', 'updated', 'skipped', 'failed'] as const;
  return [
    csvLine(['line', 'entry', 'id', 'status', 'reason', ...counts, 'job_id']),
    ...rows.map((row) =>
      csvLine([
        row.line,
        row.text,
        row.id,
        row.problem ?? row.status ?? row.outcome?.state ?? 'not_sent',
        reasons(row),
        ...counts.map((count) => row.counts?.[count]),
        row.jobId,
      ]),
    ),
  ].join('');
}
