import { IntakeFinding } from '#src/records/intakes/intake.ts';
import type { IntakeKind } from '../kind.ts';

/** Files of references: publications are found or fetched, works added, and their people linked. */
export const publicationsKind: IntakeKind = {
  name: 'publications',
  async *check(rows) {
    yield rows.map(({ index }) => ({ index, class: 'new_work' as const, finding: IntakeFinding.parse({}) }));
  },
  stepOf: () => 'store',
  apply: (_row, { settleAlone }) => settleAlone({ outcome: 'unchanged' }),
  undo: (_row, { settleAlone }) => settleAlone({ outcome: 'undone' }),
};
