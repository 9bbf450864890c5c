import type { Authorizer } from '#src/identity/callers/authorizer.ts';
import { authorizeCredential } from '#src/identity/credentials/credential-authorizer.ts';

export const authorizer: Authorizer = {
  id: 'credential',
  kinds: ['apiKey', 'installation'],
  summary: 'Authenticates API keys and installation credentials, and passes on the caller and their scopes',
  cache: { header: 'X-API-Key', seconds: 60 },
  grants: [
    'api-keys:read',
    'credentials:query',
    'installations:query',
    'secret:api-key-pepper',
    'setting:installation-limit',
  ],
};

export const handler = authorizeCredential;
