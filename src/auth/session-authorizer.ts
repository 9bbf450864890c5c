import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import type * as z from 'zod';
import { isSubjectOf, issuerSubject, type Membership, type UserRecord } from '../domain/access/user.ts';
import type { ProblemCode } from '../errors.ts';
import { env } from '../runtime/env.ts';
import { log } from '../runtime/log.ts';
import { bindUser, findUser } from '../storage/access/users.ts';
import type { SessionCaller } from './caller.ts';
import { policy, type RefusalContext } from './policy.ts';
import type { SessionContext } from './session-auth.ts';
import { findToken } from './session-token.ts';
import { graceSeconds, type Identity, verifyToken } from './verify-token.ts';

/**
 * The gateway's question who is signed in. A request without a token is told so; one whose token proves nothing is
 * denied like it, with the reason in the log only. What somebody may do is read from the table every time: a role taken away
 * is gone with the next request.
 */
export async function authorizeSession(event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  const token = findToken(event);
  // Throwing would answer 401 too, but Lambda logs and counts that as a failure of the function.
  if (!token) return refusal('missing_credential', 'This route is for people who are signed in', event);
  const identity = await verifyToken(token);
  if ('refused' in identity) {
    log('info', 'Session refused', { sentBy: token.sentBy, reason: identity.refused });
    return refusal('invalid_credential', 'The session is not valid or has ended', event);
  }
  const { email, isSuperadmin, memberships } = await rightsOf(identity);
  const context: z.input<typeof SessionContext> = {
    subject: identity.subject,
    email: email ?? '',
    isSuperadmin: `${isSuperadmin}`,
    memberships: JSON.stringify(memberships.map(({ workspace, role }) => ({ workspace, role }))),
    sentBy: token.sentBy,
  };
  return { ...policy('Allow', identity.subject, event), context };
}

type Rights = Pick<SessionCaller, 'email' | 'isSuperadmin'> & { memberships: Membership[] };

const noRights: Rights = { email: null, isSuperadmin: false, memberships: [] };

/**
 * What the owner of a token may do. An address alone proves little: it can be given to somebody else. So a user is bound
 * to the subject of one token, and the address counts for no other, not even where it is one of ADMIN_EMAILS.
 */
async function rightsOf(identity: Identity): Promise<Rights> {
  const { email } = identity;
  if (email === null) return noRights;
  const { user, subject, memberships } = await findUser(email);
  const isConfigured = env('ADMIN_EMAILS').includes(email);
  if (!user) return { email, isSuperadmin: isConfigured, memberships: [] };
  const isBound = subject !== undefined && isSubjectOf(env('SIGN_IN_ISSUER'), subject);
  const fault = isBound ? subjectFault(subject, identity) : await bindingFault(user, identity);
  if (fault === undefined) return { email, isSuperadmin: user.is_superadmin || isConfigured, memberships };
  log('warn', 'Session has no rights', { userId: user.id, subject: identity.subject, reason: fault });
  return noRights;
}

/** Why a user who is bound to no subject of the issuer cannot be bound to a token; undefined when they are, from now on. */
async function bindingFault(user: UserRecord, identity: Identity): Promise<string | undefined> {
  const { subject, issuedAtMs } = identity;
  // Such a token was issued to whoever had the address before this user was created.
  const isOlder = issuedAtMs !== null && issuedAtMs < user.created_at - graceSeconds * 1000;
  if (isOlder) return 'The token is older than the user';
  if (await bindUser(user, env('SIGN_IN_ISSUER'), subject)) {
    log('info', 'User bound to a subject', { userId: user.id, subject });
    return undefined;
  }
  // Another request was first, of the same person or of another.
  return subjectFault((await findUser(user.email)).subject, identity);
}

const subjectFault = (bound: string | undefined, { subject }: Identity) =>
  bound === issuerSubject(env('SIGN_IN_ISSUER'), subject) ? undefined : 'The user is bound to another subject';

/** A refusal with the code and the text of its answer, which the gateway makes of them. */
function refusal(
  code: ProblemCode,
  error: string,
  event: APIGatewayRequestAuthorizerEvent,
): APIGatewayAuthorizerResult {
  const context: RefusalContext = { code, error };
  return { ...policy('Deny', 'nobody', event), context };
}
