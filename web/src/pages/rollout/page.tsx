import { useQuery } from '@tanstack/react-query';
import { Power } from 'lucide-react';
import '../../styles/rollout.css';
import { useAction } from '../../data/action.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/text.ts';
import { useAutoRefresh } from '../../ui/auto-refresh.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
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
      <Loaded query={state} rows={4} whoCan={t('notice.superadmins')}>
        {(data) => (
          <>
            <State state={data} />
            <Ladder state={data} />
          </>
        )}
      </Loaded>
      <Loaded query={metrics} rows={4} whoCan={t('notice.superadmins')}>
        {(data) => <MetricCharts metrics={data} />}
      </Loaded>
      {state.data && state.data.changes.length > 0 && <Changes changes={state.data.changes} />}
    </Page>
  );
}

function Switch({ enabled }: { enabled: boolean }) {
  const t = useText();
  const { run, isPending } = useAction({ refreshes: [key], whoCan: t('notice.superadmins') });
  const set = (wanted: boolean) =>
    run(
      () => changeRollout({ enabled: wanted }),
      () => ({
        text: t(wanted ? 'rollout.isOn' : 'rollout.isOff'),
        undo: () => changeRollout({ enabled: !wanted }),
      }),
    );
  return (
    <Button kind={enabled ? 'danger' : 'plain'} icon={Power} busy={isPending} onClick={() => set(!enabled)}>
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
