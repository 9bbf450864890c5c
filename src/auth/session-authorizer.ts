import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import type * as z from 'zod';
import type { ProblemCode } from '../errors.ts';
import { env } from '../runtime/env.ts';
import { log } from '../runtime/log.ts';
import { findUser } from '../storage/access/users.ts';
import { policy, type RefusalContext } from './policy.ts';
import type { SessionContext } from './session-auth.ts';
import { findToken } from './session-token.ts';
import { verified } from './verify-token.ts';

/**
 * The gateway's question who is signed in. A request without a token is told so; one whose token proves nothing is
 * denied like it, with the reason in the log only. What somebody may do is read from the table every time: a role taken away
 * is gone with the next request.
 */
export async function authorizeSession(event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  const token = findToken(event);
  // Throwing would answer 401 too, but Lambda logs and counts that as a failure of the function.
  if (!token) return refusal('missing_credential', 'This route is for people who are signed in', event);
  const identity = await verified(token);
  if ('refused' in identity) {
    log('info', 'Session refused', { sentBy: token.sentBy, reason: identity.refused });
    return refusal('invalid_credential', 'The session is not valid or has ended', event);
  }
  const { subject, email } = identity;
  const { user, memberships } = email === null ? { user: undefined, memberships: [] } : await findUser(email);
  const isSuperadmin = user?.is_superadmin === true || (email !== null && env('ADMIN_EMAILS').includes(email));
  const context: z.input<typeof SessionContext> = {
    subject,
    email: email ?? '',
    isSuperadmin: `${isSuperadmin}`,
    memberships: JSON.stringify(memberships.map(({ workspace, role }) => ({ workspace, role }))),
    sentBy: token.sentBy,
  };
  return { ...policy('Allow', subject, event), context };
}

/** A refusal with the code and the text of its answer, which the gateway makes of them. */
function refusal(
  code: ProblemCode,
  error: string,
  event: APIGatewayRequestAuthorizerEvent,
): APIGatewayAuthorizerResult {
  const context: RefusalContext = { code, error };
  return { ...policy('Deny', 'nobody', event), context };
}
