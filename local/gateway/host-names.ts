import { account } from '../cloudformation/template.ts';
import type { CustomDomains } from './custom-domains.ts';
import type { Gateway } from './gateway.ts';
import type { Answer } from './gateway-responses.ts';
import type { RawRequest } from './proxy.ts';

/** The host name of a REST API. */
export const apiHost = (apiId: string): string => `${apiId}.execute-api.${account.region}.amazonaws.com`;

const forbidden: Answer = {
  status: 403,
  headers: [['Content-Type', 'application/json']],
  body: '{"message":"Forbidden"}',
};

interface Behind {
  gateways: readonly Gateway[];
  domains: CustomDomains;
  answer: (gateway: Gateway, request: RawRequest) => Promise<Answer>;
}

/**
 * Answers requests to the host names of REST APIs and to custom domain names. Undefined for every other host name: the
 * listener's own distribution answers those.
 */
export function answerByHost({
  gateways,
  domains,
  answer,
}: Behind): (request: RawRequest) => Promise<Answer> | undefined {
  return (request) => {
    const host = request.headers.find(([name]) => name.toLowerCase() === 'host')?.[1].replace(/:\d+$/, '') ?? '';
    const ofApi = gateways.find(({ api }) => apiHost(api.id).toLowerCase() === host.toLowerCase());
    if (ofApi) return ofApi.isDeleted ? Promise.resolve(forbidden) : answer(ofApi, belowStage(request, ofApi));
    const found = domains.resolve(host, request.target);
    if (found === undefined) return undefined;
    const led = found !== 'unmapped' && gateways.find(({ api }) => api.id === found.apiId && api.stage === found.stage);
    if (!led || led.isDeleted) return Promise.resolve(forbidden);
    return answer(led, { ...request, target: found.target });
  };
}

/** The request for a REST API. A path below another stage stays unchanged and has no resource. */
export function belowStage(request: RawRequest, { api: { stage } }: Gateway): RawRequest {
  const prefix = `/${stage}`;
  return request.target.startsWith(`${prefix}/`)
    ? { ...request, target: request.target.slice(prefix.length) }
    : request;
}
