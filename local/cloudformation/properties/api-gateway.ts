import * as z from 'zod';
import { policyDocument } from './iam.ts';
import { because, ignored, status, textByName } from './shape.ts';

const integration = z.strictObject({
  Type: z.enum(['AWS_PROXY', 'MOCK']),
  Uri: z.string().optional(),
  Credentials: z.string().optional(),
  IntegrationHttpMethod: z.literal('POST').optional(),
  TimeoutInMillis: z.number().optional(),
  /** A mock rejects other media types. */
  PassthroughBehavior: z.literal('NEVER').optional(),
  ContentHandling: z.literal('CONVERT_TO_TEXT').optional(),
  RequestTemplates: textByName().optional(),
  IntegrationResponses: z
    .array(
      z.strictObject({
        StatusCode: status(),
        SelectionPattern: z.string().optional(),
        ResponseParameters: textByName().optional(),
        ResponseTemplates: textByName().optional(),
      }),
    )
    .optional(),
});

const throttle = z.strictObject({ RateLimit: z.number().optional(), BurstLimit: z.number().optional() });
const noStageThrottle = "the stage's own throttle is not played";
const noAccessLog = 'the laptop has no access logs';

/** The supported properties of REST APIs, their keys and their domain names. */
export const apiGatewayProperties = {
  'AWS::ApiGateway::RestApi': z.strictObject({
    Name: z.string().optional(),
    ApiKeySourceType: z.enum(['HEADER', 'AUTHORIZER']).optional(),
    MinimumCompressionSize: z.number().optional(),
    BinaryMediaTypes: z.tuple([z.literal('*/*')]).optional(),
    Policy: policyDocument().optional(),
    EndpointAccessMode: ignored(because.noTls),
    EndpointConfiguration: z
      .strictObject({
        Types: z.array(z.enum(['REGIONAL', 'PRIVATE'])),
        IpAddressType: ignored(because.oneMachine),
        VpcEndpointIds: ignored('they only add names to those of the API'),
      })
      .optional(),
    SecurityPolicy: ignored(because.noTls),
  }),
  'AWS::ApiGateway::Resource': z.strictObject({ ParentId: z.string(), PathPart: z.string(), RestApiId: z.string() }),
  'AWS::ApiGateway::Method': z.strictObject({
    HttpMethod: z.string(),
    ResourceId: z.string(),
    RestApiId: z.string(),
    AuthorizationType: z.enum(['NONE', 'CUSTOM']).optional(),
    AuthorizerId: z.string().optional(),
    ApiKeyRequired: z.boolean().optional(),
    OperationName: z.string().optional(),
    Integration: integration,
    MethodResponses: ignored('a deployment fails unless they match the responses of the integration'),
  }),
  'AWS::ApiGateway::Stage': z.strictObject({
    RestApiId: z.string(),
    StageName: z.string().optional(),
    DeploymentId: ignored('the methods of the template are always deployed'),
    AccessLogSetting: ignored(noAccessLog),
    MethodSettings: z
      .array(
        z.strictObject({
          HttpMethod: z.string(),
          ResourcePath: z.string(),
          DataTraceEnabled: ignored(noAccessLog),
          LoggingLevel: ignored(noAccessLog),
          ThrottlingBurstLimit: ignored(noStageThrottle),
          ThrottlingRateLimit: ignored(noStageThrottle),
        }),
      )
      .optional(),
  }),
  'AWS::ApiGateway::Deployment': z.strictObject({
    RestApiId: z.string(),
    Description: ignored(because.forPeople),
  }),
  'AWS::ApiGateway::Authorizer': z.strictObject({
    RestApiId: z.string(),
    Type: z.literal('REQUEST'),
    AuthorizerUri: z.string(),
    AuthorizerCredentials: z.string().optional(),
    IdentitySource: z.string().optional(),
    AuthorizerResultTtlInSeconds: z.number().optional(),
    Name: ignored(because.forPeople),
  }),
  'AWS::ApiGateway::GatewayResponse': z.strictObject({
    RestApiId: z.string(),
    ResponseType: z.string(),
    StatusCode: status().optional(),
    ResponseParameters: textByName().optional(),
    ResponseTemplates: textByName().optional(),
  }),
  'AWS::ApiGateway::UsagePlan': z.strictObject({
    UsagePlanName: z.string().optional(),
    Throttle: throttle.optional(),
    ApiStages: z
      .array(z.strictObject({ ApiId: z.string(), Stage: z.string(), Throttle: z.strictObject({}).optional() }))
      .optional(),
  }),
  'AWS::ApiGateway::ApiKey': z.strictObject({
    Name: z.string().optional(),
    Enabled: z.boolean().optional(),
    Value: z.string(),
    Description: ignored(because.forPeople),
    StageKeys: ignored('a usage plan says at which stages a key counts'),
  }),
  'AWS::ApiGateway::UsagePlanKey': z.strictObject({
    KeyId: z.string(),
    KeyType: z.literal('API_KEY').optional(),
    UsagePlanId: z.string(),
  }),
  'AWS::ApiGateway::DomainNameV2': z.strictObject({
    DomainName: z.string(),
    EndpointConfiguration: z.strictObject({ Types: z.tuple([z.literal('PRIVATE')]) }),
    Policy: policyDocument().optional(),
    CertificateArn: ignored(because.noTls),
    EndpointAccessMode: ignored(because.noTls),
    SecurityPolicy: ignored(because.noTls),
    Tags: ignored(because.bill),
  }),
  'AWS::ApiGateway::BasePathMappingV2': z.strictObject({
    DomainNameArn: z.string(),
    RestApiId: z.string(),
    Stage: z.string(),
  }),
  'AWS::ApiGateway::DomainNameAccessAssociation': z.strictObject({
    DomainNameArn: z.string(),
    AccessAssociationSource: z.string(),
    AccessAssociationSourceType: z.literal('VPCE').optional(),
    Tags: ignored(because.bill),
  }),
  'AWS::ApiGateway::Account': z.strictObject({ CloudWatchRoleArn: ignored(noAccessLog) }),
};
