import { isUnderWay, leastRoleFor } from '#src/records/intakes/intake.ts';
import {
  changeIntake,
  closeIntakeWrite,
  forgetOpenIntake,
  getIntake,
  openIntakes,
} from '#src/records/intakes/store/intakes.ts';
import { log } from '#src/runtime/log.ts';
import { send } from '#src/table/queues/queue.ts';
import { mayStillEdit } from '../bulk-edits/author.ts';

/** A message is lost if it is that late. */
const lateMs = 120_000;

/**
 * Sends messages for intakes whose message was lost, and stops applying those of whom nobody has a role any more who has asked
 * for it: the worker that asks sources does not look.
 */
export async function resumeIntakes(now: Date): Promise<void> {
  for (const { id, key } of await openIntakes()) {
    const intake = await getIntake(id);
    if (!intake) await forgetOpenIntake(key);
    else if (intake.state === 'applying' && !(await mayStillEdit(intake, leastRoleFor(intake)))) {
      const stopped = { state: 'stopped' as const, failure: 'role_lost', updated_at: now.getTime() };
      await changeIntake(intake, stopped, [closeIntakeWrite(intake)]);
    } else if (isUnderWay(intake) && intake.lease_until < now.getTime() && intake.due_at < now.getTime() - lateMs) {
      log('warn', 'An intake is resumed', { intake: id, state: intake.state });
      await send('intakes', [{ intakeId: id }]);
    }
  }
}
