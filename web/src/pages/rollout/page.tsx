import { useQuery } from '@tanstack/react-query';
import { Power } from 'lucide-react';
import '../../styles/rollout.css';
import { useChange } from '../../data/use-change.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/text.ts';
import { useAutoRefresh } from '../../ui/auto-refresh.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Table, TableSkeleton } from '../../ui/table.tsx';
import { useErrorToast, useToast } from '../../ui/toasts.tsx';
import { Ladder } from './ladder.tsx';
import { MetricCharts } from './metric-charts.tsx';
import { changeRollout, key, type Rollout, rollout, rolloutMetrics } from './queries.ts';

const refreshMs = 5000;

/** The stage of locale-aware search, its metrics, and its off switch. */
export function RolloutPage() {
  const t = useText();
  const { refetchInterval, control } = useAutoRefresh(refreshMs);
  const state = useQuery({ ...rollout, refetchInterval });
  const metrics = useQuery({ ...rolloutMetrics, refetchInterval });
  return (
    <Page
      title={t('page.rollout')}
      actions={
        <>
          {control}
          {state.data && <Switch enabled={state.data.enabled} />}
        </>
      }
    >
      {state.error && <ErrorNotice error={state.error} onRetry={state.refetch} whoCan={t('notice.superadmins')} />}
      {!state.data && !state.error && <TableSkeleton rows={4} />}
      {state.data && <State state={state.data} />}
      {state.data && <Ladder state={state.data} />}
      {metrics.error && (
        <ErrorNotice error={metrics.error} onRetry={metrics.refetch} whoCan={t('notice.superadmins')} />
      )}
      {metrics.data && <MetricCharts metrics={metrics.data} />}
      {state.data && state.data.changes.length > 0 && <Changes changes={state.data.changes} />}
    </Page>
  );
}

function Switch({ enabled }: { enabled: boolean }) {
  const t = useText();
  const toast = useToast();
  const showError = useErrorToast();
  const change = useChange(key, changeRollout, (error) => showError(error, t('notice.superadmins')));
  const set = (wanted: boolean) =>
    change.mutate(
      { enabled: wanted },
      {
        onSuccess: () =>
          toast({
            text: t(wanted ? 'rollout.isOn' : 'rollout.isOff'),
            tone: 'good',
            undo: () => change.mutate({ enabled: !wanted }),
          }),
      },
    );
  return (
    <Button kind={enabled ? 'danger' : 'plain'} icon={Power} busy={change.isPending} onClick={() => set(!enabled)}>
      {t(enabled ? 'rollout.switchOff' : 'rollout.switchOn')}
    </Button>
  );
}

function State({ state }: { state: Rollout }) {
  const t = useText();
  const format = useFormat();
  const { enabled, auto_disabled, disabled_at, disabled_reason, stage, updated_at, updated_by, changes } = state;
  const judged = changes.find(({ action }) => action === 'rollout.auto_disabled');
  return (
    <div className="section">
      {auto_disabled && (
        <div className="notice error" role="alert">
          <div>
            <p className="notice-title">{t('rollout.autoDisabled')}</p>
            <p>
              {disabled_reason && t(`rollout.reason.${disabled_reason}`)}{' '}
              {disabled_at != null && <Moment ms={disabled_at} />}
            </p>
            {judged && (
              <dl className="facts">
                <div>
                  <dt>{t('rollout.who')}</dt>
                  <dd>{t('rollout.registry')}</dd>
                </div>
                <div>
                  <dt>{t('rollout.stageThen')}</dt>
                  <dd>{format.percent(judged.before.stage / 100)}</dd>
                </div>
                <div>
                  <dt>{t('rollout.measured')}</dt>
                  <dd lang="en">{judged.reason}</dd>
                </div>
              </dl>
            )}
            <p>{t('rollout.afterAutoDisabled')}</p>
          </div>
        </div>
      )}
      <p className="badges">
        <Badge tone={enabled ? 'good' : 'bad'}>{t(enabled ? 'rollout.on' : 'rollout.off')}</Badge>
        <span>{t('rollout.stageIs', { stage })}</span>
        <span className="fine">
          {t('rollout.changed')} <Moment ms={updated_at} />
          {updated_by && ` ${t('rollout.changedBy', { name: updated_by })}`}
        </span>
      </p>
    </div>
  );
}

function Changes({ changes }: { changes: Rollout['changes'] }) {
  const t = useText();
  const format = useFormat();
  const show = ({ stage, enabled }: Rollout['changes'][number]['before']) =>
    `${format.percent(stage / 100)}, ${t(enabled ? 'rollout.on' : 'rollout.off')}`;
  return (
    <section className="section" aria-labelledby="changes">
      <h2 id="changes">{t('rollout.changes')}</h2>
      <Table
        caption={t('rollout.changes')}
        rows={changes}
        rowId={({ changed_at, action }) => `${changed_at} ${action}`}
        columns={[
          { id: 'when', header: t('rollout.when'), cell: ({ changed_at }) => <Moment ms={changed_at} /> },
          {
            id: 'what',
            header: t('rollout.what'),
            isRowHeader: true,
            cell: ({ before, after }) => `${show(before)} → ${show(after)}`,
          },
          { id: 'who', header: t('rollout.who'), cell: ({ changed_by }) => changed_by ?? t('rollout.registry') },
          {
            id: 'why',
            header: t('rollout.why'),
            // The registry's own reasons are in English; people's reasons are in any language.
            cell: ({ reason, changed_by }) =>
              reason && <span lang={changed_by == null ? 'en' : undefined}>{reason}</span>,
          },
        ]}
      />
    </section>
  );
}
