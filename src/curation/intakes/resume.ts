import { isUnderWay } from '#src/records/intakes/intake.ts';
import { forgetOpenIntake, getIntake, openIntakes } from '#src/records/intakes/store/intakes.ts';
import { log } from '#src/runtime/log.ts';
import { send } from '#src/table/queues/queue.ts';

/** A message is lost if it is that late. */
const lateMs = 120_000;

/** Sends messages for intakes whose message was lost. */
export async function resumeIntakes(now: Date): Promise<void> {
  for (const { id, key } of await openIntakes()) {
    const intake = await getIntake(id);
    if (!intake) await forgetOpenIntake(key);
    else if (isUnderWay(intake) && intake.lease_until < now.getTime() && intake.due_at < now.getTime() - lateMs) {
      log('warn', 'An intake is resumed', { intake: id, state: intake.state });
      await send('intakes', [{ intakeId: id }]);
    }
  }
}
