import type { Curator } from '#src/curation/change-publication.ts';
import { actorOf } from '#src/identity/callers/actor.ts';
import type { MemberCaller } from '#src/identity/callers/caller.ts';

export const curatorOf = ({ caller, now }: { caller: MemberCaller; now: Date }): Curator => ({
  workspace: caller.workspace,
  actor: actorOf(caller),
  now,
});
