import { distributionDomain, physicalName, viewerFunctionArn } from '../cloudformation/resources.ts';
import { describe, type Stacks, type TemplateResource } from '../cloudformation/template.ts';

/** What makes two requests the same for the cache. */
export interface CachePolicy {
  minTtlSeconds: number;
  defaultTtlSeconds: number;
  maxTtlSeconds: number;
  /** Lower-case names of the headers in the cache key. */
  headers: readonly string[];
  hasQuery: boolean;
  /** The content codings that are in the cache key, and that CloudFront compresses with. */
  codings: readonly ('br' | 'gzip')[];
}

export interface ResponseHeader {
  name: string;
  value: string;
  /** Whether it replaces the origin's. */
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
  /** Whether the origin gets all headers of the client but `Host`, and the query, or only what is in the cache key. */
  forwardsAll: boolean;
  /** Whether the origin gets the host name that the client asked. */
  forwardsHost: boolean;
  compresses: boolean;
  /** The code of the viewer request function. */
  viewerRequest: string | undefined;
  responseHeaders: readonly ResponseHeader[];
}

/** A distribution of the templates. */
export interface Distribution {
  id: string;
  domainName: string;
  comment: string;
  /** In the order in which their patterns are tried; the last one is the default. */
  behaviors: readonly Behavior[];
}

type Config = Record<string, unknown>;

const notCached: CachePolicy = {
  minTtlSeconds: 0,
  defaultTtlSeconds: 0,
  maxTtlSeconds: 0,
  headers: [],
  hasQuery: false,
  codings: [],
};

/**
 * CloudFront's own cache policies that the templates use
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

/** The managed origin request policies, by whether the host name is forwarded, too. */
const originRequestPolicies = new Map([
  ['b689b0a8-53d0-40ab-baf2-68738e2966ac', { forwardsHost: false }],
  ['216adef6-5c7f-47e4-b989-5492eafa07d3', { forwardsHost: true }],
]);

/** Every distribution of the templates. Throws an Error that names a property the laptop cannot honour. */
export function readDistributions(stacks: Stacks): Distribution[] {
  const policies = readPolicies(stacks);
  return stacks
    .all<{ DistributionConfig: Config; Tags?: unknown }>('AWS::CloudFront::Distribution')
    .map(({ declared, properties: { DistributionConfig: config, Tags: _, ...rest } }) => {
      const where = describe(declared);
      take(rest, [], where);
      return readDistribution(config, policies, declared, stacks, where);
    });
}

function readDistribution(
  config: Config,
  policies: Policies,
  declared: TemplateResource,
  stacks: Stacks,
  where: string,
): Distribution {
  const {
    Comment,
    CacheBehaviors = [],
    DefaultCacheBehavior,
    Origins,
    CustomErrorResponses = [],
    Enabled,
  } = take(
    config,
    ['Comment', 'CacheBehaviors', 'DefaultCacheBehavior', 'Origins', 'CustomErrorResponses', 'Enabled'],
    where,
    // The laptop has HTTP/1.1 without TLS, one address of its own for each distribution, and no log of it.
    ['Aliases', 'HttpVersion', 'IPV6Enabled', 'Logging', 'ViewerCertificate'],
  );
  if (Enabled !== true) throw new Error(`${where}: a distribution that is not enabled is not supported`);
  for (const response of CustomErrorResponses as Config[]) {
    const { ErrorCachingMinTTL } = take(
      response,
      ['ErrorCode', 'ErrorCachingMinTTL'],
      `${where}, CustomErrorResponses`,
    );
    if (ErrorCachingMinTTL !== 0) throw new Error(`${where}: keeping errors is not supported`);
  }
  const origins = new Map((Origins as Config[]).map((origin) => [String(origin.Id), readOrigin(origin, where)]));
  const all = [...(CacheBehaviors as Config[]), DefaultCacheBehavior as Config];
  const name = physicalName(declared, stacks);
  return {
    id: name,
    domainName: distributionDomain(name),
    comment: String(Comment),
    behaviors: all.map((behavior) => readBehavior(behavior, origins, policies, where)),
  };
}

function readOrigin(origin: Config, where: string): Origin {
  const place = `${where}, origin ${origin.Id}`;
  const { DomainName, OriginPath, OriginCustomHeaders, S3OriginConfig } = take(
    origin,
    ['Id', 'DomainName', 'OriginPath', 'OriginCustomHeaders', 'S3OriginConfig'],
    place,
    // Everything here is on one machine, without TLS; who may read a bucket is not checked.
    ['CustomOriginConfig', 'OriginAccessControlId'],
  );
  const headers = (OriginCustomHeaders ?? []) as { HeaderName: string; HeaderValue: string }[];
  return {
    domainName: String(DomainName),
    path: String(OriginPath ?? ''),
    headers: headers.map(({ HeaderName: name, HeaderValue: value }) => ({ name, value })),
    isBucket: S3OriginConfig !== undefined,
  };
}

function readBehavior(
  behavior: Config,
  origins: Map<string, Origin>,
  { caches, functions, responseHeaders }: Policies,
  where: string,
): Behavior {
  const place = `${where}, behaviour ${behavior.PathPattern ?? 'default'}`;
  const taken = take(
    behavior,
    [
      'PathPattern',
      'TargetOriginId',
      'AllowedMethods',
      'CachePolicyId',
      'OriginRequestPolicyId',
      'ResponseHeadersPolicyId',
      'FunctionAssociations',
      'Compress',
    ],
    place,
    ['ViewerProtocolPolicy'],
  );
  const named = <T>(known: Map<string, T>, id: unknown, what: string): T => {
    const found = known.get(String(id));
    if (found === undefined) throw new Error(`${place}: the ${what} ${id} is not known`);
    return found;
  };
  const { OriginRequestPolicyId } = taken;
  const forwarded =
    OriginRequestPolicyId === undefined
      ? undefined
      : named(originRequestPolicies, OriginRequestPolicyId, 'origin request policy');
  const associations = (taken.FunctionAssociations ?? []) as { EventType: string; FunctionARN: string }[];
  for (const { EventType } of associations) {
    if (EventType !== 'viewer-request') throw new Error(`${place}: functions for ${EventType} are not supported`);
  }
  return {
    pathPattern: taken.PathPattern === undefined ? undefined : String(taken.PathPattern),
    methods: new Set((taken.AllowedMethods ?? ['GET', 'HEAD']) as string[]),
    origin: named(origins, taken.TargetOriginId, 'origin'),
    cache: named(caches, taken.CachePolicyId, 'cache policy'),
    forwardsAll: forwarded !== undefined,
    forwardsHost: forwarded?.forwardsHost ?? false,
    compresses: taken.Compress === true,
    viewerRequest: associations[0] && named(functions, associations[0].FunctionARN, 'function'),
    responseHeaders:
      taken.ResponseHeadersPolicyId === undefined
        ? []
        : named(responseHeaders, taken.ResponseHeadersPolicyId, 'response headers policy'),
  };
}

/** What behaviours refer to, by id or ARN. */
interface Policies {
  caches: Map<string, CachePolicy>;
  functions: Map<string, string>;
  responseHeaders: Map<string, ResponseHeader[]>;
}

function readPolicies(stacks: Stacks): Policies {
  const caches = new Map(Object.entries(managedCaches));
  for (const { declared, properties } of stacks.all<{ CachePolicyConfig: Config }>('AWS::CloudFront::CachePolicy')) {
    caches.set(physicalName(declared, stacks), readCache(properties.CachePolicyConfig, describe(declared)));
  }
  const functions = new Map<string, string>();
  for (const { declared, properties } of stacks.all<Config>('AWS::CloudFront::Function')) {
    const { FunctionCode, FunctionConfig } = properties as { FunctionCode: string; FunctionConfig: Config };
    const { Runtime } = take(FunctionConfig, ['Runtime', 'Comment'], describe(declared));
    if (Runtime !== 'cloudfront-js-2.0')
      throw new Error(`${describe(declared)}: the runtime ${Runtime} is not supported`);
    functions.set(viewerFunctionArn(physicalName(declared, stacks)), FunctionCode);
  }
  const responseHeaders = new Map<string, ResponseHeader[]>();
  for (const { declared, properties } of stacks.all<{ ResponseHeadersPolicyConfig: Config }>(
    'AWS::CloudFront::ResponseHeadersPolicy',
  )) {
    const headers = readResponseHeaders(properties.ResponseHeadersPolicyConfig, describe(declared));
    responseHeaders.set(physicalName(declared, stacks), headers);
  }
  return { caches, functions, responseHeaders };
}

function readCache(config: Config, where: string): CachePolicy {
  const { MinTTL, DefaultTTL, MaxTTL, ParametersInCacheKeyAndForwardedToOrigin } = take(
    config,
    ['MinTTL', 'DefaultTTL', 'MaxTTL', 'ParametersInCacheKeyAndForwardedToOrigin'],
    where,
    ['Name', 'Comment'],
  );
  const key = take(
    ParametersInCacheKeyAndForwardedToOrigin as Config,
    ['CookiesConfig', 'HeadersConfig', 'QueryStringsConfig', 'EnableAcceptEncodingGzip', 'EnableAcceptEncodingBrotli'],
    where,
  );
  const { CookieBehavior } = key.CookiesConfig as Config;
  if (CookieBehavior !== 'none') throw new Error(`${where}: cookies in the cache key are not supported`);
  const { HeaderBehavior, Headers = [] } = key.HeadersConfig as { HeaderBehavior: string; Headers?: string[] };
  if (!['none', 'whitelist'].includes(HeaderBehavior)) throw new Error(`${where}: ${HeaderBehavior} is not supported`);
  const { QueryStringBehavior } = key.QueryStringsConfig as Config;
  if (!['none', 'all'].includes(String(QueryStringBehavior))) {
    throw new Error(`${where}: the query string behaviour ${QueryStringBehavior} is not supported`);
  }
  return {
    minTtlSeconds: Number(MinTTL),
    defaultTtlSeconds: Number(DefaultTTL),
    maxTtlSeconds: Number(MaxTTL),
    headers: Headers.map((name) => name.toLowerCase()),
    hasQuery: QueryStringBehavior === 'all',
    codings: [
      ...(key.EnableAcceptEncodingBrotli === true ? (['br'] as const) : []),
      ...(key.EnableAcceptEncodingGzip === true ? (['gzip'] as const) : []),
    ],
  };
}

function readResponseHeaders(config: Config, where: string): ResponseHeader[] {
  const { CustomHeadersConfig, SecurityHeadersConfig } = take(
    config,
    ['CustomHeadersConfig', 'SecurityHeadersConfig'],
    where,
    ['Name', 'Comment'],
  );
  const custom = ((CustomHeadersConfig as { Items?: Config[] } | undefined)?.Items ?? []).map((item) => ({
    name: String(item.Header),
    value: String(item.Value),
    override: item.Override === true,
  }));
  const security = Object.entries((SecurityHeadersConfig ?? {}) as Record<string, Config>).map(([kind, settings]) => {
    const header = securityHeaders[kind];
    if (!header) throw new Error(`${where}: ${kind} is not supported`);
    return { name: header.name, value: header.value(settings), override: settings.Override === true };
  });
  return [...security, ...custom];
}

const securityHeaders: Record<string, { name: string; value: (settings: Config) => string }> = {
  ContentSecurityPolicy: { name: 'Content-Security-Policy', value: (it) => String(it.ContentSecurityPolicy) },
  ContentTypeOptions: { name: 'X-Content-Type-Options', value: () => 'nosniff' },
  FrameOptions: { name: 'X-Frame-Options', value: (it) => String(it.FrameOption) },
  ReferrerPolicy: { name: 'Referrer-Policy', value: (it) => String(it.ReferrerPolicy) },
  StrictTransportSecurity: {
    name: 'Strict-Transport-Security',
    value: (it) => `max-age=${it.AccessControlMaxAgeSec}`,
  },
};

/** The members of an object. Throws if it has one that is neither taken nor ignored. */
export function take<Name extends string>(
  object: Config,
  taken: readonly Name[],
  where: string,
  ignored: readonly string[] = [],
): Record<Name, unknown> {
  const known = new Set<string>([...taken, ...ignored]);
  const unknown = Object.keys(object).find((name) => !known.has(name));
  if (unknown) throw new Error(`${where}: the property ${unknown} is not supported`);
  return object as Record<Name, unknown>;
}

/** A distribution by the end of its comment: it has a name of its own only on AWS. */
export function distributionNamed(name: string, distributions: readonly Distribution[]): Distribution {
  const found = distributions.find(({ comment }) => comment.endsWith(` ${name}`));
  if (!found) throw new Error(`No template declares the distribution ${name}`);
  return found;
}
