import * as z from 'zod';
import { because, ignored, texts } from './shape.ts';

const noPhone = 'the laptop sends no text messages';

const mail = () => ({ EmailSubject: z.string(), EmailMessage: z.string() });
const email = () => z.tuple([z.literal('email')]).optional();

/** The supported properties of the user pool and its clients. */
export const cognitoProperties = {
  'AWS::Cognito::UserPool': z.strictObject({
    UserPoolName: z.string().optional(),
    AdminCreateUserConfig: z.strictObject({
      AllowAdminCreateUserOnly: z.literal(true),
      InviteMessageTemplate: z.strictObject(mail()),
    }),
    LambdaConfig: z.strictObject({ CustomMessage: z.string().optional() }).optional(),
    Policies: z.strictObject({
      PasswordPolicy: z.strictObject({
        MinimumLength: z.number(),
        RequireLowercase: z.boolean(),
        RequireUppercase: z.boolean(),
        RequireNumbers: z.boolean(),
        RequireSymbols: z.boolean(),
        TemporaryPasswordValidityDays: z.number(),
      }),
    }),
    VerificationMessageTemplate: z.strictObject({
      ...mail(),
      DefaultEmailOption: z.literal('CONFIRM_WITH_CODE').optional(),
      SmsMessage: ignored(noPhone),
    }),
    // Laptop users have no second factor, so none is requested.
    MfaConfiguration: z.enum(['OFF', 'OPTIONAL']).optional(),
    EnabledMfas: ignored('users of a laptop have no second factor'),
    AccountRecoverySetting: z
      .strictObject({
        RecoveryMechanisms: z.tuple([z.strictObject({ Name: z.literal('verified_email'), Priority: z.literal(1) })]),
      })
      .optional(),
    AutoVerifiedAttributes: email(),
    UsernameAttributes: email(),
    UsernameConfiguration: z.strictObject({ CaseSensitive: z.literal(false) }).optional(),
    Schema: z
      .tuple([z.strictObject({ Name: z.literal('email'), Mutable: z.literal(true), Required: z.literal(true) })])
      .optional(),
    DeletionProtection: ignored('the pool of a laptop is a file'),
    EmailConfiguration: ignored('mails go into a file'),
    EmailVerificationMessage: ignored('VerificationMessageTemplate says the same'),
    EmailVerificationSubject: ignored('VerificationMessageTemplate says the same'),
    SmsVerificationMessage: ignored(noPhone),
    UserPoolTags: ignored(because.bill),
    UserPoolTier: ignored('the tier decides what a pool costs, and what its pages look like'),
  }),
  'AWS::Cognito::UserPoolClient': z.strictObject({
    ClientName: z.string().optional(),
    UserPoolId: z.string(),
    AllowedOAuthFlows: z.tuple([z.literal('code')]).optional(),
    AllowedOAuthFlowsUserPoolClient: z.literal(true).optional(),
    AllowedOAuthScopes: texts().optional(),
    CallbackURLs: texts().optional(),
    LogoutURLs: texts().optional(),
    GenerateSecret: z.boolean().optional(),
    IdTokenValidity: z.number(),
    RefreshTokenValidity: z.number(),
    TokenValidityUnits: z.strictObject({
      AccessToken: z.literal('minutes'),
      IdToken: z.literal('minutes'),
      RefreshToken: z.literal('minutes'),
    }),
    PreventUserExistenceErrors: z.literal('ENABLED').optional(),
    SupportedIdentityProviders: z.tuple([z.literal('COGNITO')]).optional(),
    AccessTokenValidity: ignored('nothing accepts access tokens'),
    EnableTokenRevocation: ignored('refresh tokens can always be revoked'),
    ExplicitAuthFlows: ignored('people sign in on the page of the pool only'),
  }),
  'AWS::Cognito::ManagedLoginBranding': z.strictObject({
    ClientId: z.string(),
    UserPoolId: z.string(),
    UseCognitoProvidedValues: ignored('the sign-in page of a laptop has its own style'),
  }),
  'AWS::Cognito::UserPoolDomain': z.strictObject({
    Domain: z.string(),
    UserPoolId: z.string(),
    ManagedLoginVersion: ignored('the sign-in page of a laptop has its own style'),
  }),
};
