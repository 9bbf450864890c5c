import type { Authorizer } from '../../src/auth/authorizer.ts';
import { authorizeCredential } from '../../src/auth/credential-authorizer.ts';

export const authorizer: Authorizer = {
  id: 'credential',
  kinds: ['apiKey', 'installation'],
  summary: 'Looks up the credential of a request and passes on who it belongs to and what it may do',
  cache: { header: 'X-API-Key', seconds: 60 },
  grants: ['table:read', 'secret:api-key-pepper', 'limit:installations'],
};

export const handler = authorizeCredential;
