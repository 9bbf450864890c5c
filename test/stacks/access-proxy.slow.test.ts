import { describe, expect, it } from '@jest/globals';
import { sessionCookie } from '#src/identity/sessions/session-token.ts';
import { readConfig } from '../../lib/config.ts';
import { aRegistry, templatesOf } from './support.ts';
import { resource, resources } from './templates.ts';

const certificateArn = 'arn:aws:acm:eu-central-1:123456789012:certificate/0a1b';
const edgeCertificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b';
const dashboardUrl = 'https://desk.example.org';
const dashboardAltUrl = 'https://alt.example.org';
const registryOf = (settings: object) => templatesOf(aRegistry({ config: readConfig(settings) }));

const { Edge, SignIn, Dashboard } = registryOf({
  dashboardUrl,
  dashboardAltUrl,
  edge: { certificateArn: edgeCertificateArn },
  signIn: { alb: { certificateArn, accessLogs: true } },
});
/** In a network of the institution, without CloudFront, with its own issuer. */
const clientSecretArn = 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:client-AbCdEf';
const subnetIds = ['subnet-0a', 'subnet-0b', 'subnet-0c'];
const inside = registryOf({
  retainData: false,
  dashboardUrl,
  edge: { enabled: false },
  signIn: {
    issuer: 'https://id.example.org',
    audience: 'registry',
    clientSecretArn,
    alb: {
      certificateArn,
      internal: true,
      vpc: { id: 'vpc-0a', subnetIds },
      sessionHours: 1,
      authorizationEndpoint: 'https://id.example.org/authorize',
      tokenEndpoint: 'https://id.example.org/token',
      userInfoEndpoint: 'https://id.example.org/userinfo',
    },
  },
});

type Values = Record<string, unknown>;
const attributesOf = (template = Edge): Values =>
  Object.fromEntries(
    resource(
      template,
      'AWS::ElasticLoadBalancingV2::LoadBalancer',
      'AccessProxy',
    ).Properties.LoadBalancerAttributes.map(({ Key, Value }: { Key: string; Value: unknown }) => [Key, Value]),
  );
const endpointId = (template = Edge) => resources(template, 'AWS::EC2::VPCEndpoint')[0]?.[0] as string;

/** The rules in order: their conditions, what happens to users who are not signed in, and their targets. */
const rulesOf = (template = Edge) =>
  resources(template, 'AWS::ElasticLoadBalancingV2::ListenerRule')
    .map(([, { Properties }]) => Properties)
    .sort((a, b) => a.Priority - b.Priority)
    .map(({ Conditions, Actions }) => [
      ...Conditions.flatMap((condition: Values) =>
        Object.values(condition).flatMap((it) => (it as Values).Values ?? []),
      ),
      ...Actions.map(
        (action: { Type: string; AuthenticateCognitoConfig?: Values; AuthenticateOidcConfig?: Values }) =>
          (action.AuthenticateCognitoConfig ?? action.AuthenticateOidcConfig)?.OnUnauthenticatedRequest ?? action.Type,
      ),
    ]);

describe('the listener', () => {
  it('speaks TLS 1.2 or newer, with the certificate of the settings', () => {
    const listeners = resources(Edge, 'AWS::ElasticLoadBalancingV2::Listener');
    expect(listeners).toHaveLength(1);
    expect(listeners[0]?.[1].Properties).toMatchObject({
      Port: 443,
      Protocol: 'HTTPS',
      Certificates: [{ CertificateArn: certificateArn }],
      SslPolicy: expect.stringMatching(/^ELBSecurityPolicy-TLS13-1-2-Res/),
    });
  });

  it('sends browsers that navigate to the issuer, and answers 401 to the pages; some paths are open', () => {
    expect(rulesOf()).toEqual([
      ['/api/auth/login', '/docs*', 'authenticate', 'forward'],
      ['/health', '/openapi/*', '/api/cli/*', '/api/auth/*', 'forward'],
      ['OPTIONS', 'forward'],
      ['/*', 'deny', 'forward'],
    ]);
  });

  it('lets private networks see what a request has, where they reach it without CloudFront', () => {
    const debug = ['/debug-auth', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'forward'];
    expect(rulesOf(inside.Edge)).toContainEqual(debug);
  });

  it('gives no rule more than the five values that AWS takes', () => {
    for (const rule of [...rulesOf(), ...rulesOf(inside.Edge)]) {
      expect(rule.filter((value) => /[/\d]|OPTIONS/.test(String(value))).length).toBeLessThanOrEqual(5);
    }
  });

  it('signs in with a client of the pool that has a secret, for the addresses of the dashboard', () => {
    const client = resource(SignIn, 'AWS::Cognito::UserPoolClient', 'UsersLoadBalancer').Properties;
    expect(client).toMatchObject({
      GenerateSecret: true,
      AllowedOAuthFlows: ['code'],
      AllowedOAuthScopes: ['openid', 'email', 'profile'],
      CallbackURLs: [`${dashboardUrl}/oauth2/idpresponse`, `${dashboardAltUrl}/oauth2/idpresponse`],
    });
    expect(resources(SignIn, 'AWS::Cognito::ManagedLoginBranding')).toHaveLength(2);
    const rule = resource(Edge, 'AWS::ElasticLoadBalancingV2::ListenerRule', 'AccessProxyPublicOthers');
    const { AuthenticateCognitoConfig } = rule.Properties.Actions[0];
    expect(AuthenticateCognitoConfig).toMatchObject({ Scope: 'openid email', SessionTimeout: 12 * 3600 });
    expect(JSON.stringify(AuthenticateCognitoConfig.UserPoolClientId)).toContain('UsersLoadBalancer');
  });

  it('signs in at an issuer of the institution with the secret of the client, which no template has', () => {
    const rule = resource(inside.Edge, 'AWS::ElasticLoadBalancingV2::ListenerRule', 'AccessProxyInternalvpc0aOthers');
    expect(rule.Properties.Actions[0].AuthenticateOidcConfig).toEqual({
      Issuer: 'https://id.example.org',
      AuthorizationEndpoint: 'https://id.example.org/authorize',
      TokenEndpoint: 'https://id.example.org/token',
      UserInfoEndpoint: 'https://id.example.org/userinfo',
      ClientId: 'registry',
      ClientSecret: `{{resolve:secretsmanager:${clientSecretArn}:SecretString:::}}`,
      Scope: 'openid email',
      SessionTimeout: 3600,
      OnUnauthenticatedRequest: 'deny',
    });
  });
});

describe('the load balancer', () => {
  it('is protected from deletion in a stage that keeps its data, and drops malformed headers', () => {
    expect(attributesOf()).toMatchObject({
      'deletion_protection.enabled': 'true',
      'routing.http.drop_invalid_header_fields.enabled': 'true',
    });
    expect(attributesOf(inside.Edge)['deletion_protection.enabled']).toBe('false');
  });

  it('writes access logs only if asked to, where only it may write, and they are kept as long as other logs', () => {
    expect(attributesOf()['access_logs.s3.enabled']).toBe('true');
    expect(attributesOf(inside.Edge)).not.toHaveProperty(['access_logs.s3.bucket']);
    const { LifecycleConfiguration } = resource(Edge, 'AWS::S3::Bucket', 'AccessProxyAccessLogs').Properties;
    expect(LifecycleConfiguration.Rules).toEqual([{ ExpirationInDays: 30, Status: 'Enabled' }]);
    const { PolicyDocument } = resource(Edge, 'AWS::S3::BucketPolicy', 'AccessProxyAccessLogs').Properties;
    const [allowed, ...more] = PolicyDocument.Statement.filter(({ Effect }: Values) => Effect === 'Allow');
    expect(more).toEqual([]);
    expect(allowed).toMatchObject({
      Action: 's3:PutObject',
      Principal: { Service: 'logdelivery.elasticloadbalancing.amazonaws.com' },
    });
  });

  it('takes HTTPS from everywhere or from private networks, and is all that reaches the endpoint', () => {
    const { SecurityGroupIngress } = resource(Edge, 'AWS::EC2::SecurityGroup', 'AccessProxyPublicClients').Properties;
    expect(SecurityGroupIngress.map(({ CidrIp, FromPort }: Values) => [CidrIp, FromPort])).toEqual([
      ['0.0.0.0/0', 443],
    ]);
    const clients = resource(inside.Edge, 'AWS::EC2::SecurityGroup', 'AccessProxyInternalvpc0aClients').Properties;
    expect(clients.SecurityGroupIngress.map(({ CidrIp }: Values) => CidrIp)).not.toContain('0.0.0.0/0');
    const endpoint = resource(Edge, 'AWS::EC2::SecurityGroup', 'AccessProxyPublicEndpointGroup').Properties;
    expect(endpoint.SecurityGroupIngress).toBeUndefined();
    const [[, ingress] = [], ...others] = resources(Edge, 'AWS::EC2::SecurityGroupIngress');
    expect(others).toEqual([]);
    expect(JSON.stringify(ingress?.Properties.SourceSecurityGroupId)).toContain('AccessProxyPublicClients');
  });

  it('leads to each address of the endpoint, which is healthy although it refuses to name an API', () => {
    for (const [template, count] of [[Edge, 2] as const, [inside.Edge, subnetIds.length] as const]) {
      const { Targets, ...group } = resource(
        template,
        'AWS::ElasticLoadBalancingV2::TargetGroup',
        'AccessProxy',
      ).Properties;
      expect(group).toMatchObject({ TargetType: 'ip', Protocol: 'HTTPS', Matcher: { HttpCode: '200,403' } });
      const [addresses = ''] = resources(template, 'Custom::EndpointAddresses').map(([id]) => id);
      expect(Targets.map(({ Id }: Values) => Id)).toEqual(
        Array.from({ length: count }, (_, index) => ({
          'Fn::GetAtt': [addresses, `NetworkInterfaces.${index}.PrivateIpAddress`],
        })),
      );
    }
  });

  it('learns these addresses with a function that may describe interfaces, and nothing else', () => {
    const { Policies, ManagedPolicyArns } = resource(Edge, 'AWS::IAM::Role', 'AccessProxyAddressesRole').Properties;
    expect(ManagedPolicyArns).toBeUndefined();
    const actions = Policies[0].PolicyDocument.Statement.flatMap(({ Action }: Values) => Action);
    expect(actions.sort()).toEqual(['ec2:DescribeNetworkInterfaces', 'logs:CreateLogStream', 'logs:PutLogEvents']);
    expect(resources(Edge, 'AWS::IAM::Policy').filter(([id]) => id.includes('Addresses'))).toEqual([]);
  });

  it('stands in two availability zones of its own network without NAT, or in the given one', () => {
    expect(resources(Edge, 'AWS::EC2::Subnet')).toHaveLength(2);
    expect(resources(Edge, 'AWS::EC2::NatGateway')).toEqual([]);
    expect(resources(inside.Edge, 'AWS::EC2::VPC')).toEqual([]);
    const given = resource(inside.Edge, 'AWS::ElasticLoadBalancingV2::LoadBalancer', 'AccessProxy').Properties;
    expect(given).toMatchObject({ Scheme: 'internal', Subnets: subnetIds });
  });
});

describe('the Dashboard API', () => {
  it('is private, and denies whatever comes neither through the endpoint nor through CloudFront', () => {
    const { EndpointConfiguration, Policy } = resource(Edge, 'AWS::ApiGateway::RestApi', 'Dashboard').Properties;
    expect(EndpointConfiguration).toMatchObject({ Types: ['PRIVATE'], VpcEndpointIds: [{ Ref: endpointId() }] });
    const denials = Policy.Statement.filter(({ Effect }: Values) => Effect === 'Deny');
    expect(denials.map(({ Condition }: Values) => Condition)).toEqual([
      { StringNotEquals: { 'aws:Referer': expect.any(Array) } },
      { StringNotEquals: { 'aws:SourceVpce': { Ref: endpointId() } } },
    ]);
    const regional = resource(Edge, 'AWS::ApiGateway::RestApi', 'Consumer').Properties;
    expect(regional.EndpointConfiguration).toEqual({ Types: ['REGIONAL'] });
  });

  it('has the names of the dashboard, for the endpoint alone', () => {
    const names = resources(Edge, 'AWS::ApiGateway::DomainNameV2');
    expect(names.map(([, { Properties }]) => Properties.DomainName)).toEqual(['desk.example.org', 'alt.example.org']);
    for (const [, { Properties }] of names) {
      expect(Properties).toMatchObject({ CertificateArn: certificateArn, EndpointAccessMode: 'BASIC' });
      expect(Properties.Policy.Statement[1]).toMatchObject({
        Effect: 'Deny',
        Condition: { StringNotEquals: { 'aws:SourceVpce': { Ref: endpointId() } } },
      });
    }
    const associations = resources(Edge, 'AWS::ApiGateway::DomainNameAccessAssociation');
    expect(associations.map(([, { Properties }]) => Properties.AccessAssociationSource)).toEqual([
      { Ref: endpointId() },
      { Ref: endpointId() },
    ]);
    const mappings = resources(Dashboard, 'AWS::ApiGateway::BasePathMappingV2');
    expect(mappings).toHaveLength(2);
    expect(mappings.every(([, { Properties }]) => Properties.Stage.Ref.includes('live'))).toBe(true);
  });

  it('is behind the load balancer, which gets everything that CloudFront gets, with the host name', () => {
    const { DistributionConfig } = resource(Edge, 'AWS::CloudFront::Distribution', 'CloudFrontDashboard').Properties;
    const origin = DistributionConfig.Origins.find(({ DomainName }: Values) =>
      JSON.stringify(DomainName).includes('LoadBalancer'),
    );
    expect(origin).not.toHaveProperty('OriginPath');
    expect(origin.CustomOriginConfig).toMatchObject({ OriginProtocolPolicy: 'https-only' });
    const behind = DistributionConfig.CacheBehaviors.filter(
      ({ TargetOriginId }: Values) => TargetOriginId === origin.Id,
    );
    expect(behind.map(({ PathPattern }: Values) => PathPattern)).toEqual([
      '/api/*',
      '/me',
      '/health',
      '/debug-auth',
      '/openapi/*',
      '/docs*',
      '/oauth2/idpresponse',
    ]);
    for (const behavior of behind) {
      expect(behavior).toMatchObject({
        CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
        OriginRequestPolicyId: '216adef6-5c7f-47e4-b989-5492eafa07d3',
      });
    }
  });
});

it('takes the session cookies that did not begin at it from requests: a private API takes 8,000 bytes of headers', () => {
  const { FunctionCode } = resource(Edge, 'AWS::CloudFront::Function', 'CloudFrontBeforeLoadBalancer').Properties;
  for (const name of [sessionCookie, '__Host-registry_refresh'])
    expect(FunctionCode).toContain(`delete request.cookies['${name}'];`);
  expect(FunctionCode).toContain('setClient(request, event.viewer.ip);');
});

it('another network or scheme has other logical ids, so that whatever refers to it is deployed, too', () => {
  const [[id] = []] = resources(inside.Edge, 'AWS::ElasticLoadBalancingV2::LoadBalancer');
  expect([endpointId(inside.Edge), id]).toEqual([
    expect.stringMatching(/^AccessProxyInternalvpc0aEndpoint/),
    expect.stringMatching(/^AccessProxyInternalvpc0aLoadBalancer/),
  ]);
});
