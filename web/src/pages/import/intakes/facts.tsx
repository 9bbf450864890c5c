import { CircleAlert, Undo2 } from 'lucide-react';
import { useActorName } from '../../../data/actor.ts';
import { useFormat } from '../../../text/format.ts';
import { useHasText, useText } from '../../../text/text.ts';
import { Moment } from '../../../ui/moment.tsx';
import { OutputLink } from './output-link.tsx';
import type { Intake } from './queries.ts';
import { StateBadge } from './state-badge.tsx';

/** Who took the file in, when, and how it was read. */
export function Facts({ intake }: { intake: Intake }) {
  const t = useText();
  const { number } = useFormat();
  const actorName = useActorName();
  const { state, actor, created_at, expires_at, total, failure } = intake;
  return (
    <>
      <dl className="job-facts">
        <div>
          <dt>{t('import.column.status')}</dt>
          <dd>
            <StateBadge state={state} />
          </dd>
        </div>
        <div>
          <dt>{t('import.intake.rows')}</dt>
          <dd>{number(total)}</dd>
        </div>
        {actor != null && (
          <div>
            <dt>{t('import.intake.actor')}</dt>
            <dd title={actor}>{actorName(actor)}</dd>
          </div>
        )}
        <div>
          <dt>{t('import.intake.created')}</dt>
          <dd>
            <Moment ms={created_at} />
          </dd>
        </div>
        <div>
          <dt>{t('import.intake.kept')}</dt>
          <dd>
            <Moment ms={expires_at} />
          </dd>
        </div>
      </dl>
      {failure != null && (
        <div className="notice error" role="status">
          <CircleAlert aria-hidden size={20} />
          <div>
            <p className="notice-title">
              {t(failure === 'role_lost' ? 'import.intake.roleLost' : 'import.intake.failure')}
            </p>
          </div>
        </div>
      )}
    </>
  );
}

/** How many rows have an outcome that does not change by itself any more. */
const finished = ({ total, outcomes }: Intake): number => total - (outcomes.waiting ?? 0) - (outcomes.fetching ?? 0);

/** How far the registry is, and how long it may take. */
export function Progress({ intake }: { intake: Intake }) {
  const t = useText();
  const { number } = useFormat();
  const { state, total, received, checked, outcomes, undone } = intake;
  const steps: Partial<Record<Intake['state'], number>> = {
    open: received,
    checking: checked,
    applying: finished(intake),
    undoing: (undone?.restored ?? 0) + (undone?.left ?? 0),
  };
  const done = steps[state] ?? ((outcomes.fetching ?? 0) > 0 ? finished(intake) : undefined);
  if (done === undefined) return null;
  return (
    <label className="import-progress">
      <span role="status">
        {t(state === 'open' || isKnown(state) ? `import.intake.progress.${state}` : 'import.intake.progress.applying', {
          done: number(done),
          total: number(total),
        })}
        {state === 'applying' && <Estimate intake={intake} />}
      </span>
      <progress max={total} value={done} />
    </label>
  );
}

const isKnown = (state: Intake['state']): state is 'checking' | 'applying' | 'undoing' =>
  state === 'checking' || state === 'applying' || state === 'undoing';

const minuteS = 60;
const hourS = 3_600;

/** How long the sources need for what is to be fetched. */
export function Estimate({ intake: { estimate_s, to_fetch } }: { intake: Intake }) {
  const t = useText();
  const { number } = useFormat();
  if (estimate_s == null || to_fetch === 0) return null;
  const isLong = estimate_s >= hourS;
  const time = Math.max(1, Math.ceil(estimate_s / (isLong ? hourS : minuteS)));
  return (
    <>
      {' '}
      {t(isLong ? 'import.intake.estimate.hours' : 'import.intake.estimate.minutes', {
        count: to_fetch,
        fetched: number(to_fetch),
        time: number(time),
      })}
    </>
  );
}

/** The result of an undo: taken back, and left. */
export function Undone({ intake: { undone, state } }: { intake: Intake }) {
  const t = useText();
  const hasText = useHasText();
  const { number } = useFormat();
  if (undone == null || state !== 'undone') return null;
  const reasonOf = (reason: string) => {
    const key = `import.intake.left.${reason}`;
    return hasText(key) ? t(key) : reason;
  };
  const more = undone.left - undone.left_rows.length;
  return (
    <div className="notice" role="status">
      <Undo2 aria-hidden size={20} />
      <div>
        <p>
          {t('import.intake.undone', { count: undone.restored, shown: number(undone.restored) })}{' '}
          {undone.left > 0 && t('import.intake.leftCount', { count: undone.left, shown: number(undone.left) })}
        </p>
        <ul>
          {undone.left_rows.map(({ line, kind, id, reason }) => (
            <li key={`${line} ${id}`}>
              {t('import.files.atLine', { line: number(line) })}:{' '}
              <OutputLink output={{ kind, id }}>
                <code className="break">{id}</code>
              </OutputLink>
              , {reasonOf(reason)}
            </li>
          ))}
        </ul>
        {more > 0 && <p className="fine">{t('import.intake.leftMore', { count: more, shown: number(more) })}</p>}
      </div>
    </div>
  );
}
