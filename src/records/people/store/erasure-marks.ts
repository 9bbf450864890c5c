import * as z from 'zod';
import { revocationWrites } from '#src/identity/store/revocations.ts';
import { auditWrites, transactAudited } from '#src/logbook/audit.ts';
import type { AuditedChange, ChangeContext } from '#src/logbook/domain/audit.ts';
import { keys, refs } from '#src/table/keys.ts';
import { getItem, ifUnchanged, queryAll, transact, type Write } from '#src/table/table.ts';
import { markOf, PersonErased, readErasureKey, unlessErased } from './unless-erased.ts';

/**
 * Marks an erased person by a keyed hash of the iD: docs/decisions/0143-restore.md. Times in milliseconds since
 * the epoch.
 */
export const ErasureMark = z.object({
  mark: z.string(),
  /** The encrypted iD during the erasure; null for marks of earlier versions. */
  sealed_orcid: z.string().nullable().default(null),
  erased_at: z.int(),
  /** The position of the pass; null at its start. */
  position: z.string().nullable(),
  /** Whether anything failed in the current pass, which is then repeated. */
  has_failed: z.boolean().default(false),
  swept_at: z.int().nullable(),
  /** When the last pass, and thus the erasure, ended; null before. */
  finished_at: z.int().nullable(),
  /** Workspaces whose activity log may name the person; empty after the erasure. */
  workspaces: z.array(z.string()),
  /** Incremented by every write. A write is conditional on the version it read. */
  version: z.int(),
});
export type ErasureMark = z.output<typeof ErasureMark>;

/** The pseudonym of an erased person in the activity log and the audit trail. */
export const pseudonymOf = (mark: string): string => `erased-${mark.slice(0, 16)}`;

/** A mark, or undefined. */
export async function getMark(mark: string): Promise<ErasureMark | undefined> {
  const item = await getItem(keys.erased(mark));
  return item && ErasureMark.parse(item);
}

/** The marks of unfinished erasures, oldest first. Read each again by its key: the index is eventually consistent. */
export async function openErasures(): Promise<ErasureMark[]> {
  const items = await queryAll({
    IndexName: 'byRef',
    KeyConditionExpression: 'refPk = :pk',
    ExpressionAttributeValues: { ':pk': refs.openErasures },
  });
  return items.map((item) => ErasureMark.parse(item));
}

/** Stores a new mark, and records it in the ledger and the audit trail; false if there is one. */
export const beginErasure = (mark: ErasureMark, context: ChangeContext): Promise<boolean> =>
  recorded(() => [putMark(mark, undefined)], mark.mark, 'person.erasure_started', context);

/** Stores the progress of an erasure; false if another request has stored any since the mark was read. */
export const saveProgress = async (mark: ErasureMark, before: ErasureMark): Promise<boolean> =>
  !(await transact([putMark(mark, before)]));

/** Stores the end of an erasure, and records it in the ledger and the audit trail; false as in `saveProgress`. */
export const finishErasure = (mark: ErasureMark, before: ErasureMark, context: ChangeContext): Promise<boolean> =>
  recorded(() => [putMark(mark, before)], mark.mark, 'person.erased', context);

/**
 * The writes that lift an erasure, if any, for the transaction that requests the person again; call `log` after the
 * commit. If `condition` fails, read again. Throws PersonErased while the erasure is unfinished.
 */
export async function restoringWrites(
  orcid: string,
  context: ChangeContext,
): Promise<{ condition: Write; extraWrites: Write[]; log: () => void }> {
  const mark = markOf(orcid, await readErasureKey());
  const stored = await getMark(mark);
  if (!stored) return { condition: await unlessErased(orcid), extraWrites: [], log: () => {} };
  if (stored.finished_at === null) throw new PersonErased();
  const { writes, log } = auditWrites({ context, changes: [change(mark, 'person.erasure_lifted')] });
  const lifted = revocationWrites([{ kind: 'person', mark, erased: false }]);
  const condition = { Delete: { Key: keys.erased(mark), ...ifUnchanged(stored) } };
  return { condition, extraWrites: [...writes, ...lifted], log };
}

async function recorded(put: () => Write[], mark: string, action: Action, context: ChangeContext): Promise<boolean> {
  const writes = () => [...put(), ...revocationWrites([{ kind: 'person', mark, erased: true }])];
  return !(await transactAudited(writes, { context, changes: [change(mark, action)] }));
}

const putMark = (mark: ErasureMark, before: ErasureMark | undefined): Write => ({
  Put: {
    Item: {
      ...keys.erased(mark.mark),
      ...mark,
      // Without a sealed iD, the mark alone is not enough to continue the erasure.
      ...(mark.sealed_orcid !== null && refs.openErasure(mark.erased_at, mark.mark)),
    },
    ...ifUnchanged(before),
  },
});

type Action = 'person.erasure_started' | 'person.erased' | 'person.erasure_lifted';

const change = (mark: string, action: Action): AuditedChange => ({
  action,
  workspace: null,
  resource: pseudonymOf(mark),
  before: {},
  after: { erased: action !== 'person.erasure_lifted' },
});
