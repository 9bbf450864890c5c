import type { IntakeKindName } from '#src/records/intakes/intake.ts';
import type { IntakeKind } from './kind.ts';
import { publicationsKind } from './publications/kind.ts';

/** The kinds of files that can be taken in. */
export const kindsOfIntakes: Readonly<Partial<Record<IntakeKindName, IntakeKind>>> = {
  publications: publicationsKind,
};
