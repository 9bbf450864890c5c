import { changeContext } from '../auth/actor.ts';
import type { MemberCaller } from '../auth/caller.ts';
import { Invitation, Membership } from '../domain/access/user.ts';
import { Problem } from '../errors.ts';

/** A member of a workspace, as shown to its administrators. */
export const DashboardMember = Membership.omit({ workspace: true }).meta({ id: 'Member' });

/** An invitation to a workspace, as shown to its administrators. */
export const DashboardInvitation = Invitation.omit({ workspace: true }).meta({ id: 'Invitation' });

/** The context of a change of members. Superadmins can remove the last administrator, since they can appoint a new one. */
export const memberChangeContext = (input: { caller: MemberCaller; now: Date; requestId: string }) => ({
  ...changeContext(input),
  mayRemoveLastAdmin: input.caller.isSuperadmin,
});

/** The error for a change of a member that was not made. */
export function memberProblem(reason: 'no_member' | 'last_admin'): Problem {
  return reason === 'no_member'
    ? new Problem('not_found', 'There is no member with this e-mail address')
    : new Problem('conflict', 'A workspace must have an administrator: appoint another one first');
}
