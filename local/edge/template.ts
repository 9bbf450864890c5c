import type { PropertiesOf } from '../cloudformation/properties/supported.ts';
import { distributionDomain, physicalName, viewerFunctionArn } from '../cloudformation/resources.ts';
import { describe, type Stacks } from '../cloudformation/template.ts';

/** Which parts of a request form the cache key. */
export interface CachePolicy {
  minTtlSeconds: number;
  defaultTtlSeconds: number;
  maxTtlSeconds: number;
  /** Lower-case names of the headers in the cache key. */
  headers: readonly string[];
  hasQuery: boolean;
  /** The content encodings in the cache key, with which CloudFront compresses. */
  codings: readonly ('br' | 'gzip')[];
}

export interface ResponseHeader {
  name: string;
  value: string;
  /** Whether it replaces the origin's header. */
  override: boolean;
}

export interface Origin {
  domainName: string;
  path: string;
  headers: readonly { name: string; value: string }[];
  isBucket: boolean;
}

export interface Behavior {
  /** Undefined for the default behaviour. */
  pathPattern: string | undefined;
  methods: ReadonlySet<string>;
  origin: Origin;
  cache: CachePolicy;
  /** Whether the origin gets the query and all client headers except `Host`, or only the parts in the cache key. */
  forwardsAll: boolean;
  /** Whether the origin gets the client's `Host` header. */
  forwardsHost: boolean;
  compresses: boolean;
  /** The code of the viewer-request function. */
  viewerRequest: string | undefined;
  responseHeaders: readonly ResponseHeader[];
}

export interface Distribution {
  id: string;
  domainName: string;
  comment: string;
  /** In matching order; the last one is the default. */
  behaviors: readonly Behavior[];
}

type DistributionConfig = PropertiesOf<'AWS::CloudFront::Distribution'>['DistributionConfig'];
type BehaviorConfig = DistributionConfig['DefaultCacheBehavior'] & { PathPattern?: string };

const notCached: CachePolicy = {
  minTtlSeconds: 0,
  defaultTtlSeconds: 0,
  maxTtlSeconds: 0,
  headers: [],
  hasQuery: false,
  codings: [],
};

/**
 * The managed cache policies that the templates use
 * (https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html).
 */
const managedCaches: Record<string, CachePolicy> = {
  '4135ea2d-6df8-44a3-9df3-4b5a84be39ad': notCached,
  '658327ea-f89d-4fab-a63d-7e88639e58f6': {
    minTtlSeconds: 1,
    defaultTtlSeconds: 86_400,
    maxTtlSeconds: 31_536_000,
    headers: [],
    hasQuery: false,
    codings: ['br', 'gzip'],
  },
};

/** The managed origin request policies, with whether they forward the host name. */
const originRequestPolicies = new Map([
  ['b689b0a8-53d0-40ab-baf2-68738e2966ac', { forwardsHost: false }],
  ['216adef6-5c7f-47e4-b989-5492eafa07d3', { forwardsHost: true }],
]);

/** The templates' distributions. Throws an Error that names an unknown policy. */
export function readDistributions(stacks: Stacks): Distribution[] {
  const policies = readPolicies(stacks);
  return stacks.all('AWS::CloudFront::Distribution').map(({ declared, properties: { DistributionConfig: config } }) => {
    const { Comment, CacheBehaviors = [], DefaultCacheBehavior, Origins } = config;
    const origins = new Map(Origins.map((origin) => [origin.Id, readOrigin(origin)]));
    const name = physicalName(declared, stacks);
    return {
      id: name,
      domainName: distributionDomain(name),
      comment: Comment,
      behaviors: [...CacheBehaviors, DefaultCacheBehavior].map((behavior) =>
        readBehavior(behavior, origins, policies, describe(declared)),
      ),
    };
  });
}

function readOrigin(origin: DistributionConfig['Origins'][number]): Origin {
  const { DomainName, OriginPath = '', OriginCustomHeaders = [], S3OriginConfig } = origin;
  return {
    domainName: DomainName,
    path: OriginPath,
    headers: OriginCustomHeaders.map(({ HeaderName: name, HeaderValue: value }) => ({ name, value })),
    isBucket: S3OriginConfig !== undefined,
  };
}

function readBehavior(
  behavior: BehaviorConfig,
  origins: Map<string, Origin>,
  { caches, functions, responseHeaders }: Policies,
  where: string,
): Behavior {
  const { PathPattern, OriginRequestPolicyId, ResponseHeadersPolicyId, FunctionAssociations } = behavior;
  const named = <T>(known: Map<string, T>, id: string, kind: string): T => {
    const found = known.get(id);
    if (found === undefined)
      throw new Error(`${where}, behaviour ${PathPattern ?? 'default'}: the ${kind} ${id} is not known`);
    return found;
  };
  const forwarded =
    OriginRequestPolicyId === undefined
      ? undefined
      : named(originRequestPolicies, OriginRequestPolicyId, 'origin request policy');
  const [association] = FunctionAssociations ?? [];
  return {
    pathPattern: PathPattern,
    methods: new Set(behavior.AllowedMethods ?? ['GET', 'HEAD']),
    origin: named(origins, behavior.TargetOriginId, 'origin'),
    cache: named(caches, behavior.CachePolicyId, 'cache policy'),
    forwardsAll: forwarded !== undefined,
    forwardsHost: forwarded?.forwardsHost ?? false,
    compresses: behavior.Compress === true,
    viewerRequest: association && named(functions, association.FunctionARN, 'function'),
    responseHeaders:
      ResponseHeadersPolicyId === undefined
        ? []
        : named(responseHeaders, ResponseHeadersPolicyId, 'response headers policy'),
  };
}

/** The resources that behaviours refer to, by id or ARN. */
interface Policies {
  caches: Map<string, CachePolicy>;
  functions: Map<string, string>;
  responseHeaders: Map<string, ResponseHeader[]>;
}

function readPolicies(stacks: Stacks): Policies {
  const caches = new Map(Object.entries(managedCaches));
  for (const { declared, properties } of stacks.all('AWS::CloudFront::CachePolicy')) {
    caches.set(physicalName(declared, stacks), readCache(properties.CachePolicyConfig));
  }
  const functions = new Map<string, string>();
  for (const { declared, properties } of stacks.all('AWS::CloudFront::Function')) {
    functions.set(viewerFunctionArn(physicalName(declared, stacks)), properties.FunctionCode);
  }
  const responseHeaders = new Map<string, ResponseHeader[]>();
  for (const { declared, properties } of stacks.all('AWS::CloudFront::ResponseHeadersPolicy')) {
    responseHeaders.set(physicalName(declared, stacks), readResponseHeaders(properties.ResponseHeadersPolicyConfig));
  }
  return { caches, functions, responseHeaders };
}

function readCache(config: PropertiesOf<'AWS::CloudFront::CachePolicy'>['CachePolicyConfig']): CachePolicy {
  const key = config.ParametersInCacheKeyAndForwardedToOrigin;
  return {
    minTtlSeconds: config.MinTTL,
    defaultTtlSeconds: config.DefaultTTL,
    maxTtlSeconds: config.MaxTTL,
    headers: (key.HeadersConfig.Headers ?? []).map((name) => name.toLowerCase()),
    hasQuery: key.QueryStringsConfig.QueryStringBehavior === 'all',
    codings: [
      ...(key.EnableAcceptEncodingBrotli === true ? (['br'] as const) : []),
      ...(key.EnableAcceptEncodingGzip ? (['gzip'] as const) : []),
    ],
  };
}

type HeadersConfig = PropertiesOf<'AWS::CloudFront::ResponseHeadersPolicy'>['ResponseHeadersPolicyConfig'];

function readResponseHeaders({ CustomHeadersConfig, SecurityHeadersConfig = {} }: HeadersConfig): ResponseHeader[] {
  const {
    ContentSecurityPolicy: policy,
    ContentTypeOptions: types,
    FrameOptions: frames,
    ReferrerPolicy: referrer,
    StrictTransportSecurity: transport,
  } = SecurityHeadersConfig;
  const header = (name: string, value: string, { Override: override = false }: { Override?: boolean | undefined }) => ({
    name,
    value,
    override,
  });
  return [
    ...(policy ? [header('Content-Security-Policy', policy.ContentSecurityPolicy, policy)] : []),
    ...(types ? [header('X-Content-Type-Options', 'nosniff', types)] : []),
    ...(frames ? [header('X-Frame-Options', frames.FrameOption, frames)] : []),
    ...(referrer ? [header('Referrer-Policy', referrer.ReferrerPolicy, referrer)] : []),
    ...(transport
      ? [header('Strict-Transport-Security', `max-age=${transport.AccessControlMaxAgeSec}`, transport)]
      : []),
    ...(CustomHeadersConfig?.Items ?? []).map((item) => header(item.Header, item.Value, item)),
  ];
}

/** Finds a distribution by the end of its comment, because it has a name only on AWS. */
export function distributionNamed(name: string, distributions: readonly Distribution[]): Distribution {
  const found = distributions.find(({ comment }) => comment.endsWith(` ${name}`));
  if (!found) throw new Error(`No template declares the distribution ${name}`);
  return found;
}
