import type { Client } from 'openapi-fetch';
import { ApiError } from './api-error.ts';
import { type Call, readBody, requestOf } from './request.ts';
import type { components, paths } from './schema.ts';

/** A schema of the Dashboard API's document: `Schema<'Project'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** What the client needs to know of the session; the session sets it, so that `api` does not depend on it. */
export const connection: {
  /** The workspace that requests are made for; without one the API takes the only one of the user. */
  workspaceId: string | undefined;
  /** Called for a 401. True when the user is signed in again: the request is then repeated once. */
  signInAgain: () => Promise<boolean>;
  /** Called for a 403: the rights of the person may have changed. */
  refused: () => void;
} = { workspaceId: undefined, signInAgain: async () => false, refused: () => {} };

async function fetchWithSession(request: Request): Promise<Response> {
  const again = request.clone();
  const response = await ask(request);
  if (response.status === 403) connection.refused();
  if (response.status !== 401 || !(await connection.signInAgain())) return response;
  return ask(again);
}

/** Longer than the API takes for any answer: a connection that is gone says nothing by itself. */
const timeoutMs = 60_000;

/** A load balancer answers with a redirect to the issuer when its session has ended. The API itself never redirects. */
async function ask(request: Request): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
  const response = await fetch(request, { redirect: 'manual', signal });
  return response.type === 'opaqueredirect' ? new Response(null, { status: 401 }) : response;
}

const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const;

/**
 * The Dashboard API. Wrap each call in `answerOf`, which throws what is not a success. openapi-fetch has the types of the
 * calls; its code would do much more than this API needs.
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

/** The body of a successful answer. Throws an ApiError for any other, a TypeError if no answer came. */
export async function answerOf<T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await call;
  if (!response.ok) throw new ApiError(response, error);
  return data as T;
}
