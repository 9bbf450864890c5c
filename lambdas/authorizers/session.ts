import type { Authorizer } from '../../src/identity/callers/authorizer.ts';
import { authorizeSession } from '../../src/identity/sessions/session-authorizer.ts';

export const authorizer: Authorizer = {
  id: 'session',
  kinds: ['session', 'member'],
  summary: 'Authenticates dashboard users by their token, and passes on their roles',
  grants: ['users:query', 'identities:update', 'ended-sessions:read', 'sign-in'],
};

export const handler = authorizeSession;
