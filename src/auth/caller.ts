import type { ApiKeyScope } from '../domain/access/api-key.ts';
import type { InstallationScope } from '../domain/access/installation.ts';
import type { Role } from '../domain/access/user.ts';
import type { Budget } from './rate-limit.ts';
import type { RequestHead } from './request-head.ts';

/**
 * Who may call a route. `apiKey` and `installation` (credential-auth.ts), `session` and `member` (session-auth.ts) and
 * `operator` (operator-auth.ts) make these; each brings its check with it, so that a function holds only its own.
 */
export type Auth = { kind: 'none' } | ApiKeyAuth | InstallationAuth | SessionAuth | MemberAuth | OperatorAuth;

/** The holder of an API key, with this scope if one is named. */
export interface ApiKeyAuth {
  kind: 'apiKey';
  scope?: ApiKeyScope;
  authenticate: Authenticate<ApiKeyCaller>;
}

/** An installation, with this scope if one is named. */
export interface InstallationAuth {
  kind: 'installation';
  scope?: InstallationScope;
  authenticate: Authenticate<InstallationCaller>;
}

/** Whoever is signed in to the dashboard, whether or not the registry knows them. */
export interface SessionAuth {
  kind: 'session';
  authenticate: Authenticate<SessionCaller>;
}

/** Somebody signed in who has at least this role in the workspace they work in. */
export interface MemberAuth {
  kind: 'member';
  role: Role;
  authenticate: Authenticate<MemberCaller>;
}

/** The operator of the deployment, by a secret. */
export interface OperatorAuth {
  kind: 'operator';
  authenticate: Authenticate<OperatorCaller>;
}

/** What is known of a request so far. */
export interface RequestState {
  now: Date;
  /** Of a caller with a limit. */
  budget?: Budget;
  caller?: Caller;
}

/** Checks who sent a request, before anything else is read of it: the caller, or a Problem. */
export type Authenticate<C extends Caller> = (head: RequestHead, state: RequestState) => Promise<C>;

/** Who sent a request. */
export type Caller =
  | { kind: 'none' }
  | ApiKeyCaller
  | InstallationCaller
  | SessionCaller
  | MemberCaller
  | OperatorCaller;

export interface ApiKeyCaller {
  kind: 'apiKey';
  keyHash: string;
  clientName: string;
  scopes: string[];
}

export interface InstallationCaller {
  kind: 'installation';
  credentialHash: string;
  installationId: string;
  workspace: string;
  /** The verified origin the request comes from; undefined when a server sent it. */
  origin: string | undefined;
  scopes: string[];
}

export interface SessionCaller {
  kind: 'session';
  /** Who the identity provider says it is; the same for the same person for good. */
  subject: string;
  /** Lower-case; null when the token names none that is verified, or one of a user bound to another token. */
  email: string | null;
  isSuperadmin: boolean;
}

export interface MemberCaller extends Omit<SessionCaller, 'kind'> {
  kind: 'member';
  /** The workspace they work in. */
  workspace: string;
  role: Role;
}

export interface OperatorCaller {
  kind: 'operator';
}
