import { Aws, Duration, Fn, SecretValue } from 'aws-cdk-lib';
import {
  CfnDomainNameAccessAssociation,
  CfnDomainNameV2,
  type CfnRestApi,
  EndpointAccessMode,
  EndpointType,
  SecurityPolicy,
} from 'aws-cdk-lib/aws-apigateway';
import {
  CfnVPCEndpoint,
  IpAddresses,
  type ISecurityGroup,
  type ISubnet,
  type IVpc,
  Peer,
  Port,
  SecurityGroup,
  Subnet,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import {
  ApplicationLoadBalancer,
  CfnListener,
  CfnListenerRule,
  CfnTargetGroup,
  SslPolicy,
} from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import { type Conditions, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { AwsCustomResource, PhysicalResourceId } from 'aws-cdk-lib/custom-resources';
import { Construct } from 'constructs';
import type { Config } from '../config.ts';
import { makeLogGroup, makeRole } from '../constructs/execution-roles.ts';
import { bucketRemovalOf } from '../constructs/removal.ts';
import { allow, type SignInProvider } from '../grants.ts';
import type { AlbSettings } from '../settings/sign-in.ts';
import { invokePolicy } from './invoke-policy.ts';

export interface AccessProxyProps {
  config: Config;
  settings: AlbSettings;
}

/** The redirect URI for the issuer; the load balancer answers this path itself. */
export const signedInPath = '/oauth2/idpresponse';

const httpsPort = 443;
/** Only the claims that the API reads, because each request carries all of the user's claims in its headers. */
const scope = 'openid email';
/** Private networks (RFC 1918). */
const privateNetworks = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'];

/**
 * Paths that need no sign-in: health, the API's description, and routes with a secret or cookies of their own. A
 * browser that navigates is sent to the issuer; a page's own request gets 401, because it could not follow.
 */
const openPaths = ['/health', '/openapi/*', '/api/cli/*', '/api/auth/*'];
const navigatedPaths = ['/api/auth/login', '/docs*'];

type Action = CfnListenerRule.ActionProperty;

/**
 * A load balancer that signs people in, and its private path to the Dashboard API: a VPC endpoint, and the dashboard's
 * host names as private domain names of the API (docs/decisions/0140-edge.md).
 */
export class AccessProxy extends Construct {
  readonly loadBalancer: ApplicationLoadBalancer;
  readonly domainNames: readonly CfnDomainNameV2[];
  readonly endpoint: CfnVPCEndpoint;
  private readonly props: AccessProxyProps;
  private readonly targets: CfnTargetGroup;
  /**
   * The scope of resources that AWS replaces together. Its name changes with them, so stacks that refer to them change
   * too.
   */
  private readonly place: Construct;

  constructor(scope: Construct, id: string, props: AccessProxyProps) {
    super(scope, id);
    this.props = props;
    const { vpc: given, internal } = props.settings;
    this.place = new Construct(this, `${internal ? 'Internal' : 'Public'}${given?.id ?? ''}`);
    const { vpc, subnets } = given ? this.givenNetwork(given) : this.makeNetwork();
    const securityGroup = new SecurityGroup(this.place, 'Clients', {
      vpc,
      description: 'Browsers, and the way to the issuer',
      allowAllOutbound: false,
    });
    for (const network of internal ? privateNetworks : ['0.0.0.0/0'])
      securityGroup.addIngressRule(Peer.ipv4(network), Port.tcp(httpsPort), 'Browsers or CloudFront');
    securityGroup.addEgressRule(Peer.anyIpv4(), Port.tcp(httpsPort), 'The issuer, and the API');
    this.loadBalancer = this.makeLoadBalancer(vpc, subnets, securityGroup);
    this.endpoint = this.makeEndpoint(vpc, subnets, securityGroup);
    this.targets = this.makeTargets(vpc, this.addressesOf(this.endpoint, subnets.length));
    this.domainNames = this.makeDomainNames();
  }

  /** The conditions under which the API denies a request: it does not come from the load balancer's network. */
  denial(): Conditions {
    return { StringNotEquals: { 'aws:SourceVpce': this.endpoint.ref } };
  }

  /** Makes the API reachable only through the endpoint. */
  privateEndpoint(): CfnRestApi.EndpointConfigurationProperty {
    return { types: [EndpointType.PRIVATE], ipAddressType: 'dualstack', vpcEndpointIds: [this.endpoint.ref] };
  }

  /** Adds the listener. It refers to the user pool, which may be created after the load balancer. */
  signInWith(provider: SignInProvider): void {
    const { settings, config } = this.props;
    const forward: Action = { type: 'forward', order: 2, targetGroupArn: this.targets.ref };
    const signedIn = (ifNot: 'authenticate' | 'deny') => [this.authenticate(provider, ifNot), forward];
    const listener = new CfnListener(this.place, 'Listener', {
      loadBalancerArn: this.loadBalancer.loadBalancerArn,
      port: httpsPort,
      protocol: 'HTTPS',
      certificates: [{ certificateArn: settings.certificateArn }],
      sslPolicy: SslPolicy.TLS13_12_RES_PQ,
      // The last rule matches every path.
      defaultActions: [{ type: 'fixed-response', fixedResponseConfig: { statusCode: '404' } }],
    });
    const rules: [id: string, conditions: CfnListenerRule.RuleConditionProperty[], actions: Action[]][] = [
      ['Navigation', [pathIs(navigatedPaths)], signedIn('authenticate')],
      ['Open', [pathIs(openPaths)], [forward]],
      // Browsers send no cookies with a preflight.
      ['Preflight', [{ field: 'http-request-method', httpRequestMethodConfig: { values: ['OPTIONS'] } }], [forward]],
      // Requests through CloudFront never come from a private network.
      ...(config.edge.enabled ? [] : [this.debugRule(forward)]),
      ['Others', [pathIs(['/*'])], signedIn('deny')],
    ];
    for (const [index, [id, conditions, actions]] of rules.entries()) {
      const priority = 10 * (index + 1);
      new CfnListenerRule(this.place, `${id}Rule`, { listenerArn: listener.ref, priority, conditions, actions });
    }
  }

  private debugRule(forward: Action): [string, CfnListenerRule.RuleConditionProperty[], Action[]] {
    const fromInside = { field: 'source-ip', sourceIpConfig: { values: privateNetworks } };
    return ['Debug', [pathIs(['/debug-auth']), fromInside], [forward]];
  }

  private authenticate({ issuer, audience, pool, loadBalancerClient }: SignInProvider, ifNot: string): Action {
    const { settings, config } = this.props;
    const common = { scope, sessionTimeout: settings.sessionHours * 3600, onUnauthenticatedRequest: ifNot };
    if (pool && loadBalancerClient)
      return {
        type: 'authenticate-cognito',
        order: 1,
        authenticateCognitoConfig: {
          ...common,
          userPoolArn: pool.arn,
          userPoolClientId: loadBalancerClient.id,
          userPoolDomain: loadBalancerClient.domain,
        },
      };
    const { authorizationEndpoint, tokenEndpoint, userInfoEndpoint } = settings;
    const { clientSecretArn } = config.signIn;
    if (!authorizationEndpoint || !tokenEndpoint || !userInfoEndpoint || !clientSecretArn)
      throw new Error('signIn.alb has not been checked: it lacks what an issuer needs');
    return {
      type: 'authenticate-oidc',
      order: 1,
      authenticateOidcConfig: {
        ...common,
        issuer,
        authorizationEndpoint,
        tokenEndpoint,
        userInfoEndpoint,
        clientId: audience,
        clientSecret: SecretValue.secretsManager(clientSecretArn).unsafeUnwrap(),
      },
    };
  }

  private makeNetwork(): { vpc: IVpc; subnets: ISubnet[] } {
    const vpc = new Vpc(this.place, 'Network', {
      ipAddresses: IpAddresses.cidr('10.0.0.0/24'),
      availabilityZones: [0, 1].map((index) => Fn.select(index, Fn.getAzs())),
      natGateways: 0,
      subnetConfiguration: [
        { name: 'Public', subnetType: SubnetType.PUBLIC, cidrMask: 26, mapPublicIpOnLaunch: false },
      ],
      // That would take a function, and nothing uses the default group.
      restrictDefaultSecurityGroup: false,
    });
    return { vpc: vpc as IVpc, subnets: vpc.publicSubnets };
  }

  private givenNetwork({ id: vpcId, subnetIds }: NonNullable<AlbSettings['vpc']>): { vpc: IVpc; subnets: ISubnet[] } {
    const availabilityZones = subnetIds.map((_, index) => Fn.select(index, Fn.getAzs()));
    const vpc = Vpc.fromVpcAttributes(this.place, 'Network', { vpcId, availabilityZones });
    const subnets = subnetIds.map((subnetId) => Subnet.fromSubnetId(this.place, subnetId, subnetId));
    return { vpc, subnets };
  }

  private makeLoadBalancer(vpc: IVpc, subnets: ISubnet[], securityGroup: ISecurityGroup): ApplicationLoadBalancer {
    const { config, settings } = this.props;
    const loadBalancer = new ApplicationLoadBalancer(this.place, 'LoadBalancer', {
      vpc,
      vpcSubnets: { subnets },
      internetFacing: !settings.internal,
      securityGroup,
      deletionProtection: config.retainData,
      dropInvalidHeaderFields: true,
    });
    if (settings.accessLogs) {
      const logs = this.makeLogBucket();
      loadBalancer.setAttribute('access_logs.s3.enabled', 'true');
      loadBalancer.setAttribute('access_logs.s3.bucket', logs.bucketName);
      // AWS checks write access before it enables the logs.
      if (logs.policy) loadBalancer.node.addDependency(logs.policy);
    }
    return loadBalancer;
  }

  /** https://docs.aws.amazon.com/elasticloadbalancing/latest/application/enable-access-logging.html */
  private makeLogBucket(): Bucket {
    const bucket = new Bucket(this, 'AccessLogs', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      lifecycleRules: [{ expiration: Duration.days(this.props.config.logRetentionDays) }],
      ...bucketRemovalOf(this.props.config),
    });
    bucket.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('logdelivery.elasticloadbalancing.amazonaws.com')],
        actions: ['s3:PutObject'],
        resources: [bucket.arnForObjects(`AWSLogs/${Aws.ACCOUNT_ID}/*`)],
      }),
    );
    return bucket;
  }

  /** Only reachable by the load balancer. It has no private DNS, so other APIs keep their addresses in the network. */
  private makeEndpoint(vpc: IVpc, subnets: ISubnet[], clients: ISecurityGroup): CfnVPCEndpoint {
    const securityGroup = new SecurityGroup(this.place, 'EndpointGroup', {
      vpc,
      description: 'The load balancer',
      allowAllOutbound: false,
    });
    securityGroup.addIngressRule(clients, Port.tcp(httpsPort), 'The load balancer');
    return new CfnVPCEndpoint(this.place, 'Endpoint', {
      vpcEndpointType: 'Interface',
      serviceName: `com.amazonaws.${Aws.REGION}.execute-api`,
      vpcId: vpc.vpcId,
      subnetIds: subnets.map(({ subnetId }) => subnetId),
      securityGroupIds: [securityGroup.securityGroupId],
      privateDnsEnabled: false,
    });
  }

  /** The addresses of the endpoint, one per subnet: CloudFormation only has the ids of its interfaces. */
  private addressesOf(endpoint: CfnVPCEndpoint, count: number): string[] {
    const field = (index: number) => `NetworkInterfaces.${index}.PrivateIpAddress`;
    const indexes = Array.from({ length: count }, (_, index) => index);
    const logGroup = makeLogGroup(this, 'AddressesLogs', this.props.config);
    // IAM cannot restrict DescribeNetworkInterfaces to some of them.
    const role = makeRole(this, 'AddressesRole', logGroup, [allow(['ec2:DescribeNetworkInterfaces'], ['*'])]);
    const found = new AwsCustomResource(this.place, 'Addresses', {
      resourceType: 'Custom::EndpointAddresses',
      // Repeated whenever the interfaces change.
      onUpdate: {
        service: 'EC2',
        action: 'describeNetworkInterfaces',
        parameters: { NetworkInterfaceIds: indexes.map((index) => Fn.select(index, endpoint.attrNetworkInterfaceIds)) },
        outputPaths: indexes.map(field),
        physicalResourceId: PhysicalResourceId.of(endpoint.ref),
      },
      role: role.withoutPolicyUpdates(),
      logGroup,
      memorySize: 256,
      installLatestAwsSdk: false,
    });
    return indexes.map((index) => found.getResponseField(field(index)));
  }

  private makeTargets({ vpcId }: IVpc, addresses: string[]): CfnTargetGroup {
    return new CfnTargetGroup(this.place, 'Targets', {
      vpcId,
      targetType: 'ip',
      protocol: 'HTTPS',
      port: httpsPort,
      targets: addresses.map((id) => ({ id, port: httpsPort })),
      // The endpoint refuses requests without an API name, which shows that it works.
      healthCheckProtocol: 'HTTPS',
      healthCheckPath: '/',
      matcher: { httpCode: '200,403' },
    });
  }

  /** The load balancer forwards the browser's host name, by which the endpoint finds the API. */
  private makeDomainNames(): CfnDomainNameV2[] {
    const { config, settings } = this.props;
    const urls = [config.dashboardUrl, config.dashboardAltUrl].filter((url) => url !== undefined);
    return urls.map((url, index) => {
      const domainName = new CfnDomainNameV2(this, `DomainName${index}`, {
        domainName: new URL(url).hostname,
        certificateArn: settings.certificateArn,
        endpointConfiguration: { types: [EndpointType.PRIVATE] },
        securityPolicy: SecurityPolicy.TLS13_1_2_PFS_PQ_2025_09,
        // The load balancer sends no host name in its TLS connection.
        endpointAccessMode: EndpointAccessMode.BASIC,
        policy: invokePolicy([this.denial()]),
      });
      new CfnDomainNameAccessAssociation(this.place, `Access${index}`, {
        domainNameArn: domainName.attrDomainNameArn,
        accessAssociationSource: this.endpoint.ref,
        accessAssociationSourceType: 'VPCE',
      });
      return domainName;
    });
  }
}

const pathIs = (values: string[]): CfnListenerRule.RuleConditionProperty => ({
  field: 'path-pattern',
  pathPatternConfig: { values },
});
