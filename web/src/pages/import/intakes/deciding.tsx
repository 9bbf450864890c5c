import { useAction } from '../../../data/action.ts';
import { chunksOf } from '../../../data/chunks.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/text.ts';
import { Button } from '../../../ui/button.tsx';
import type { IntakeSearch } from '../search.ts';
import { type Decision, decide, failedIndexes, type Intake, type IntakeClass, isDecidable } from './queries.ts';

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

/** The decisions for rows that have failed: they are tried again, or stored without what the sources say. */
export const decisionsOfFailed: Partial<Record<IntakeClass, readonly NonNullable<Decision>[]>> = {
  new_doi: ['work', 'apply'],
  duplicate: ['work', 'apply'],
  faulty: ['work', 'apply'],
  twice: ['work', 'apply'],
  new_work: ['apply'],
  known: ['apply'],
  deleted: ['apply'],
  conflict: ['apply'],
  edit: ['apply'],
  damaged: ['apply'],
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
  /** The outcome of the rows that are shown: those that have failed have decisions of their own. */
  outcome: IntakeSearch['outcome'];
  /** The selected rows. Without any, the decision is about all of the class. */
  indexes: readonly number[];
  onDecided: () => void;
}

/** Decides about the selected rows of a class, or about all of it. */
export function Deciding({ intake, its, outcome, indexes, onDecided }: DecidingProps) {
  const t = useText();
  const { number } = useFormat();
  const textOf = useDecisionText();
  const deciding = useAction({ refreshes: ['intakes'] });
  const isFailed = outcome === 'failed';
  // Fields are chosen row by row.
  const decisions = ((isFailed ? decisionsOfFailed : decisionsOf)[its] ?? []).filter((each) => each !== 'edit');
  if (decisions.length === 0 || !isDecidable(intake, isFailed ? 'failed' : 'waiting')) return null;
  const count = indexes.length > 0 ? indexes.length : (intake.counts[its] ?? 0);
  const nameOf = (decision: Decision) =>
    isFailed && decision === 'apply' ? t('import.decision.again') : textOf(its, decision);
  /** How many rows were decided. Rows that have failed for another reason than an unknown DOI are no works. */
  const decideAll = async (decision: Decision): Promise<number> => {
    if (indexes.length === 0 && !isFailed) {
      await decide(intake.id, { class: its, decision });
      return count;
    }
    const wanted = indexes.length > 0 ? indexes : await failedIndexes(intake.id, its);
    let decided = 0;
    for (const chunk of chunksOf(wanted, rowsPerRequest)) {
      decided += (await decide(intake.id, { indexes: chunk, decision })).decided;
    }
    return isFailed ? decided : count;
  };
  const run = (decision: Decision) =>
    deciding
      .run(
        () => decideAll(decision),
        (decided) => t('import.decision.done', { count: decided, shown: number(decided), decision: nameOf(decision) }),
      )
      .then(onDecided);
  const legend = indexes.length > 0 ? 'import.decision.selected' : 'import.decision.all';
  return (
    <fieldset className="toolbar deciding">
      <legend>
        {isFailed && indexes.length === 0 ? t('import.decision.failed') : t(legend, { count, shown: number(count) })}
      </legend>
      {decisions.map((each) => (
        <Button key={each} busy={deciding.isPending} onClick={() => run(each)}>
          {nameOf(each)}
        </Button>
      ))}
    </fieldset>
  );
}
