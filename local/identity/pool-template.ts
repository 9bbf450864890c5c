import { describe, type Properties, type Stacks, type TemplateResource } from '../cloudformation/template.ts';

/** The settings of the templates' user pool that the laptop implements. */
export interface PoolSettings {
  id: string;
  passwordPolicy: PasswordPolicy;
  invitation: { EmailSubject: string; EmailMessage: string };
  verification: { EmailSubject: string; EmailMessage: string };
  /** The ARN of the CustomMessage trigger, which may write the mails. */
  customMessage: string | undefined;
  client: PoolClient;
}

export interface PasswordPolicy {
  MinimumLength: number;
  RequireLowercase: boolean;
  RequireUppercase: boolean;
  RequireNumbers: boolean;
  RequireSymbols: boolean;
  TemporaryPasswordValidityDays: number;
}

export interface PoolClient {
  id: string;
  callbackUrls: string[];
  logoutUrls: string[];
  scopes: string[];
  idTokenMinutes: number;
  refreshTokenMinutes: number;
}

interface PoolProperties extends Properties {
  AdminCreateUserConfig: { InviteMessageTemplate: PoolSettings['invitation'] };
  LambdaConfig?: { CustomMessage?: string };
  Policies: { PasswordPolicy: PasswordPolicy };
  VerificationMessageTemplate: PoolSettings['verification'];
}

interface ClientProperties extends Properties {
  AllowedOAuthScopes?: string[];
  CallbackURLs?: string[];
  LogoutURLs?: string[];
  IdTokenValidity: number;
  RefreshTokenValidity: number;
}

/**
 * The supported values of each property: a list, or 'any' where every value works. Other properties and values are an
 * error.
 */
type SupportedValues = Record<string, 'any' | readonly unknown[]>;

const supportedPool: SupportedValues = {
  AccountRecoverySetting: [{ RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] }],
  AdminCreateUserConfig: 'any',
  AutoVerifiedAttributes: [['email']],
  DeletionProtection: 'any',
  // Mails go into a file.
  EmailConfiguration: 'any',
  EmailVerificationMessage: 'any',
  EmailVerificationSubject: 'any',
  EnabledMfas: 'any',
  LambdaConfig: 'any',
  // Local users have no second factor, so none is asked for.
  MfaConfiguration: ['OFF', 'OPTIONAL'],
  Policies: 'any',
  Schema: [[{ Mutable: true, Name: 'email', Required: true }]],
  SmsVerificationMessage: 'any',
  UserPoolTags: 'any',
  UserPoolTier: 'any',
  UsernameAttributes: [['email']],
  UsernameConfiguration: [{ CaseSensitive: false }],
  VerificationMessageTemplate: 'any',
};

const supportedClient: SupportedValues = {
  AccessTokenValidity: 'any',
  AllowedOAuthFlows: [['code']],
  AllowedOAuthFlowsUserPoolClient: [true],
  AllowedOAuthScopes: 'any',
  CallbackURLs: 'any',
  EnableTokenRevocation: 'any',
  ExplicitAuthFlows: 'any',
  GenerateSecret: [false],
  IdTokenValidity: 'any',
  LogoutURLs: 'any',
  PreventUserExistenceErrors: ['ENABLED'],
  RefreshTokenValidity: 'any',
  SupportedIdentityProviders: [['COGNITO']],
  TokenValidityUnits: [{ AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' }],
  UserPoolId: 'any',
};

/** Reads the templates' user pool and its client; there must be exactly one of each. */
export function readPool(stacks: Stacks): PoolSettings {
  const pool = only<PoolProperties>('AWS::Cognito::UserPool', stacks, supportedPool);
  const { AdminCreateUserConfig, LambdaConfig = {}, Policies, VerificationMessageTemplate } = pool.properties;
  const { CustomMessage, ...otherTriggers } = LambdaConfig;
  rejectUnsupported(Object.keys(otherTriggers), pool.declared);
  const client = only<ClientProperties>('AWS::Cognito::UserPoolClient', stacks, supportedClient);
  const {
    AllowedOAuthScopes = [],
    CallbackURLs = [],
    LogoutURLs = [],
    IdTokenValidity,
    RefreshTokenValidity,
  } = client.properties;
  return {
    id: referenceTo(pool.declared, stacks),
    passwordPolicy: Policies.PasswordPolicy,
    invitation: AdminCreateUserConfig.InviteMessageTemplate,
    verification: VerificationMessageTemplate,
    customMessage: CustomMessage,
    client: {
      id: referenceTo(client.declared, stacks),
      callbackUrls: CallbackURLs,
      logoutUrls: LogoutURLs,
      scopes: AllowedOAuthScopes,
      idTokenMinutes: IdTokenValidity,
      refreshTokenMinutes: RefreshTokenValidity,
    },
  };
}

function only<P extends Properties>(type: string, stacks: Stacks, supported: SupportedValues) {
  const [found, ...more] = stacks.all<P>(type);
  if (!found || more.length > 0) throw new Error(`Expected one ${type}, found ${more.length + (found ? 1 : 0)}`);
  const { declared, properties } = found;
  const wrong = Object.entries(properties).filter(([name, value]) => {
    const played = supported[name];
    if (played === 'any') return false;
    return !played?.some((one) => JSON.stringify(one) === JSON.stringify(value));
  });
  rejectUnsupported(
    wrong.map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
    declared,
  );
  return found;
}

function referenceTo(declared: TemplateResource, stacks: Stacks): string {
  return String(stacks.resolve({ Ref: declared.logicalId }, declared.stack, describe(declared)));
}

function rejectUnsupported(names: string[], declared: TemplateResource): void {
  if (names.length > 0)
    throw new Error(`${describe(declared)}: not supported by the laptop cloud: ${names.join(', ')}`);
}
