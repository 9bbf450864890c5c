import { Link } from '@tanstack/react-router';
import { Check, Download, RotateCw, Square, Undo2 } from 'lucide-react';
import { useAction } from '../../../data/action.ts';
import { download } from '../../../data/download.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Estimate } from './facts.tsx';
import { hasChanged, type Intake, readReport, refreshedByIntakes, steps } from './queries.ts';

/** Asks for the next step: check, apply, stop, undo; and the report. */
export function Actions({ intake }: { intake: Intake }) {
  const t = useText();
  const { number } = useFormat();
  const step = useAction({ refreshes: refreshedByIntakes });
  const reporting = useAction({ refreshes: [] });
  const { id, state, undecided, to_fetch, to_apply, outcomes, received, total, name } = intake;
  const run = (which: keyof typeof steps) => step.run(() => steps[which](id));
  const hint = to_apply > 0 ? 'import.intake.undecidedHint' : 'import.intake.undecidedOnly';
  const mayApply = state === 'checked' || state === 'stopped' || (state === 'applied' && to_apply > 0);
  return (
    <section className="section">
      {(mayApply || (state === 'applied' && undecided > 0)) && (
        <p role="status">
          {undecided > 0 && t(hint, { count: undecided, shown: number(undecided) })}{' '}
          {to_fetch > 0 && <Estimate intake={intake} />}
        </p>
      )}
      {state === 'open' && (
        <p>
          {t(received < total ? 'import.intake.incomplete' : 'import.intake.unchecked')}{' '}
          <Link to="/import" search={{ kind: 'file' }}>
            {t('import.files.choose')}
          </Link>
        </p>
      )}
      <div className="toolbar">
        {state === 'open' && received === total && (
          <Button kind="primary" icon={Check} busy={step.isPending} onClick={() => run('check')}>
            {t('import.intake.check')}
          </Button>
        )}
        {mayApply && (
          <Button
            kind="primary"
            icon={Check}
            busy={step.isPending}
            why={to_apply > 0 ? undefined : t('import.intake.nothing')}
            onClick={() => run('apply')}
          >
            {t(state === 'stopped' ? 'import.files.goOn' : 'import.intake.apply', {
              count: to_apply,
              shown: number(to_apply),
            })}
          </Button>
        )}
        {state === 'applying' && (
          <Button icon={Square} busy={step.isPending} onClick={() => run('stop')}>
            {t('import.intake.stop')}
          </Button>
        )}
        {(state === 'applied' || state === 'stopped') && hasChanged(outcomes) && (
          <Button icon={Undo2} busy={step.isPending} onClick={() => run('undo')}>
            {t('import.intake.undo')}
          </Button>
        )}
        {state === 'checked' && (
          <Button icon={RotateCw} busy={step.isPending} onClick={() => run('check')}>
            {t('import.intake.checkAgain')}
          </Button>
        )}
        {state !== 'open' && state !== 'checking' && (
          <Button
            icon={Download}
            busy={reporting.isPending}
            onClick={() =>
              reporting.run(async () =>
                download(`${name.replace(/\.\w+$/, '')}-report.csv`, 'text/csv;charset=utf-8', await readReport(id)),
              )
            }
          >
            {t('import.intake.report')}
          </Button>
        )}
      </div>
    </section>
  );
}
