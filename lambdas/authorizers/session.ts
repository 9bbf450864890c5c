import type { Authorizer } from '#src/identity/callers/authorizer.ts';
import { authorizeSession } from '#src/identity/sessions/session-authorizer.ts';
import { startPreloads } from '#src/runtime/preload.ts';

export const authorizer: Authorizer = {
  id: 'session',
  kinds: ['session', 'member'],
  summary: 'Authenticates dashboard users by their token, and passes on their roles',
  // Everybody waits for it, for each of the requests of a page in an environment of its own.
  memoryMb: 1024,
  grants: ['users:query', 'identities:update', 'ended-sessions:read', 'sign-in'],
};

startPreloads(authorizer);

export const handler = authorizeSession;
