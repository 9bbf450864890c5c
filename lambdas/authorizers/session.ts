import type { Authorizer } from '../../src/auth/authorizer.ts';
import { authorizeSession } from '../../src/auth/session-authorizer.ts';

export const authorizer: Authorizer = {
  id: 'session',
  kinds: ['session', 'member'],
  summary: 'Authenticates dashboard users by their token, and passes on their roles',
  grants: ['users:read', 'users:bind', 'sign-in'],
};

export const handler = authorizeSession;
