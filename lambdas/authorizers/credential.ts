import type { Authorizer } from '../../src/auth/authorizer.ts';
import { authorizeCredential } from '../../src/auth/credential-authorizer.ts';

export const authorizer: Authorizer = {
  id: 'credential',
  kinds: ['apiKey', 'installation'],
  summary: 'Authenticates API keys and installation credentials, and passes on the caller and their scopes',
  cache: { header: 'X-API-Key', seconds: 60 },
  grants: ['api-keys:read', 'credentials:find', 'secret:api-key-pepper', 'limit:installations'],
};

export const handler = authorizeCredential;
