import type { Client } from 'openapi-fetch';
import { ApiError } from './api-error.ts';
import { ConnectionError } from './failures.ts';
import { type Call, readBody, requestOf } from './request.ts';
import type { components, paths } from './schema.ts';

/** A schema of the Dashboard API's document: `Schema<'Project'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** The client's view of the session. The session sets it, so `api` does not depend on the session. */
export const connection: {
  /** The workspace of the requests. If undefined, the API uses the user's only workspace. */
  workspaceId: string | undefined;
  /** Called for a 401. If it resolves to true, the user is signed in again and the request is repeated once. */
  signInAgain: () => Promise<boolean>;
  /** Called for a 403: the user's permissions may have changed. */
  refused: () => void;
} = { workspaceId: undefined, signInAgain: async () => false, refused: () => {} };

async function fetchWithSession(request: Request): Promise<Response> {
  const again = request.clone();
  const response = await ask(request);
  if (response.status === 403) connection.refused();
  if (response.status !== 401 || !(await connection.signInAgain())) return response;
  return ask(again);
}

/** Longer than any API response takes. A broken connection is not reported otherwise. */
const timeoutMs = 60_000;

/** When its session has ended, a load balancer redirects to the issuer. The API itself never redirects. */
async function ask(request: Request): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
  const response = await fetch(request, { redirect: 'manual', signal }).catch((cause) => {
    // A request that nobody waits for any more was aborted, and has not failed.
    if (request.signal.aborted) throw cause;
    throw new ConnectionError('The registry did not answer', { cause });
  });
  return response.type === 'opaqueredirect' ? new Response(null, { status: 401 }) : response;
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/**
 * The Dashboard API. Wrap each call in `answerOf`, which throws unless it succeeds. Uses only the types of
 * openapi-fetch, because its code does much more than this API needs.
 */
export const api = Object.fromEntries(
  methods.map((method) => [
    method,
    async (path: string, call: Call = {}) => {
      const request = requestOf(location.origin, method, path, call);
      if (connection.workspaceId) request.headers.set('X-Workspace-Id', connection.workspaceId);
      const response = await fetchWithSession(request);
      const body = await readBody(response, call.parseAs);
      return response.ok ? { data: body, response } : { error: body, response };
    },
  ]),
) as unknown as Pick<Client<paths, 'application/json'>, (typeof methods)[number]>;

/** The body of a successful response. Throws an ApiError for any other, a ConnectionError if there was no response. */
export async function answerOf<T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await call;
  if (!response.ok) throw new ApiError(response, error);
  return data as T;
}
