import * as z from 'zod';
import { because, ignored, status, texts, unplayed } from './shape.ts';

const signIn = {
  Scope: z.string(),
  SessionTimeout: z.number(),
  OnUnauthenticatedRequest: z.enum(['authenticate', 'deny']),
};

const action = z.strictObject({
  Type: z.enum(['forward', 'fixed-response', 'authenticate-cognito', 'authenticate-oidc']),
  Order: z.number().optional(),
  TargetGroupArn: z.string().optional(),
  FixedResponseConfig: z.strictObject({ StatusCode: status() }).optional(),
  AuthenticateCognitoConfig: z
    .strictObject({
      ...signIn,
      UserPoolClientId: z.string(),
      UserPoolArn: ignored('there is one pool'),
      UserPoolDomain: ignored('there is one pool'),
    })
    .optional(),
  AuthenticateOidcConfig: z
    .strictObject({
      ...signIn,
      Issuer: z.string(),
      AuthorizationEndpoint: z.string(),
      TokenEndpoint: z.string(),
      UserInfoEndpoint: z.string(),
      ClientId: z.string(),
      ClientSecret: z.string(),
    })
    .optional(),
});

const values = () => z.strictObject({ Values: texts() }).optional();

/** https://docs.aws.amazon.com/elasticloadbalancing/latest/application/rule-condition-types.html */
const condition = z.strictObject({
  Field: z.enum(['path-pattern', 'http-request-method', 'source-ip']),
  PathPatternConfig: values(),
  HttpRequestMethodConfig: values(),
  SourceIpConfig: values(),
});

const alwaysThere = 'what is on one machine is always there';

/** The supported properties of load balancers and the network around them. */
export const loadBalancingProperties = {
  'AWS::ElasticLoadBalancingV2::LoadBalancer': z.strictObject({
    LoadBalancerAttributes: z
      .array(
        z.strictObject({
          // These attributes change nothing that a laptop's clients notice.
          Key: z.enum(['deletion_protection.enabled', 'routing.http.drop_invalid_header_fields.enabled']),
          Value: z.string(),
        }),
      )
      .optional(),
    Scheme: ignored(because.oneMachine),
    SecurityGroups: ignored(because.oneMachine),
    Subnets: ignored(because.oneMachine),
    Type: z.literal('application').optional(),
  }),
  'AWS::ElasticLoadBalancingV2::Listener': z.strictObject({
    LoadBalancerArn: z.string(),
    DefaultActions: z.array(action),
    // Authentication requires an HTTPS listener.
    Protocol: z.literal('HTTPS'),
    Certificates: ignored(because.noTls),
    Port: ignored(because.oneMachine),
    SslPolicy: ignored(because.noTls),
  }),
  'AWS::ElasticLoadBalancingV2::ListenerRule': z.strictObject({
    ListenerArn: z.string(),
    Priority: z.number(),
    Conditions: z.array(condition),
    Actions: z.array(action),
  }),
  'AWS::ElasticLoadBalancingV2::TargetGroup': z.strictObject({
    TargetType: z.literal('ip'),
    Targets: z.array(z.strictObject({ Id: z.string(), Port: ignored(because.oneMachine) })),
    HealthCheckPath: ignored(alwaysThere),
    HealthCheckProtocol: ignored(alwaysThere),
    Matcher: ignored(alwaysThere),
    Port: ignored(because.oneMachine),
    Protocol: ignored(because.noTls),
    VpcId: ignored(because.oneMachine),
  }),
  'AWS::EC2::VPCEndpoint': z.strictObject({
    SubnetIds: texts(),
    PrivateDnsEnabled: ignored(because.oneMachine),
    SecurityGroupIds: ignored(because.oneMachine),
    ServiceName: ignored('APIs are all that is behind endpoints'),
    VpcEndpointType: ignored(because.oneMachine),
    VpcId: ignored(because.oneMachine),
  }),
  /** Answered without CDK's own function. */
  'Custom::EndpointAddresses': z.strictObject({
    ServiceToken: z.string(),
    Create: z.string(),
    Update: ignored('it says the same as Create'),
    InstallLatestAwsSdk: ignored('nothing is called'),
  }),
  'AWS::EC2::InternetGateway': unplayed(because.oneMachine, 'Tags'),
  'AWS::EC2::Route': unplayed(because.oneMachine, 'DestinationCidrBlock', 'GatewayId', 'RouteTableId'),
  'AWS::EC2::RouteTable': unplayed(because.oneMachine, 'Tags', 'VpcId'),
  'AWS::EC2::SecurityGroup': unplayed(
    because.oneMachine,
    'GroupDescription',
    'SecurityGroupEgress',
    'SecurityGroupIngress',
    'VpcId',
  ),
  'AWS::EC2::SecurityGroupIngress': unplayed(
    because.oneMachine,
    'Description',
    'FromPort',
    'GroupId',
    'IpProtocol',
    'SourceSecurityGroupId',
    'ToPort',
  ),
  'AWS::EC2::Subnet': unplayed(
    because.oneMachine,
    'AvailabilityZone',
    'CidrBlock',
    'MapPublicIpOnLaunch',
    'Tags',
    'VpcId',
  ),
  'AWS::EC2::SubnetRouteTableAssociation': unplayed(because.oneMachine, 'RouteTableId', 'SubnetId'),
  'AWS::EC2::VPC': unplayed(
    because.oneMachine,
    'CidrBlock',
    'EnableDnsHostnames',
    'EnableDnsSupport',
    'InstanceTenancy',
    'Tags',
  ),
  'AWS::EC2::VPCGatewayAttachment': unplayed(because.oneMachine, 'InternetGatewayId', 'VpcId'),
};
