import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import type * as z from 'zod';
import { env } from '#src/runtime/env.ts';
import type { ProblemCode } from '#src/runtime/errors.ts';
import { type Fields, log, metricFields } from '#src/runtime/log.ts';
import { registryDimensions, registryMetrics } from '#src/runtime/metrics.ts';
import type { SessionCaller } from '../callers/caller.ts';
import { policy, type RefusalContext } from '../callers/policy.ts';
import { isSubjectOf, issuerSubject, type Membership, type UserRecord } from '../domain/user.ts';
import { bindUser, findUser } from '../store/users.ts';
import { openSession } from './open-session.ts';
import type { SessionContext } from './session-auth.ts';
import { findToken } from './session-token.ts';
import { graceSeconds, type Identity } from './verify-token.ts';

/**
 * The Lambda authorizer for dashboard sessions. Missing and invalid tokens are denied; the reason is only logged.
 * Permissions are read from the table for every request, so that a removed role takes effect immediately.
 */
export async function authorizeSession(event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  const token = findToken(event);
  // Throwing would give 401 too, but Lambda counts it as an error of the function.
  if (!token) return refusal('missing_credential', 'You must be signed in to use this route', event);
  const identity = await openSession(token);
  if ('refused' in identity) {
    logRefusal({ sentBy: token.sentBy, reason: identity.refused }, identity.isExpired ?? false);
    return refusal('invalid_credential', 'The session is not valid or has expired', event);
  }
  const { email, isSuperadmin, memberships, stewardIn } = await rightsOf(identity);
  const context: z.input<typeof SessionContext> = {
    subject: identity.subject,
    email: email ?? '',
    isSuperadmin: `${isSuperadmin}`,
    memberships: JSON.stringify(memberships.map(({ workspace, role }) => ({ workspace, role }))),
    ...(stewardIn.length > 0 && { stewardIn: JSON.stringify(stewardIn) }),
    sentBy: token.sentBy,
  };
  return { ...policy('Allow', identity.subject, event), context };
}

/** Expired tokens are not counted: every page left open sends one. */
function logRefusal(fields: Fields, isExpired: boolean): void {
  const refused = { [registryMetrics.refusedSessions]: { value: 1, unit: 'Count' as const } };
  const counted = isExpired ? {} : metricFields(refused, registryDimensions(env('TABLE_NAME')));
  log('info', 'Session refused', { ...fields, ...counted });
}

type Rights = Pick<SessionCaller, 'email' | 'isSuperadmin' | 'stewardIn'> & { memberships: Membership[] };

const noRights: Rights = { email: null, isSuperadmin: false, memberships: [], stewardIn: [] };

/**
 * The permissions of a token's owner. An e-mail address can be reassigned, so a user is bound to one subject at first
 * sign-in. Other subjects with the same address get no permissions, even if the address is in ADMIN_EMAILS.
 */
async function rightsOf(identity: Identity): Promise<Rights> {
  const { email } = identity;
  if (email === null) return noRights;
  const { user, subject, memberships, stewardIn } = await findUser(email);
  const isConfigured = env('ADMIN_EMAILS').includes(email);
  if (!user) return { ...noRights, email, isSuperadmin: isConfigured };
  const isBound = subject !== undefined && isSubjectOf(env('SIGN_IN_ISSUER'), subject);
  const fault = isBound ? subjectFault(subject, identity) : await bindingFault(user, identity);
  if (fault === undefined) return { email, isSuperadmin: user.is_superadmin || isConfigured, memberships, stewardIn };
  log('warn', 'Session has no rights', { userId: user.id, subject: identity.subject, reason: fault });
  return noRights;
}

/** Binds a user to the subject of a token. Returns the reason if that is not possible, otherwise undefined. */
async function bindingFault(user: UserRecord, identity: Identity): Promise<string | undefined> {
  const { subject, issuedAtMs } = identity;
  // Such a token may belong to a previous owner of the address.
  const isOlder = issuedAtMs !== null && issuedAtMs < user.created_at - graceSeconds * 1000;
  if (isOlder) return 'The token is older than the user';
  if (await bindUser(user, env('SIGN_IN_ISSUER'), subject)) {
    log('info', 'User bound to a subject', { userId: user.id, subject });
    return undefined;
  }
  // A concurrent request bound the user, maybe to the same subject.
  return subjectFault((await findUser(user.email)).subject, identity);
}

const subjectFault = (bound: string | undefined, { subject }: Identity) =>
  bound === issuerSubject(env('SIGN_IN_ISSUER'), subject) ? undefined : 'The user is bound to another subject';

/** A denial. API Gateway builds the response from the code and the text. */
function refusal(
  code: ProblemCode,
  error: string,
  event: APIGatewayRequestAuthorizerEvent,
): APIGatewayAuthorizerResult {
  const context: RefusalContext = { code, error };
  return { ...policy('Deny', 'nobody', event), context };
}
