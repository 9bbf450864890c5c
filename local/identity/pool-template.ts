import { randomBytes } from 'node:crypto';
import { describe, type Properties, type Stacks, type TemplateResource } from '../cloudformation/template.ts';

/** The settings of the templates' user pool that the laptop implements. */
export interface PoolSettings {
  id: string;
  passwordPolicy: PasswordPolicy;
  invitation: { EmailSubject: string; EmailMessage: string };
  verification: { EmailSubject: string; EmailMessage: string };
  /** The ARN of the CustomMessage trigger, which may write the mails. */
  customMessage: string | undefined;
  /** The client of browsers. */
  client: PoolClient;
  /** The client of a load balancer, if there is one. */
  loadBalancerClient: PoolClient | undefined;
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
  /** Undefined for a public client. */
  secret: string | undefined;
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
  GenerateSecret: boolean;
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
  GenerateSecret: 'any',
  IdTokenValidity: 'any',
  LogoutURLs: 'any',
  PreventUserExistenceErrors: ['ENABLED'],
  RefreshTokenValidity: 'any',
  SupportedIdentityProviders: [['COGNITO']],
  TokenValidityUnits: [{ AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' }],
  UserPoolId: 'any',
};

/** Reads the templates' user pool and its clients: one without a secret, and one with a secret at most. */
export function readPool(stacks: Stacks): PoolSettings {
  const pool = only<PoolProperties>('AWS::Cognito::UserPool', stacks, supportedPool);
  const { AdminCreateUserConfig, LambdaConfig = {}, Policies, VerificationMessageTemplate } = pool.properties;
  const { CustomMessage, ...otherTriggers } = LambdaConfig;
  rejectUnsupported(Object.keys(otherTriggers), pool.declared);
  const clients = stacks.all<ClientProperties>('AWS::Cognito::UserPoolClient');
  for (const { declared, properties } of clients) rejectOthers(properties, declared, supportedClient);
  const read = clients.map(({ declared, properties }) => clientOf(referenceTo(declared, stacks), properties));
  const [client, ...morePublic] = read.filter(({ secret }) => secret === undefined);
  const [loadBalancerClient, ...more] = read.filter(({ secret }) => secret !== undefined);
  if (!client || morePublic.length > 0 || more.length > 0)
    throw new Error(`Expected one AWS::Cognito::UserPoolClient without a secret, and one with a secret at most`);
  return {
    id: referenceTo(pool.declared, stacks),
    passwordPolicy: Policies.PasswordPolicy,
    invitation: AdminCreateUserConfig.InviteMessageTemplate,
    verification: VerificationMessageTemplate,
    customMessage: CustomMessage,
    client,
    loadBalancerClient,
  };
}

function clientOf(id: string, properties: ClientProperties): PoolClient {
  const { AllowedOAuthScopes = [], CallbackURLs = [], LogoutURLs = [] } = properties;
  return {
    id,
    secret: properties.GenerateSecret ? randomBytes(32).toString('base64url') : undefined,
    callbackUrls: CallbackURLs,
    logoutUrls: LogoutURLs,
    scopes: AllowedOAuthScopes,
    idTokenMinutes: properties.IdTokenValidity,
    refreshTokenMinutes: properties.RefreshTokenValidity,
  };
}

function only<P extends Properties>(type: string, stacks: Stacks, supported: SupportedValues) {
  const [found, ...more] = stacks.all<P>(type);
  if (!found || more.length > 0) throw new Error(`Expected one ${type}, found ${more.length + (found ? 1 : 0)}`);
  rejectOthers(found.properties, found.declared, supported);
  return found;
}

function rejectOthers(properties: Properties, declared: TemplateResource, supported: SupportedValues): void {
  const wrong = Object.entries(properties).filter(([name, value]) => {
    const played = supported[name];
    if (played === 'any') return false;
    return !played?.some((one) => JSON.stringify(one) === JSON.stringify(value));
  });
  rejectUnsupported(
    wrong.map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
    declared,
  );
}

function referenceTo(declared: TemplateResource, stacks: Stacks): string {
  return String(stacks.resolve({ Ref: declared.logicalId }, declared.stack, describe(declared)));
}

function rejectUnsupported(names: string[], declared: TemplateResource): void {
  if (names.length > 0)
    throw new Error(`${describe(declared)}: not supported by the laptop cloud: ${names.join(', ')}`);
}
