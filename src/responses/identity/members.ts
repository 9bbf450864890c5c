import * as z from 'zod';
import { changeContext } from '#src/identity/callers/actor.ts';
import type { MemberCaller } from '#src/identity/callers/caller.ts';
import { EmailAddress } from '#src/identity/domain/email-address.ts';
import { Invitation, Membership } from '#src/identity/domain/user.ts';
import { Problem } from '#src/runtime/errors.ts';

/** A member of a workspace, as shown to its administrators. */
export const DashboardMember = Membership.omit({ workspace: true }).meta({ id: 'Member' });

/** An invitation to a workspace, as shown to its administrators. */
export const DashboardInvitation = Invitation.omit({ workspace: true }).meta({ id: 'Invitation' });

/** Route declaration fields shared by routes that change or end a membership. */
export const changesMember = {
  params: z.object({ email: EmailAddress }),
  problems: ['not_found', 'conflict'],
  grants: ['memberships:list', 'memberships:check', 'revocations:put', 'activity:put'],
} as const;

/**
 * The context of a change of members. Superadmins may remove the last administrator, since they can appoint another.
 */
export const memberChangeContext = (input: { caller: MemberCaller; now: Date; requestId: string }) => ({
  ...changeContext(input),
  mayRemoveLastAdmin: input.caller.isSuperadmin,
});

export function memberProblem(reason: 'no_member' | 'last_admin'): Problem {
  return reason === 'no_member'
    ? new Problem('not_found', 'There is no member with this e-mail address')
    : new Problem('conflict', 'A workspace must have an administrator: appoint another one first');
}
