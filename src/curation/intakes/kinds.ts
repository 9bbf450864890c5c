import type { IntakeKindName } from '#src/records/intakes/intake.ts';
import { editsKind } from './edits/kind.ts';
import type { IntakeKind } from './kind/kind.ts';
import { publicationsKind } from './publications/kind.ts';

/** The kinds of files that can be taken in. */
export const kindsOfIntakes: Readonly<Record<IntakeKindName, IntakeKind>> = {
  publications: publicationsKind,
  edits: editsKind,
};
