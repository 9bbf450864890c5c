import type { ClassDecision, IntakeRecord, StoredIntakeRow } from '#src/records/intakes/intake.ts';
import type { IntakeKind, IntakeStep } from '../kind/kind.ts';
import { changeKnown, storeWork } from './apply.ts';
import { checkPublications } from './check.ts';
import { contentOf } from './content.ts';
import { fetchPublication, readRowsTogether } from './fetch.ts';
import { undoRow } from './undo.ts';

/** The class of a row, also of one with faults that is to be stored all the same. */
const classOf = ({ class: its, finding }: StoredIntakeRow) => (its === 'faulty' ? finding.beneath : its);

/** Whether the row is a record that is there. */
function isKnown(row: StoredIntakeRow, { decision }: ClassDecision): boolean {
  const its = classOf(row);
  return its === 'known' || (its === 'duplicate' && (decision === 'same' || decision === 'edit'));
}

/** Whether it is a record that was deleted, which is restored. */
const isDeleted = (row: StoredIntakeRow): boolean => classOf(row) === 'new_doi' && row.finding.target !== null;

function stepOf(row: StoredIntakeRow, decided: ClassDecision, { options }: IntakeRecord): IntakeStep | undefined {
  if (isKnown(row, decided) || isDeleted(row)) return 'change';
  if (contentOf(row)?.row?.doi == null) return 'store';
  return options.fetch ? 'fetch' : undefined;
}

/** Files of references: publications are found or fetched, works added, and their people linked. */
export const publicationsKind: IntakeKind = {
  name: 'publications',
  check: (rows) => checkPublications(rows),
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
