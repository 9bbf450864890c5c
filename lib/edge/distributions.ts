import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Annotations, Aws, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { CfnRestApi } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AccessLevel,
  AllowedMethods,
  type BehaviorOptions,
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  Distribution,
  type DistributionProps,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  type ICachePolicy,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  ResponseHeadersPolicy,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  Function as ViewerFunction,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, type HttpOriginProps, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { Api } from '#src/http/route.ts';
import type { Config } from '../config.ts';
import { bucketRemovalOf } from '../constructs/removal.ts';
import { type AccessProxy, signedInPath } from './access-proxy.ts';
import type { OriginSecrets } from './origin-secrets.ts';

export interface DistributionsProps {
  config: Config;
  restApis: Record<Api, CfnRestApi>;
  /** The stage name of each API. */
  stageName: string;
  secrets: OriginSecrets;
  /** The load balancer in front of the Dashboard API, if any. */
  accessProxy: AccessProxy | undefined;
}

/** The paths of the API on the dashboard's host; all others are pages. */
const dashboardApiPaths = ['/api/*', '/me', '/health', '/debug-auth', '/openapi/*', '/docs*'];

/** The request headers on which a public response of the Consumer API depends, and the credential. */
const cacheKeyHeaders = ['Accept', 'Accept-Language', 'X-API-Key'];

/** Statuses that CloudFront would otherwise cache for ten seconds, whatever their headers say. */
const errorStatuses = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

/** Scripts, styles and data of the pages come only from their own host. Photos of people are on other sites. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: https:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The CloudFront distributions: one for both public APIs, one for the dashboard with its API and pages. */
export class Distributions extends Construct {
  /** The files of the web dashboard. */
  readonly pages: Bucket;
  readonly base: Distribution;
  readonly dashboard: Distribution;
  private readonly props: DistributionsProps;
  private readonly logs: Bucket | undefined;
  private readonly setClientAddress: ViewerFunction;

  constructor(scope: Construct, id: string, props: DistributionsProps) {
    super(scope, id);
    this.props = props;
    const { publicBaseUrl, dashboardUrl, dashboardAltUrl } = props.config;
    this.logs = props.config.edge.accessLogs ? this.makeLogBucket() : undefined;
    this.pages = this.makePagesBucket();
    this.setClientAddress = this.makeFunction('SetClientAddress', 'set-client-address');
    this.base = this.makeDistribution('Base', [publicBaseUrl], {
      defaultBehavior: this.apiBehavior('consumer', this.makePublicCache()),
      additionalBehaviors: { '/integrations/*': this.apiBehavior('integrations', CachePolicy.CACHING_DISABLED) },
    });
    const { accessProxy } = props;
    const dashboardApi = accessProxy
      ? this.accessProxyBehavior(accessProxy)
      : this.apiBehavior('dashboard', CachePolicy.CACHING_DISABLED);
    const paths = [...dashboardApiPaths, ...(accessProxy ? [signedInPath] : [])];
    const { page, asset } = this.pageBehaviors();
    this.dashboard = this.makeDistribution('Dashboard', [dashboardUrl, dashboardAltUrl], {
      defaultBehavior: page,
      additionalBehaviors: {
        ...Object.fromEntries(paths.map((path) => [path, dashboardApi])),
        '/assets/*': asset,
      },
    });
    // The warning asks for a root object, without which `/` would list the bucket. The viewer function rewrites `/`.
    Annotations.of(this.dashboard).acknowledgeWarning('@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk');
  }

  private makeDistribution(
    id: string,
    urls: (string | undefined)[],
    behaviors: Pick<DistributionProps, 'defaultBehavior' | 'additionalBehaviors'>,
  ): Distribution {
    const { certificateArn } = this.props.config.edge;
    const domainNames = certificateArn ? urls.flatMap((url) => (url ? [new URL(url).hostname] : [])) : [];
    return new Distribution(this, id, {
      comment: `${Stack.of(this).stackName} ${id.toLowerCase()}`,
      ...behaviors,
      ...(domainNames.length > 0 && {
        domainNames,
        certificate: Certificate.fromCertificateArn(this, `${id}Certificate`, String(certificateArn)),
        // Without its own certificate, a distribution has the protocols of cloudfront.net.
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      }),
      httpVersion: HttpVersion.HTTP2_AND_3,
      // No custom error pages: they would also replace the API's errors.
      errorResponses: errorStatuses.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      ...(this.logs && { logBucket: this.logs as IBucket, logFilePrefix: `${id.toLowerCase()}/` }),
    });
  }

  private apiBehavior(api: Api, cachePolicy: ICachePolicy): BehaviorOptions {
    const { restApis, stageName } = this.props;
    const { region, urlSuffix } = Stack.of(this);
    return {
      ...this.throughCloudFront(this.setClientAddress),
      origin: this.origin(`${restApis[api].ref}.execute-api.${region}.${urlSuffix}`, { originPath: `/${stageName}` }),
      cachePolicy,
      // API Gateway finds the API by its host name.
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
    };
  }

  /** A load balancer needs every header, cookie and parameter, and redirects to the requested host name. */
  private accessProxyBehavior({ loadBalancer }: AccessProxy): BehaviorOptions {
    return {
      ...this.throughCloudFront(this.makeFunction('BeforeLoadBalancer', 'to-load-balancer')),
      origin: this.origin(loadBalancer.loadBalancerDnsName),
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER,
    };
  }

  private origin(host: string, more: HttpOriginProps = {}): HttpOrigin {
    return new HttpOrigin(host, {
      ...more,
      customHeaders: this.props.secrets.header(),
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      originSslProtocols: [OriginSslPolicy.TLS_V1_2],
    });
  }

  private throughCloudFront(viewerRequest: ViewerFunction): Omit<BehaviorOptions, 'origin'> {
    return {
      allowedMethods: AllowedMethods.ALLOW_ALL,
      // A redirect would hide that a key was sent in the clear.
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      functionAssociations: [{ eventType: FunctionEventType.VIEWER_REQUEST, function: viewerRequest }],
    };
  }

  /** Cache-Control alone decides how long responses are cached. */
  private makePublicCache(): CachePolicy {
    return new CachePolicy(this, 'PublicCache', {
      cachePolicyName: this.globalName('public'),
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.days(1),
      headerBehavior: CacheHeaderBehavior.allowList(...cacheKeyHeaders),
      queryStringBehavior: CacheQueryStringBehavior.all(),
      cookieBehavior: CacheCookieBehavior.none(),
      enableAcceptEncodingGzip: true,
      enableAcceptEncodingBrotli: true,
    });
  }

  private pageBehaviors() {
    const policy = (id: string, cacheControl?: { header: string; value: string; override: boolean }) =>
      new ResponseHeadersPolicy(this, id, {
        responseHeadersPolicyName: this.globalName(id.toLowerCase()),
        securityHeadersBehavior: {
          contentSecurityPolicy: { contentSecurityPolicy: pagePolicy, override: true },
          contentTypeOptions: { override: true },
          frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
          referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
          strictTransportSecurity: { accessControlMaxAge: Duration.days(365), override: true },
        },
        ...(cacheControl && { customHeadersBehavior: { customHeaders: [cacheControl] } }),
      });
    const files = {
      origin: S3BucketOrigin.withOriginAccessControl(this.pages as IBucket, {
        originAccessControl: new S3OriginAccessControl(this, 'PagesAccess', {
          originAccessControlName: this.globalName('pages'),
        }),
        // Makes S3 answer 404 instead of 403 for a missing file.
        originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
      }),
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    };
    const serveIndex = this.makeFunction('ServeIndex', 'serve-index');
    const page: BehaviorOptions = {
      ...files,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      responseHeadersPolicy: policy('PageHeaders', { header: 'Cache-Control', value: 'no-cache', override: true }),
      functionAssociations: [{ eventType: FunctionEventType.VIEWER_REQUEST, function: serveIndex }],
    };
    // The uploader sets how long a file may be cached: an error must not be cached as long.
    const asset: BehaviorOptions = {
      ...files,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      responseHeadersPolicy: policy('AssetHeaders'),
    };
    return { page, asset };
  }

  /** These functions cannot import: those that need it begin with what they share. */
  private makeFunction(id: string, file: string): ViewerFunction {
    const folder = join(import.meta.dirname, 'viewer-functions');
    const files = [...(file === 'serve-index' ? [] : ['set-client.js']), `${file}.js`];
    return new ViewerFunction(this, id, {
      functionName: this.globalName(file),
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n')),
    });
  }

  /** CloudFront is the same in all regions, so one account can have a name once. Functions have at most 64 characters. */
  private globalName(name: string): string {
    const { stage } = this.props.config;
    return `registry-${stage}-${Aws.REGION}-${name}`;
  }

  private makePagesBucket(): Bucket {
    return new Bucket(this, 'Pages', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      lifecycleRules: [{ abortIncompleteMultipartUploadAfter: Duration.days(7) }],
      // Every deployment writes its files again, so a failed first one can be deleted.
      removalPolicy: RemovalPolicy.DESTROY,
      autoDeleteObjects: true,
    });
  }

  private makeLogBucket(): Bucket {
    return new Bucket(this, 'AccessLogs', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      // CloudFront's log delivery writes with an ACL.
      objectOwnership: ObjectOwnership.BUCKET_OWNER_PREFERRED,
      lifecycleRules: [{ expiration: Duration.days(this.props.config.logRetentionDays) }],
      ...bucketRemovalOf(this.props.config),
    });
  }
}
