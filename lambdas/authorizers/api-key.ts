import { authorizeApiKey } from '../../src/http/api-key-authorizer.ts';
import type { Authorizer } from '../../src/http/authorizer.ts';

export const authorizer: Authorizer = {
  id: 'api-key',
  kind: 'apiKey',
  summary: 'Looks up the API key of a request and passes on who it belongs to and what it may do',
  identityHeader: 'X-API-Key',
  cacheSeconds: 60,
  grants: ['table:read', 'secret:api-key-pepper'],
};

export const handler = authorizeApiKey;
