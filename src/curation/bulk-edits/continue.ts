import { inParallel } from '#src/runtime/in-parallel.ts';
import { noPauses, PassRun } from '#src/table/passes/run.ts';
import type { JsonPatch } from '#src/vocabulary/json/json-patch.ts';
import { type Curator, changePublication } from '../change-publication.ts';
import { type ChangeOutcome, outcomeOf, patchInBulk } from '../change-publications.ts';
import { mayStillEdit } from './author.ts';
import {
  type EditOutcome,
  endBulkEdit,
  forgetBulkEdit,
  getBulkEdit,
  hasOutcome,
  openBulkEdits,
  outcomeWrite,
  type StopReason,
  type StoredBulkEdit,
  saveOutcome,
} from './store/bulk-edits.ts';

const publicationsAtOnce = 10;
/** After this time the rest is reported as failed, so that every bulk edit ends. */
const giveUpAfterMs = 3_600_000;
/** The outcome of publications that are not edited any more. */
const stopped: Record<StopReason, EditOutcome> = {
  overdue: { outcome: 'failed', stopped: 'overdue', message: 'It could not be edited within an hour' },
  role_lost: {
    outcome: 'failed',
    stopped: 'role_lost',
    message: 'Who asked for this has no role in the workspace any more',
  },
};

/** The stored outcome of a change made by a bulk edit. */
export function editOutcome(outcome: ChangeOutcome): EditOutcome {
  if (outcome.outcome !== 'changed') return outcome;
  return { outcome: 'edited', ...(outcome.edit !== undefined && { edit: outcome.edit }) };
}

/** Continues, until the deadline, bulk edits whose requests have ended. */
export async function continueBulkEdits(now: Date, deadlineMs: number): Promise<void> {
  const run = PassRun.withoutProgress({ name: 'bulk-edits', now, deadlineMs, pauses: noPauses });
  for (const { id, key } of await openBulkEdits()) {
    if (run.isOver()) break;
    await run.attempt({ kind: 'bulk-edit', id }, async () => {
      const edit = await getBulkEdit(id);
      await (edit ? continueOne(run, edit) : forgetBulkEdit(key));
    });
  }
  run.throwIfFailed();
}

/** The publications without an outcome. */
function waitingDois({ ids, outcomes }: Pick<StoredBulkEdit, 'ids' | 'outcomes'>): string[] {
  const dois = ids.flatMap(({ doi, done }) => (done || doi === undefined || outcomes.has(doi) ? [] : [doi]));
  return [...new Set(dois)];
}

async function continueOne(run: PassRun, edit: StoredBulkEdit): Promise<void> {
  const { patch, requested_at } = edit;
  const left = waitingDois(edit);
  const isOverdue = run.now.getTime() - requested_at >= giveUpAfterMs;
  let reason = (isOverdue ? 'overdue' : undefined) as StopReason | undefined;
  const areDone = await inParallel(left, publicationsAtOnce, async (doi) => {
    if (patch !== undefined && reason === undefined) {
      if (run.isOver()) return false;
      let result = 'busy' as EditResult;
      await run.attempt({ kind: 'publication', id: doi }, async () => {
        result = await editOne(edit, patch, doi, run.now);
      });
      if (result !== 'role_lost') return result === 'done';
      reason = result;
    }
    await saveOutcome(edit, doi, stopped[reason ?? 'overdue']);
    return true;
  });
  if (areDone.every(Boolean)) await endBulkEdit(edit, run.now);
}

/** Another run has already edited the publication. */
class DoneBefore extends Error {}
class RoleLost extends Error {}

/** `busy`: the next run retries it. */
type EditResult = 'done' | 'busy' | 'role_lost';

/** Edits one publication, if who has asked for it still may. */
async function editOne(edit: StoredBulkEdit, patch: JsonPatch, doi: string, now: Date): Promise<EditResult> {
  const curator: Curator = { workspace: edit.workspace, actor: edit.actor, now };
  try {
    const outcome = await outcomeOf(() =>
      changePublication(
        doi,
        async (record) => {
          if (await hasOutcome(edit, doi)) throw new DoneBefore();
          if (!(await mayStillEdit(edit))) throw new RoleLost();
          const alsoWrite = (number: number | undefined) => {
            const changed = { outcome: 'changed' as const, ...(number !== undefined && { edit: number }) };
            return outcomeWrite(edit, doi, editOutcome(changed));
          };
          return { ...patchInBulk(record, patch), alsoWrite };
        },
        curator,
      ),
    );
    if (outcome.outcome === 'busy') return 'busy';
    if (outcome.outcome !== 'changed') await saveOutcome(edit, doi, editOutcome(outcome));
  } catch (error) {
    if (error instanceof RoleLost) return 'role_lost';
    if (!(error instanceof DoneBefore)) throw error;
  }
  return 'done';
}
