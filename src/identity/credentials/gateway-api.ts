import { env } from '#src/runtime/env.ts';
import { sendSigned } from '#src/runtime/requests/signed-request.ts';
import { sleep } from '#src/runtime/sleep.ts';

/** A client of the API Gateway control plane (docs/decisions/0050-one-authorizer-for-both-kinds-of-credentials.md). */

const attempts = 4;
const attemptTimeoutMs = 4_000;
const firstBackoffMs = 150;

export interface GatewayAnswer {
  /** 404: the resource does not exist. 409: it already exists. */
  status: number;
  body: Record<string, unknown>;
}

/** A call of API Gateway failed. */
export class GatewayUnavailable extends Error {
  // A literal: minified bundles rename classes.
  override name = 'GatewayUnavailable';
}

/**
 * Sends one request and retries while API Gateway is busy or does not answer, so calls must be idempotent. Returns a
 * success, 404 or 409; throws GatewayUnavailable for any other response.
 */
export async function callGateway(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { query = {}, body }: { query?: Record<string, string>; body?: Record<string, unknown> } = {},
): Promise<GatewayAnswer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await once(method, path, query, body).catch((cause: unknown) => ({ cause }));
    if (!('cause' in answer)) {
      const { status } = answer;
      if ((status >= 200 && status < 300) || status === 404 || status === 409) return answer;
    }
    const isTransient = 'cause' in answer || answer.status === 429 || answer.status >= 500;
    if (!isTransient || attempt === attempts) {
      const cause = 'cause' in answer ? answer.cause : answer.body;
      throw new GatewayUnavailable(`The API Gateway request ${method} ${path} failed`, { cause });
    }
    await sleep(firstBackoffMs * 2 ** attempt * (0.5 + Math.random() / 2));
  }
}

async function once(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  query: Record<string, string>,
  body: Record<string, unknown> | undefined,
): Promise<GatewayAnswer> {
  const url = new URL(path, env('AWS_ENDPOINT_URL') ?? `https://apigateway.${env('AWS_REGION')}.amazonaws.com`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const answer = await sendSigned({
    service: 'apigateway',
    method,
    url,
    // Without it, API Gateway answers in HAL (hypertext links).
    headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
    timeoutMs: attemptTimeoutMs,
  });
  const text = answer.body.toString('utf8');
  return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : {} };
}
