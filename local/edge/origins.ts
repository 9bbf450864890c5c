import { physicalName } from '../cloudformation/resources.ts';
import { account, type Stacks } from '../cloudformation/template.ts';
import type { StoredObject } from '../engines/queues.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Answer } from '../gateway/gateway-responses.ts';
import { apiHost, belowStage } from '../gateway/host-names.ts';
import type { RawRequest } from '../gateway/proxy.ts';
import type { LoadBalancer } from '../load-balancer/load-balancer.ts';
import type { AskOrigin } from './edge.ts';

interface Origins {
  gateways: readonly Gateway[];
  answer: (gateway: Gateway, request: RawRequest) => Promise<Answer>;
  loadBalancers: readonly LoadBalancer[];
  /** A file of a bucket. */
  object: (bucket: string, key: string) => StoredObject | undefined;
}

/** Calls the origins of the distributions by host name: REST APIs, load balancers and buckets. */
export function originsOf(stacks: Stacks, { gateways, answer, loadBalancers, object }: Origins): AskOrigin {
  const apis = new Map(gateways.map((gateway) => [apiHost(gateway.api.id), gateway]));
  const buckets = new Map(
    stacks
      .declared()
      .filter(({ type }) => type === 'AWS::S3::Bucket')
      .map((declared) => physicalName(declared, stacks))
      .map((name) => [`${name}.s3.${account.region}.amazonaws.com`, name]),
  );
  return async ({ domainName, isBucket }, request) => {
    const loadBalancer = loadBalancers.find(({ settings }) => settings.domainName === domainName);
    if (loadBalancer) return loadBalancer.answer(request);
    const gateway = apis.get(domainName);
    if (gateway) return answer(gateway, belowStage(request, gateway));
    const bucket = buckets.get(domainName);
    if (!isBucket || bucket === undefined) throw new Error(`No template declares the origin ${domainName}`);
    return fileAnswer(object(bucket, keyOf(request.target)));
  };
}

const keyOf = (target: string) => decodeURIComponent((target.split('?')[0] ?? '').slice(1));

function fileAnswer(file: StoredObject | undefined): Answer {
  if (!file) {
    const body = '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>NoSuchKey</Code></Error>';
    return { status: 404, headers: [['Content-Type', 'application/xml']], body };
  }
  const { contentType, cacheControl, etag, body } = file;
  const headers: Answer['headers'] = [
    ['Content-Type', contentType],
    ['ETag', etag],
  ];
  if (cacheControl) headers.push(['Cache-Control', cacheControl]);
  return { status: 200, headers, body };
}
