import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { UsagePlans } from '../gateway/usage-plans.ts';
import { createServer } from '../http-module.ts';
import type { Access } from '../iam/access.ts';
import { AwsError, unknownAction } from '../iam/aws-error.ts';
import type { AccessRequest } from '../iam/policy.ts';
import {
  dataApiRequests,
  gatewayRequests,
  metricRequests,
  secretRequests,
  userPoolRequests,
} from '../iam/service-requests.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { answerApiGateway } from './api-gateway.ts';
import { answerCloudWatch } from './cloudwatch.ts';
import type { Cognito } from './cognito.ts';
import { answerDataApi, type DataApi, isOfDataApi } from './data-api.ts';
import { answerHostNames, type HostNames, isAboutHostNames } from './domain-names.ts';
import { answerInvocation, type InvokedFunctions, invocationRequests, isInvocation } from './invocations.ts';
import { answerSecrets, type Secrets } from './secrets.ts';

/** The services behind the control plane. Set later, because functions need the address before the services exist. */
export interface Services {
  /** If set, each call is checked against its sender's role. */
  access?: Access;
  secrets?: Secrets;
  plans?: UsagePlans;
  cognito?: Cognito;
  metrics?: Metrics;
  hosts?: HostNames;
  dataApi?: DataApi;
  functions?: InvokedFunctions;
}

export interface ControlPlane {
  url: string;
  close(): Promise<void>;
}

/**
 * Serves the AWS APIs that have no engine of their own: Secrets Manager, Cognito, CloudWatch, the Data API, Lambda's
 * invocations and API Gateway's keys.
 */
export async function startControlPlane(services: Services): Promise<ControlPlane> {
  const server = createServer((request, response) => {
    void answer(request, services).then(({ status, type, body }) => {
      const headers = { 'content-type': 'application/x-amz-json-1.1', ...(type && { 'x-amzn-errortype': type }) };
      response.writeHead(status, headers).end(body === undefined ? '' : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Answer {
  status: number;
  /** The error name, only in errors. */
  type?: string;
  body: unknown;
}

const statuses: Record<string, number> = {
  NotFoundException: 404,
  ConflictException: 409,
  TransactionNotFoundException: 404,
  DatabaseUnavailableException: 504,
};
/** API Gateway's own status for access denied; services with the JSON protocol answer 400. */
const deniedByGateway = 403;

async function answer(request: IncomingMessage, services: Services): Promise<Answer> {
  try {
    return await dispatch(request, await bodyOf(request), services);
  } catch (error) {
    if (!(error instanceof AwsError)) console.error(error);
    const { type, message } = error instanceof AwsError ? error : new AwsError('InternalFailure', String(error));
    const isDeniedByGateway = type === 'AccessDeniedException' && request.headers['x-amz-target'] === undefined;
    const status = type === 'InternalFailure' ? 500 : isDeniedByGateway ? deniedByGateway : (statuses[type] ?? 400);
    return { status, type, body: { __type: type, message } };
  }
}

/** Selects the service by the X-Amz-Target header, which only the REST calls of API Gateway, Lambda and the Data API lack. */
async function dispatch(request: IncomingMessage, body: Record<string, unknown>, services: Services): Promise<Answer> {
  const { method = 'GET', url = '/' } = request;
  const target = request.headers['x-amz-target'];
  const [service, action = ''] = String(target ?? '').split('.');
  const { access, secrets, plans, cognito, metrics, hosts, dataApi, functions } = services;
  access?.authorize(request.headers.authorization, requestsOf(String(service), action, { method, url, body, plans }));
  if (service === 'secretsmanager' && secrets) return ok(answerSecrets(action, body, secrets));
  if (service === 'AWSCognitoIdentityProviderService' && cognito) return ok(await cognito.answer(action, body));
  if (service === 'GraniteServiceVersion20100801' && metrics) return ok(answerCloudWatch(action, body, metrics));
  if (target === undefined && dataApi && isOfDataApi(url)) return ok(await answerDataApi(url, body, dataApi));
  if (target === undefined && functions && isInvocation(url)) {
    answerInvocation(url, request.headers['x-amz-invocation-type'], body, functions);
    return { status: 202, body: undefined };
  }
  if (target === undefined && hosts && isAboutHostNames(url)) return answerHostNames(method, url, body, hosts);
  if (target === undefined && plans) return answerApiGateway(method, url, body, plans);
  throw unknownAction(String(target ?? `${method} ${url}`));
}

/** The permissions that a call needs. */
function requestsOf(
  service: string,
  action: string,
  {
    method,
    url,
    body,
    plans,
  }: { method: string; url: string; body: Record<string, unknown>; plans?: UsagePlans | undefined },
): AccessRequest[] {
  if (service === 'secretsmanager') return secretRequests(action, body);
  if (service === 'AWSCognitoIdentityProviderService') return userPoolRequests(action, body);
  if (service === 'GraniteServiceVersion20100801') return metricRequests(action);
  if (isOfDataApi(url)) return dataApiRequests(url, body);
  if (isInvocation(url)) return invocationRequests(url);
  return gatewayRequests(method, url, body, (id) => plans?.tagsOf(id));
}

const ok = (body: unknown): Answer => ({ status: 200, body });

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString());
}
