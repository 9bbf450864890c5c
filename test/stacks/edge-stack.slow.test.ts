import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { Annotations, Match, type Template } from 'aws-cdk-lib/assertions';
import { clientAddressHeader, clientNetworkHeader } from '#src/identity/callers/request-head.ts';
import { networkOf } from '#src/identity/domain/client-network.ts';
import { readConfig } from '../../lib/config.ts';
import { expressionsOf } from '../../lib/edge/firewall.ts';
import { aRegistry, aRoute, pages, templatesOf } from './support.ts';
import { resource, resources } from './templates.ts';
import { keptDeclarations } from './whole-registries.ts';

const edgeOf = (settings: object = {}) => templatesOf(aRegistry({ config: readConfig(settings) })).Edge;
const edge = edgeOf();
const distribution = (name: 'Base' | 'Dashboard', template: Template = edge) =>
  resource(template, 'AWS::CloudFront::Distribution', `CloudFront${name}`).Properties.DistributionConfig;

interface Behavior {
  PathPattern?: string;
  TargetOriginId: string;
}

/** The origin of each path pattern of a distribution: an API, or the bucket of pages. */
function targets(name: 'Base' | 'Dashboard'): [string, string][] {
  const { Origins, CacheBehaviors, DefaultCacheBehavior } = distribution(name);
  const place = ({ TargetOriginId }: Behavior) => {
    const origin = Origins.find(({ Id }: { Id: string }) => Id === TargetOriginId);
    const [first] = origin.DomainName['Fn::Join']?.[1] ?? [];
    return first?.Ref ?? origin.DomainName['Fn::GetAtt'][0].replace(/\w{8}$/, '');
  };
  return [...CacheBehaviors, DefaultCacheBehavior].map((behavior: Behavior) => [
    behavior.PathPattern ?? 'default',
    place(behavior),
  ]);
}

const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const allViewerExceptHost = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

describe('the distributions', () => {
  it('lead each path to its API or to the pages', () => {
    expect(targets('Base')).toEqual([
      ['/integrations/*', 'IntegrationsApi'],
      ['default', 'ConsumerApi'],
    ]);
    expect(targets('Dashboard')).toEqual([
      ['/api/*', 'DashboardApi'],
      ['/me', 'DashboardApi'],
      ['/health', 'DashboardApi'],
      ['/debug-auth', 'DashboardApi'],
      ['/openapi/*', 'DashboardApi'],
      ['/docs*', 'DashboardApi'],
      ['/assets/*', 'CloudFrontPages'],
      ['default', 'CloudFrontPages'],
    ]);
  });

  it('send APIs everything but the host name, below their stage, over TLS 1.2', () => {
    const { Origins, CacheBehaviors, DefaultCacheBehavior } = distribution('Base');
    for (const origin of Origins) {
      expect(origin).toMatchObject({
        OriginPath: '/live',
        CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] },
      });
    }
    for (const behavior of [...CacheBehaviors, DefaultCacheBehavior]) {
      expect(behavior).toMatchObject({
        OriginRequestPolicyId: allViewerExceptHost,
        ViewerProtocolPolicy: 'https-only',
        Compress: true,
      });
      expect(behavior.AllowedMethods).toContain('DELETE');
    }
  });

  it('keep what the Consumer API says may be kept, apart by what it depends on, and nothing of the others', () => {
    const { CachePolicyConfig } = resource(edge, 'AWS::CloudFront::CachePolicy', '').Properties;
    expect(CachePolicyConfig).toMatchObject({
      MinTTL: 0,
      DefaultTTL: 0,
      ParametersInCacheKeyAndForwardedToOrigin: {
        CookiesConfig: { CookieBehavior: 'none' },
        HeadersConfig: { Headers: ['Accept', 'Accept-Language', 'X-API-Key'] },
        QueryStringsConfig: { QueryStringBehavior: 'all' },
        EnableAcceptEncodingGzip: true,
        EnableAcceptEncodingBrotli: true,
      },
    });
    const [{ CachePolicyId: ofIntegrations }] = distribution('Base').CacheBehaviors;
    const ofDashboard = distribution('Dashboard').CacheBehaviors.filter(
      ({ PathPattern }: Behavior) => PathPattern !== '/assets/*',
    );
    const ids = ofDashboard.map(({ CachePolicyId }: { CachePolicyId: string }) => CachePolicyId);
    expect(new Set([ofIntegrations, ...ids])).toEqual(new Set([cachingDisabled]));
  });

  it('keep no error, and have no pages of errors', () => {
    for (const name of ['Base', 'Dashboard'] as const) {
      for (const response of distribution(name).CustomErrorResponses) {
        expect(response).toEqual({ ErrorCode: expect.any(Number), ErrorCachingMinTTL: 0 });
      }
    }
  });

  it('are synthesized without warnings, among which one about alarms would be lost', () => {
    const { edge: stack } = aRegistry({ pages });
    expect(Annotations.fromStack(stack).findWarning('*', Match.anyValue())).toEqual([]);
  });

  it('speak HTTP/3', () => {
    for (const name of ['Base', 'Dashboard'] as const) expect(distribution(name).HttpVersion).toBe('http2and3');
  });

  it('write access logs only if asked to, without cookies, and keep these as long as other logs', () => {
    const logging = edgeOf({ edge: { accessLogs: true } });
    for (const name of ['Base', 'Dashboard'] as const) {
      expect(distribution(name)).not.toHaveProperty('Logging');
      expect(distribution(name, logging).Logging.IncludeCookies).toBeFalsy();
    }
    expect(Object.keys(edge.findResources('AWS::S3::Bucket')).join()).not.toContain('AccessLogs');
    const { LifecycleConfiguration } = resource(logging, 'AWS::S3::Bucket', 'CloudFrontAccessLogs').Properties;
    expect(LifecycleConfiguration.Rules).toEqual([{ ExpirationInDays: 30, Status: 'Enabled' }]);
  });

  it('have names of their own until there is a certificate for those of the settings', () => {
    const urls = {
      publicBaseUrl: 'https://registry.example.org',
      dashboardUrl: 'https://desk.example.org',
      dashboardAltUrl: 'https://desk.example.com',
    };
    const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/abc';
    expect(distribution('Base', edgeOf(urls))).not.toHaveProperty('Aliases');
    const named = edgeOf({ ...urls, edge: { certificateArn } });
    expect(distribution('Base', named)).toMatchObject({
      Aliases: ['registry.example.org'],
      ViewerCertificate: { AcmCertificateArn: certificateArn, MinimumProtocolVersion: 'TLSv1.2_2021' },
    });
    expect(distribution('Dashboard', named).Aliases).toEqual(['desk.example.org', 'desk.example.com']);
  });
});

describe('pages', () => {
  const headers = (beginning: string) =>
    resource(edge, 'AWS::CloudFront::ResponseHeadersPolicy', beginning).Properties.ResponseHeadersPolicyConfig;

  it('may load only what is theirs', () => {
    for (const beginning of ['CloudFrontPageHeaders', 'CloudFrontAssetHeaders']) {
      const { ContentSecurityPolicy, StrictTransportSecurity } = headers(beginning).SecurityHeadersConfig;
      expect(ContentSecurityPolicy).toEqual({
        ContentSecurityPolicy:
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: https:; " +
          "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        Override: true,
      });
      expect(StrictTransportSecurity.AccessControlMaxAgeSec).toBe(31_536_000);
    }
  });

  it('are checked for a newer version each time; their assets say themselves how long they may be kept', () => {
    expect(headers('CloudFrontPageHeaders').CustomHeadersConfig.Items).toEqual([
      { Header: 'Cache-Control', Value: 'no-cache', Override: true },
    ]);
    expect(headers('CloudFrontAssetHeaders')).not.toHaveProperty('CustomHeadersConfig');
  });

  it('are in a private bucket that only the distribution of the dashboard reads', () => {
    const { PublicAccessBlockConfiguration } = resource(edge, 'AWS::S3::Bucket', 'CloudFrontPages').Properties;
    expect(Object.values(PublicAccessBlockConfiguration)).toEqual([true, true, true, true]);
    const { Statement } = resource(edge, 'AWS::S3::BucketPolicy', 'CloudFrontPages').Properties.PolicyDocument;
    const [emptying, allowed, ...others] = Statement.filter(({ Effect }: { Effect: string }) => Effect === 'Allow');
    expect(others).toEqual([]);
    expect(JSON.stringify(emptying.Principal)).toContain('CustomS3AutoDeleteObjects');
    expect(allowed.Principal).toEqual({ Service: 'cloudfront.amazonaws.com' });
    expect(JSON.stringify(allowed.Condition)).toContain('"Ref":"CloudFrontDashboard');
  });
});

describe('the APIs', () => {
  const secretIds = (template: Template) => resources(template, 'AWS::SecretsManager::Secret').map(([id]) => id);
  const referenceTo = (id: string) => ({
    'Fn::Join': ['', ['{{resolve:secretsmanager:', { Ref: id }, ':SecretString:::}}']],
  });

  it('refuse what does not come with the secret of the distributions, and accept the next one already', () => {
    const [current, next, ...others] = secretIds(edge);
    expect(others).toEqual([]);
    const apis = resources(edge, 'AWS::ApiGateway::RestApi');
    expect(apis).toHaveLength(3);
    for (const [, { Properties }] of apis) {
      expect(Properties.Policy.Statement[1]).toMatchObject({
        Effect: 'Deny',
        Principal: { AWS: '*' },
        Condition: { StringNotEquals: { 'aws:Referer': [referenceTo(String(current)), referenceTo(String(next))] } },
      });
    }
    for (const name of ['Base', 'Dashboard'] as const) {
      const ofApis = distribution(name).Origins.filter((it: object) => 'CustomOriginConfig' in it);
      for (const { OriginCustomHeaders } of ofApis) {
        expect(OriginCustomHeaders).toEqual([{ HeaderName: 'Referer', HeaderValue: referenceTo(String(current)) }]);
      }
    }
  });

  it('accept before a new secret is sent what is sent after', () => {
    const later = edgeOf({ edge: { originSecret: 2 } });
    expect(secretIds(later)[0]).toBe(secretIds(edge)[1]);
  });

  it('are deployed anew when their policy changes', () => {
    const deploymentWith = (originSecret: number) => {
      const config = readConfig({ edge: { originSecret } });
      const { Consumer } = templatesOf(aRegistry({ config, routes: [aRoute({ path: '/things' })] }));
      return resources(Consumer, 'AWS::ApiGateway::Deployment').map(([id]) => id);
    };
    expect(deploymentWith(1)).toEqual(deploymentWith(1));
    expect(deploymentWith(2)).not.toEqual(deploymentWith(1));
  });

  it('speak TLS 1.2 or newer, compress from 1 KB, and take usage keys from the authorizer', () => {
    for (const [, { Properties }] of resources(edge, 'AWS::ApiGateway::RestApi')) {
      expect(Properties).toMatchObject({
        EndpointConfiguration: { Types: ['REGIONAL'] },
        SecurityPolicy: 'SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09',
        EndpointAccessMode: 'BASIC',
        MinimumCompressionSize: 1024,
        ApiKeySourceType: 'AUTHORIZER',
      });
    }
  });

  it('are open to everybody without CloudFront', () => {
    const alone = edgeOf({ edge: { enabled: false } });
    expect(Object.values(alone.toJSON().Resources).map((it) => (it as { Type: string }).Type)).toEqual(
      Array(3).fill('AWS::ApiGateway::RestApi'),
    );
    expect(JSON.stringify(alone)).not.toContain('"Policy"');
  });

  it('learn the client address in the header that the viewer function sets', () => {
    const { FunctionCode } = resource(edge, 'AWS::CloudFront::Function', 'CloudFrontSetClientAddress').Properties;
    for (const [address, network] of [
      ['203.0.113.7', '203.0.113.7'],
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
      ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2::'],
      ['2001:db8::1', '2001:db8:0:0::'],
      ['::1', '0:0:0:0::'],
      ['::ffff:203.0.113.7', '203.0.113.7'],
    ] as const) {
      const event = { viewer: { ip: address }, request: { headers: {} } };
      expect(runInNewContext(`${FunctionCode}; handler(event).headers`, { event })).toEqual({
        [clientAddressHeader]: { value: address },
        [clientNetworkHeader]: { value: network },
      });
      expect(networkOf(address)).toBe(network);
    }
  });
});

describe('the firewall', () => {
  const acl = () => resource(edge, 'AWS::WAFv2::WebACL', '').Properties;
  const [limit, common, badInputs] = acl().Rules;
  const { RateBasedStatement: rate } = limit.Statement;

  it('limits each client that came through CloudFront, on routes without a credential', () => {
    expect(acl().Scope).toBe('REGIONAL');
    expect(rate).toMatchObject({
      Limit: 600,
      EvaluationWindowSec: 60,
      AggregateKeyType: 'FORWARDED_IP',
      ForwardedIPConfig: { HeaderName: clientNetworkHeader, FallbackBehavior: 'NO_MATCH' },
    });
    const [secrets, path] = rate.ScopeDownStatement.AndStatement.Statements;
    const compared = secrets.OrStatement.Statements.map(
      (it: { ByteMatchStatement: { SearchString: object } }) => it.ByteMatchStatement.SearchString,
    );
    const ids = resources(edge, 'AWS::SecretsManager::Secret').map(([id]) => id);
    expect(compared).toEqual(
      ids.map((id) => ({ 'Fn::Join': ['', ['{{resolve:secretsmanager:', { Ref: id }, ':SecretString:::}}']] })),
    );
    expect(path.RegexMatchStatement.RegexString).toBe('^(/live)?(/health)/?$');
  });

  it('answers too many with the error body of the APIs', () => {
    const { CustomResponse } = limit.Action.Block;
    expect(CustomResponse.ResponseCode).toBe(429);
    const { Content, ContentType } = acl().CustomResponseBodies[CustomResponse.CustomResponseBodyKey];
    expect(ContentType).toBe('APPLICATION_JSON');
    expect(JSON.parse(Content)).toEqual({ error: expect.any(String), code: 'rate_limited', details: null });
  });

  it('has the common rules, of which those only count that our own requests break', () => {
    const { ManagedRuleGroupStatement: rules } = common.Statement;
    expect(rules.Name).toBe('AWSManagedRulesCommonRuleSet');
    for (const { ActionToUse } of rules.RuleActionOverrides) expect(ActionToUse).toEqual({ Count: {} });
    // Plugins in PHP send no user agent, and a DOI may end like a file name, in a path or in a query.
    expect(rules.RuleActionOverrides.map(({ Name }: { Name: string }) => Name)).toEqual(
      expect.arrayContaining([
        'NoUserAgent_HEADER',
        'RestrictedExtensions_QUERYARGUMENTS',
        'RestrictedExtensions_URIPATH',
      ]),
    );
    expect(badInputs.Statement.ManagedRuleGroupStatement.Name).toBe('AWSManagedRulesKnownBadInputsRuleSet');
  });

  it('keeps no samples of requests: they hold credentials', () => {
    for (const { VisibilityConfig } of [acl(), limit, common, badInputs]) {
      expect(VisibilityConfig.SampledRequestsEnabled).toBe(false);
    }
  });

  it('is at the stage of each API, where data is retained or the settings say so', () => {
    const countWith = (settings: object) =>
      Object.values(templatesOf(aRegistry({ config: readConfig(settings) }))).flatMap((template) =>
        resources(template, 'AWS::WAFv2::WebACLAssociation'),
      ).length;
    expect(countWith({})).toBe(3);
    expect(countWith({ retainData: false })).toBe(0);
    expect(countWith({ retainData: false, edge: { firewall: true } })).toBe(3);
    expect(countWith({ edge: { firewall: false } })).toBe(0);
    expect(countWith({ edge: { enabled: false } })).toBe(0);
  });

  it('counts every public path of the real routes, and no other', () => {
    const { routes } = keptDeclarations();
    const isPublic = ({ declaration }: (typeof routes)[number]) => declaration.auth.kind === 'none';
    const pathsOf = (those: typeof routes) => those.map(({ declaration }) => declaration.path);
    const expressions = expressionsOf(pathsOf(routes.filter(isPublic)));
    for (const text of expressions) expect(text.length).toBeLessThanOrEqual(512);
    const matches = (path: string) => expressions.some((text) => new RegExp(text).test(path));
    const example = (path: string) => path.replace(/\{\w+\+\}/g, '10.1000/a.b').replace(/\{\w+\}/g, 'x');
    const publicPaths = new Set(pathsOf(routes.filter(isPublic)));
    for (const path of publicPaths) {
      expect([path, matches(example(path)), matches(`/live${example(path)}/`)]).toEqual([path, true, true]);
    }
    const others = pathsOf(routes.filter((route) => !isPublic(route))).filter((path) => !publicPaths.has(path));
    expect(others.filter((path) => matches(example(path)))).toEqual([]);
  });
});

describe('the files of the web dashboard', () => {
  const { Edge } = templatesOf(aRegistry({ pages }));
  const copied = (name: string) => resource(Edge, 'Custom::CDKBucketDeployment', `PageFiles${name}`);

  it('are copied with what caches may do, and none is deleted', () => {
    expect(copied('Assets').Properties).toMatchObject({
      Prune: false,
      Exclude: ['index.html'],
      SystemMetadata: { 'cache-control': 'public, max-age=31536000, immutable' },
    });
    expect(copied('Index').Properties).toMatchObject({
      Prune: false,
      Exclude: ['*'],
      Include: ['index.html'],
      SystemMetadata: { 'cache-control': 'no-cache' },
    });
  });

  it('are there before the document that asks for them', () => {
    const [assets] = Object.keys(Edge.findResources('Custom::CDKBucketDeployment')).filter((id) => /Assets/.test(id));
    expect(copied('Index')).toMatchObject({ DependsOn: expect.arrayContaining([assets]) });
  });

  it('may be written to their bucket alone', () => {
    const [{ PolicyDocument }, ...more] = resource(Edge, 'AWS::IAM::Role', 'PageFilesRole').Properties.Policies;
    const [logs, ...onFiles] = PolicyDocument.Statement;
    const [pagesBucket] = Object.keys(Edge.findResources('AWS::S3::Bucket')).filter((id) => /Pages/.test(id));
    const arn = { 'Fn::GetAtt': [pagesBucket, 'Arn'] };
    expect(onFiles).toMatchObject([
      // Also of the next version: a role's permissions spread more slowly than a deployment proceeds.
      {
        Action: 's3:GetObject',
        Resource: { 'Fn::Join': ['', expect.arrayContaining([expect.stringMatching(/\/\*\.zip$/)])] },
      },
      { Action: 's3:ListBucket', Resource: arn },
      { Action: 's3:PutObject', Resource: { 'Fn::Join': ['', [arn, '/*']] } },
    ]);
    expect(logs.Action).toEqual(['logs:CreateLogStream', 'logs:PutLogEvents']);
    expect(more).toEqual([]);
    expect(Edge.findResources('AWS::IAM::Policy')).toEqual({});
  });
});
