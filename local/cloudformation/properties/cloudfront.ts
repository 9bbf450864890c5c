import * as z from 'zod';
import { because, ignored, texts, unplayed } from './shape.ts';

const listed = 'each distribution of a laptop has one address of its own, and no log';

const behavior = {
  TargetOriginId: z.string(),
  AllowedMethods: texts().optional(),
  CachePolicyId: z.string(),
  OriginRequestPolicyId: z.string().optional(),
  ResponseHeadersPolicyId: z.string().optional(),
  FunctionAssociations: z
    .array(z.strictObject({ EventType: z.literal('viewer-request'), FunctionARN: z.string() }))
    .max(1)
    .optional(),
  Compress: z.boolean().optional(),
  ViewerProtocolPolicy: ignored(because.noTls),
};

const origin = z.strictObject({
  Id: z.string(),
  DomainName: z.string(),
  OriginPath: z.string().optional(),
  OriginCustomHeaders: z.array(z.strictObject({ HeaderName: z.string(), HeaderValue: z.string() })).optional(),
  S3OriginConfig: z.strictObject({ OriginAccessIdentity: ignored(because.permission) }).optional(),
  CustomOriginConfig: z
    .strictObject({ OriginProtocolPolicy: ignored(because.noTls), OriginSSLProtocols: ignored(because.noTls) })
    .optional(),
  OriginAccessControlId: ignored(because.permission),
});

const override = { Override: z.boolean().optional() };

/** The supported properties of the edge. */
export const cloudFrontProperties = {
  'AWS::CloudFront::Distribution': z.strictObject({
    DistributionConfig: z.strictObject({
      Comment: z.string(),
      // Disabled distributions do not answer.
      Enabled: z.literal(true),
      Origins: z.array(origin),
      CacheBehaviors: z.array(z.strictObject({ ...behavior, PathPattern: z.string() })).optional(),
      DefaultCacheBehavior: z.strictObject(behavior),
      // The laptop's edge does not cache errors.
      CustomErrorResponses: z
        .array(z.strictObject({ ErrorCode: z.number(), ErrorCachingMinTTL: z.literal(0) }))
        .optional(),
      Aliases: ignored(listed),
      HttpVersion: ignored('the laptop has HTTP/1.1'),
      IPV6Enabled: ignored(listed),
      Logging: ignored(listed),
      ViewerCertificate: ignored(because.noTls),
    }),
    Tags: ignored(because.bill),
  }),
  'AWS::CloudFront::CachePolicy': z.strictObject({
    CachePolicyConfig: z.strictObject({
      MinTTL: z.number(),
      DefaultTTL: z.number(),
      MaxTTL: z.number(),
      ParametersInCacheKeyAndForwardedToOrigin: z.strictObject({
        CookiesConfig: z.strictObject({ CookieBehavior: z.literal('none') }),
        HeadersConfig: z.strictObject({ HeaderBehavior: z.enum(['none', 'whitelist']), Headers: texts().optional() }),
        QueryStringsConfig: z.strictObject({ QueryStringBehavior: z.enum(['none', 'all']) }),
        EnableAcceptEncodingGzip: z.boolean(),
        EnableAcceptEncodingBrotli: z.boolean().optional(),
      }),
      Name: ignored(because.forPeople),
      Comment: ignored(because.forPeople),
    }),
  }),
  'AWS::CloudFront::Function': z.strictObject({
    FunctionCode: z.string(),
    FunctionConfig: z.strictObject({
      Runtime: z.literal('cloudfront-js-2.0'),
      Comment: ignored(because.forPeople),
    }),
    AutoPublish: z.literal(true).optional(),
    Name: ignored(because.forPeople),
  }),
  'AWS::CloudFront::ResponseHeadersPolicy': z.strictObject({
    ResponseHeadersPolicyConfig: z.strictObject({
      CustomHeadersConfig: z
        .strictObject({ Items: z.array(z.strictObject({ ...override, Header: z.string(), Value: z.string() })) })
        .optional(),
      SecurityHeadersConfig: z
        .strictObject({
          ContentSecurityPolicy: z.strictObject({ ...override, ContentSecurityPolicy: z.string() }).optional(),
          ContentTypeOptions: z.strictObject(override).optional(),
          FrameOptions: z.strictObject({ ...override, FrameOption: z.string() }).optional(),
          ReferrerPolicy: z.strictObject({ ...override, ReferrerPolicy: z.string() }).optional(),
          StrictTransportSecurity: z.strictObject({ ...override, AccessControlMaxAgeSec: z.number() }).optional(),
        })
        .optional(),
      Name: ignored(because.forPeople),
      Comment: ignored(because.forPeople),
    }),
  }),
  'AWS::CloudFront::OriginAccessControl': unplayed(because.permission, 'OriginAccessControlConfig'),
};
