import type { RequestObserver } from '#src/runtime/log.ts';
import type { Role, WorkspaceRole } from '#src/vocabulary/workspace.ts';
import type { ApiKeyScope } from '../domain/api-key.ts';
import type { InstallationScope } from '../domain/installation.ts';
import type { Budget } from './rate-limit.ts';
import type { RequestHead } from './request-head.ts';

/**
 * Who may call a route. Created by `apiKey` and `installation` (credential-auth.ts), `session` and `member`
 * (session-auth.ts) and `operator` (operator-auth.ts). Each includes its check, so that bundles contain only their own.
 */
export type Auth = { kind: 'none' } | ApiKeyAuth | InstallationAuth | SessionAuth | MemberAuth | OperatorAuth;

/** The holder of an API key, with the scope if there is one. */
export interface ApiKeyAuth {
  kind: 'apiKey';
  scope?: ApiKeyScope;
  authenticate: Authenticate<ApiKeyCaller>;
}

/** An installation, with the scope if there is one. */
export interface InstallationAuth {
  kind: 'installation';
  scope?: InstallationScope;
  authenticate: Authenticate<InstallationCaller>;
}

/** Anyone signed in to the dashboard, even if they are not a user of the registry, unless a role is needed. */
export interface SessionAuth {
  kind: 'session';
  /** The least role that the caller must have in any workspace; none for everybody who is signed in. */
  role: Role | undefined;
  authenticate: Authenticate<SessionCaller>;
}

/** A signed-in user with at least this role in the workspace of the request, or a steward where that is allowed. */
export interface MemberAuth {
  kind: 'member';
  role: Role;
  /** Whether stewards of groups may call it, too: the route limits them to their groups. */
  forStewards: boolean;
  authenticate: Authenticate<MemberCaller>;
}

/** The operator of the deployment, authenticated by a secret. */
export interface OperatorAuth {
  kind: 'operator';
  authenticate: Authenticate<OperatorCaller>;
}

/** The state of a request, shared by the middlewares. */
export interface RequestState {
  now: Date;
  /** The rate limit, if the caller has one. */
  budget?: Budget;
  caller?: Caller;
  /** Set by a handler that needs to observe how the request ends. */
  observer?: RequestObserver;
}

/**
 * Authenticates and authorizes a request before anything else in it is read. Returns the caller or throws a Problem.
 */
export type Authenticate<C extends Caller> = (head: RequestHead, state: RequestState) => Promise<C>;

/** The sender of a request. */
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
  /** The verified Origin of the request; undefined for server-side requests, which have none. */
  origin: string | undefined;
  scopes: string[];
}

export interface SessionCaller {
  kind: 'session';
  /** The `sub` claim of the token, which never changes for a person. */
  subject: string;
  /** In lower case; null if it is missing, not verified, or belongs to a user bound to a different identity. */
  email: string | null;
  isSuperadmin: boolean;
  memberships: { workspace: string; role: WorkspaceRole }[];
  /** The workspaces in which the caller was named steward of a group. */
  stewardIn: string[];
}

export interface MemberCaller extends Omit<SessionCaller, 'kind'> {
  kind: 'member';
  /** The workspace of the request. */
  workspace: string;
  role: Role;
  /** The address of a caller who lacks the role of the route, and may do there only what concerns their groups. */
  steward: string | undefined;
}

export interface OperatorCaller {
  kind: 'operator';
}
