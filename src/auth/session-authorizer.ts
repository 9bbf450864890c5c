import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import type * as z from 'zod';
import { env } from '../runtime/env.ts';
import { log } from '../runtime/log.ts';
import { findUser } from '../storage/access/users.ts';
import { policy } from './policy.ts';
import type { SessionContext } from './session-auth.ts';
import { findToken } from './session-token.ts';
import { verifyToken } from './verify-token.ts';

/**
 * The gateway's question who is signed in. A request without a token is told so; one whose token proves nothing is
 * denied, with the reason in the log only. What somebody may do is read from the table every time: a role taken away
 * is gone with the next request.
 */
export async function authorizeSession(event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  const token = findToken(event);
  // This very text makes the gateway answer 401.
  if (!token) throw new Error('Unauthorized');
  const identity = await verifyToken(token);
  if ('refused' in identity) {
    log('info', 'Session refused', { sentBy: token.sentBy, reason: identity.refused });
    return policy('Deny', 'nobody', event);
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
