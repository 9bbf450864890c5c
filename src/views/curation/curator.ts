import type { Curator } from '../../curation/change-publication.ts';
import { actorOf } from '../../identity/callers/actor.ts';
import type { MemberCaller } from '../../identity/callers/caller.ts';

export const curatorOf = ({ caller, now }: { caller: MemberCaller; now: Date }): Curator => ({
  workspace: caller.workspace,
  actor: actorOf(caller),
  now,
});
