import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../data/action.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/text.ts';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Moment } from '../../ui/moment.tsx';
import { changeRollout, key, ladder, type Rollout } from './queries.ts';

/** The planned stages, how long the current one has run, and the way to another one. */
export function Ladder({ state }: { state: Rollout }) {
  const t = useText();
  const format = useFormat();
  const [chosen, setChosen] = useState<number>();
  // Kept when another stage is chosen.
  const [reason, setReason] = useState('');
  return (
    <section className="section" aria-labelledby="ladder">
      <h2 id="ladder">{t('rollout.stages')}</h2>
      <ol className="ladder">
        {ladder.map((stage) => (
          <li key={stage}>
            <button
              type="button"
              aria-current={stage === state.stage ? 'step' : undefined}
              aria-pressed={stage === chosen}
              // Not disabled, because it may have the focus when it becomes the current one.
              aria-disabled={stage === state.stage || undefined}
              onClick={() => stage !== state.stage && setChosen(stage)}
            >
              {format.percent(stage / 100)}
              {stage === state.stage && <span className="fine">{t('rollout.now')}</span>}
              {stage === state.soak.next_stage && <span className="fine">{t('rollout.next')}</span>}
            </button>
          </li>
        ))}
      </ol>
      <SoakClock soak={state.soak} />
      {chosen !== undefined && chosen !== state.stage && (
        <StageForm
          key={chosen}
          state={state}
          stage={chosen}
          reason={reason}
          onReason={setReason}
          onClose={() => setChosen(undefined)}
        />
      )}
    </section>
  );
}

function SoakClock({ soak: { soak_hours, soaking_since, soak_ends_at, soak_passed } }: Pick<Rollout, 'soak'>) {
  const t = useText();
  if (soaking_since == null || soak_ends_at == null || soak_hours === 0) return null;
  const share = Math.min(1, (Date.now() - soaking_since) / (soak_ends_at - soaking_since));
  return (
    <div className="soak">
      <progress aria-label={t('rollout.soak', { hours: soak_hours })} max={1} value={soak_passed ? 1 : share} />
      <span>
        {soak_passed ? t('rollout.soakPassed', { hours: soak_hours }) : t('rollout.soak', { hours: soak_hours })}{' '}
        {!soak_passed && <Moment ms={soak_ends_at} />}
      </span>
    </div>
  );
}

interface StageFormProps {
  state: Rollout;
  stage: number;
  reason: string;
  onReason: (reason: string) => void;
  onClose: () => void;
}

/** Shows the objections to a stage, asks for a reason, and sets it. The undo restores the previous stage. */
function StageForm({ state, stage, reason, onReason, onClose }: StageFormProps) {
  const t = useText();
  const format = useFormat();
  const whoCan = t('notice.superadmins');
  const { run, isPending, error } = useAction({ refreshes: [key], showsError: true, whoCan });
  const { soak } = state;
  const rises = stage > state.stage;
  const warnings = [
    rises && soak.next_stage != null && stage > soak.next_stage && t('rollout.warn.skips', { stage: soak.next_stage }),
    rises && !soak.soak_passed && soak.soak_hours > 0 && t('rollout.warn.soak', { hours: soak.soak_hours }),
    !state.enabled && t('rollout.warn.off'),
  ].filter((warning) => warning !== false);
  const previous = state.stage;
  const set = () =>
    run(
      () => changeRollout({ stage, ...(reason.trim() && { reason: reason.trim() }) }),
      () => {
        onReason('');
        onClose();
        return { text: t('rollout.stageSet', { stage }), undo: () => changeRollout({ stage: previous }) };
      },
    );
  return (
    <Form
      className="notice stage-form"
      submit={t('rollout.set', { stage: format.percent(stage / 100) })}
      busy={isPending}
      error={error}
      whoCan={whoCan}
      onSubmit={set}
      onCancel={onClose}
    >
      <p className="notice-title">{t('rollout.setTitle', { before: previous, after: stage })}</p>
      {warnings.map((warning) => (
        <p key={warning} className="stage-warning" role="status">
          <TriangleAlert aria-hidden size={16} /> {warning}
        </p>
      ))}
      <TextField
        label={t('rollout.reason')}
        maxLength={500}
        value={reason}
        onChange={(event) => onReason(event.target.value)}
      />
    </Form>
  );
}
