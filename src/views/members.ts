import { changeContext } from '../auth/actor.ts';
import type { MemberCaller } from '../auth/caller.ts';
import { Invitation, Membership } from '../domain/access/user.ts';
import { Problem } from '../errors.ts';

/** A member of a workspace, as its administrators see them. */
export const MemberShown = Membership.omit({ workspace: true }).meta({ id: 'Member' });

/** Somebody invited to a workspace, as its administrators see them. */
export const InvitationShown = Invitation.omit({ workspace: true }).meta({ id: 'Invitation' });

/** Who changes the members of their workspace. Superadmins may leave it without an administrator: they can make one. */
export const memberChangeContext = (input: { caller: MemberCaller; now: Date; requestId: string }) => ({
  ...changeContext(input),
  mayRemoveLastAdmin: input.caller.isSuperadmin,
});

/** Why a change of a member was not made. */
export function memberProblem(reason: 'no_member' | 'last_admin'): Problem {
  return reason === 'no_member'
    ? new Problem('not_found', 'Nobody with this address belongs to the workspace')
    : new Problem('conflict', 'A workspace keeps an administrator: make somebody else one first');
}
