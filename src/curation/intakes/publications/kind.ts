import type { ClassDecision, IntakeRecord, StoredIntakeRow } from '#src/records/intakes/intake.ts';
import type { IntakeKind, IntakeStep } from '../kind/kind.ts';
import { changeKnown, storeWork } from './apply.ts';
import { checkPublications } from './check.ts';
import { contentOf } from './content.ts';
import { classOf } from './deleted.ts';
import { fetchPublication, readRowsTogether } from './fetch.ts';
import { undoRow } from './undo.ts';

/** Whether the row is a record that is there. */
function isKnown(row: StoredIntakeRow, { decision }: ClassDecision): boolean {
  const its = classOf(row);
  return its === 'known' || (its === 'duplicate' && (decision === 'same' || decision === 'edit'));
}

/** Whether it is a publication that was deleted, which is restored. */
function isDeleted(row: StoredIntakeRow): boolean {
  const its = classOf(row);
  return (its === 'new_doi' || its === 'deleted') && row.finding.target?.kind === 'publication';
}

function stepOf(row: StoredIntakeRow, decided: ClassDecision, { options }: IntakeRecord): IntakeStep | undefined {
  if (isKnown(row, decided) || isDeleted(row)) return 'change';
  if (decided.decision === 'work' || contentOf(row)?.row?.doi == null) return 'store';
  return options.fetch ? 'fetch' : undefined;
}

/** Files of references: publications are found or fetched, works added, and their people linked. */
export const publicationsKind: IntakeKind = {
  name: 'publications',
  check: checkPublications,
  stepOf,
  readTogether: readRowsTogether,
  apply: (row, context) => {
    const step = stepOf(row, context.decided, context.intake);
    return step === 'change'
      ? changeKnown(row, context)
      : step === 'store'
        ? storeWork(row, context)
        : fetchPublication(row, context);
  },
  undo: undoRow,
};
