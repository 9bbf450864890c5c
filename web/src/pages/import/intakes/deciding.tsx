import { useAction } from '../../../data/action.ts';
import { chunksOf } from '../../../data/chunks.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/text.ts';
import { Button } from '../../../ui/button.tsx';
import { type Decision, decide, type Intake, type IntakeClass, isDecidable } from './queries.ts';

/** The decisions for the rows of a class, the usual first. Classes without an entry have nothing to decide. */
export const decisionsOf: Partial<Record<IntakeClass, readonly NonNullable<Decision>[]>> = {
  duplicate: ['same', 'apply', 'skip'],
  deleted: ['skip', 'apply'],
  faulty: ['apply', 'skip'],
  new_doi: ['apply', 'skip'],
  new_work: ['apply', 'skip'],
  known: ['skip', 'apply', 'edit'],
  twice: ['skip', 'apply'],
  conflict: ['apply', 'skip'],
  edit: ['apply', 'skip'],
  damaged: ['skip', 'apply'],
};

const rowsPerRequest = 1_000;

/** The text of a decision: the same word means another thing for each class. */
export function useDecisionText(): (its: IntakeClass, decision: Decision) => string {
  const t = useText();
  return (its, decision) => {
    if (decision === null) return t('import.decision.open');
    if (decision !== 'apply') return t(`import.decision.${decision}`);
    if (its === 'duplicate') return t('import.decision.apply.duplicate');
    if (its === 'deleted') return t('import.decision.apply.deleted');
    if (its === 'known') return t('import.decision.apply.known');
    return its === 'new_doi' || its === 'new_work' || its === 'faulty' || its === 'twice'
      ? t('import.decision.apply.new')
      : t('import.decision.apply.edit');
  };
}

interface DecidingProps {
  intake: Intake;
  its: IntakeClass;
  /** The selected rows. Without any, the decision is about all of the class. */
  indexes: readonly number[];
  onDecided: () => void;
}

/** Decides about the selected rows of a class, or about all of it. */
export function Deciding({ intake, its, indexes, onDecided }: DecidingProps) {
  const t = useText();
  const { number } = useFormat();
  const textOf = useDecisionText();
  const deciding = useAction({ refreshes: ['intakes'] });
  // Fields are chosen row by row.
  const decisions = (decisionsOf[its] ?? []).filter((each) => each !== 'edit');
  if (decisions.length === 0 || !isDecidable(intake)) return null;
  const count = indexes.length > 0 ? indexes.length : (intake.counts[its] ?? 0);
  const run = (decision: Decision) =>
    deciding
      .run(
        async () => {
          if (indexes.length === 0) return decide(intake.id, { class: its, decision });
          for (const chunk of chunksOf(indexes, rowsPerRequest)) await decide(intake.id, { indexes: chunk, decision });
        },
        () => t('import.decision.done', { count, shown: number(count), decision: textOf(its, decision) }),
      )
      .then(onDecided);
  return (
    <fieldset className="toolbar deciding">
      <legend>
        {t(indexes.length > 0 ? 'import.decision.selected' : 'import.decision.all', { count, shown: number(count) })}
      </legend>
      {decisions.map((each) => (
        <Button key={each} busy={deciding.isPending} onClick={() => run(each)}>
          {textOf(its, each)}
        </Button>
      ))}
    </fieldset>
  );
}
