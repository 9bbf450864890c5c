import { type Declared, describe, type Properties, type Stacks } from '../cloudformation/template.ts';

/** The user pool of the templates, as far as the laptop plays it. */
export interface PoolSettings {
  id: string;
  passwordPolicy: PasswordPolicy;
  invitation: { EmailSubject: string; EmailMessage: string };
  verification: { EmailSubject: string; EmailMessage: string };
  /** The ARN of the function that may write the mails itself. */
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
}

/**
 * What each property may be: 'any' is read or makes no difference here, a list is the only values that are played.
 * Whatever else a template says is an error.
 */
type Playable = Record<string, 'any' | readonly unknown[]>;

const playedPool: Playable = {
  AccountRecoverySetting: [{ RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] }],
  AdminCreateUserConfig: 'any',
  AutoVerifiedAttributes: [['email']],
  DeletionProtection: 'any',
  EmailVerificationMessage: 'any',
  EmailVerificationSubject: 'any',
  EnabledMfas: 'any',
  LambdaConfig: 'any',
  // Nobody has a second factor here, so nobody is asked for one.
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

const playedClient: Playable = {
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

/** The one user pool that the templates declare, and its one client. */
export function readPool(stacks: Stacks): PoolSettings {
  const pool = only<PoolProperties>('AWS::Cognito::UserPool', stacks, playedPool);
  const { AdminCreateUserConfig, LambdaConfig = {}, Policies, VerificationMessageTemplate } = pool.properties;
  const { CustomMessage, ...otherTriggers } = LambdaConfig;
  refuseOthers(Object.keys(otherTriggers), pool.declared);
  const client = only<ClientProperties>('AWS::Cognito::UserPoolClient', stacks, playedClient);
  const { AllowedOAuthScopes = [], CallbackURLs = [], LogoutURLs = [], IdTokenValidity } = client.properties;
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
    },
  };
}

function only<P extends Properties>(type: string, stacks: Stacks, playable: Playable) {
  const [found, ...more] = stacks.all<P>(type);
  if (!found || more.length > 0) throw new Error(`Expected one ${type}, found ${more.length + (found ? 1 : 0)}`);
  const { declared, properties } = found;
  const wrong = Object.entries(properties).filter(([name, value]) => {
    const played = playable[name];
    if (played === 'any') return false;
    return !played?.some((one) => JSON.stringify(one) === JSON.stringify(value));
  });
  refuseOthers(
    wrong.map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
    declared,
  );
  return found;
}

function referenceTo(declared: Declared, stacks: Stacks): string {
  return String(stacks.resolve({ Ref: declared.logicalId }, declared.stack, describe(declared)));
}

function refuseOthers(names: string[], declared: Declared): void {
  if (names.length > 0) throw new Error(`${describe(declared)}: the laptop does not play ${names.join(', ')}`);
}
