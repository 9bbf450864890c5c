import { actorOf } from '../../auth/actor.ts';
import type { MemberCaller } from '../../auth/caller.ts';
import type { Curator } from '../../curation/change-publication.ts';

/** Who changes publications, from a request. */
export const curatorOf = ({ caller, now }: { caller: MemberCaller; now: Date }): Curator => ({
  workspace: caller.workspace,
  actor: actorOf(caller),
  now,
});
