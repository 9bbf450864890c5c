import type { Auth } from '#src/identity/callers/caller.ts';
import { sessionCookie } from '#src/identity/sessions/session-token.ts';
import type { ProblemCode } from '#src/runtime/errors.ts';
import type { Role } from '#src/vocabulary/workspace.ts';
import type { Json } from './json-schema.ts';

const credentialProblems = ['missing_credential', 'invalid_credential'] as const;
const limitProblems = ['rate_limited', 'setup_incomplete'] as const;

const sessionSchemes = {
  SessionToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'An ID token of the identity provider. It takes precedence over the cookie.',
  },
  SessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookie,
    description:
      'The ID token in a cookie, for browsers. Requests that change data must then come from a page of the dashboard.',
  },
};

/** The security schemes of each kind of caller, one of which is required, and the possible errors. */
export const security = {
  apiKey: {
    schemes: {
      ApiKeyAuth: {
        type: 'apiKey',
        in: 'header',
        name: 'X-API-Key',
        description: 'An API key with scopes, created by an administrator.',
      },
    },
    problems: [...credentialProblems, 'scope_not_granted', ...limitProblems],
  },
  installation: {
    schemes: {
      InstallationAuth: {
        type: 'apiKey',
        in: 'header',
        name: 'X-API-Key',
        description:
          "An installation's credential, with scopes. The installation must be active and have a verified origin. An " +
          'Origin header must match a verified origin.',
      },
    },
    problems: [
      ...credentialProblems,
      'credential_inactive',
      'credential_expired',
      'origin_rejected',
      'scope_not_granted',
      ...limitProblems,
    ],
  },
  session: { schemes: sessionSchemes, problems: [...credentialProblems, 'origin_rejected'] },
  member: {
    schemes: sessionSchemes,
    problems: [...credentialProblems, 'origin_rejected', 'forbidden', 'invalid_query'],
  },
  operator: {
    schemes: {
      OperatorSecret: { type: 'http', scheme: 'bearer', description: 'The operator secret of the deployment.' },
    },
    problems: [...credentialProblems, 'not_configured'],
  },
} as const satisfies Record<
  Exclude<Auth['kind'], 'none'>,
  { schemes: Record<string, Json>; problems: readonly ProblemCode[] }
>;

/** The scope or role that a route requires. A steward of the group in question may stand in for the role. */
export function requiredRight(auth: Auth): string | undefined {
  if (auth.kind === 'member') return auth.forStewards ? stewardOr(auth.role) : auth.role;
  if (auth.kind === 'session') return auth.role;
  return 'scope' in auth ? auth.scope : undefined;
}

/** The right of a route that stewards may call for their groups. */
const stewardOr = (role: Role): string => `${role} or steward`;
