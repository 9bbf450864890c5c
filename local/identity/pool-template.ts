import { randomBytes } from 'node:crypto';
import type { PropertiesOf } from '../cloudformation/properties/supported.ts';
import { describe, type Stacks, type TemplateResource } from '../cloudformation/template.ts';

/** The supported settings of the user pool. */
export interface PoolSettings {
  id: string;
  passwordPolicy: PasswordPolicy;
  invitation: { EmailSubject: string; EmailMessage: string };
  verification: { EmailSubject: string; EmailMessage: string };
  /** The ARN of the CustomMessage trigger, which may compose the mails. */
  customMessage: string | undefined;
  client: PoolClient;
  /** The client of a load balancer, if any. */
  loadBalancerClient: PoolClient | undefined;
}

export type PasswordPolicy = PropertiesOf<'AWS::Cognito::UserPool'>['Policies']['PasswordPolicy'];

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

/** Reads the templates' user pool and its clients: one without a secret, and at most one with a secret. */
export function readPool(stacks: Stacks): PoolSettings {
  const pools = stacks.all('AWS::Cognito::UserPool');
  const [pool] = pools;
  if (!pool || pools.length > 1) throw new Error(`Expected one AWS::Cognito::UserPool, found ${pools.length}`);
  const { AdminCreateUserConfig, LambdaConfig, Policies, VerificationMessageTemplate } = pool.properties;
  const read = stacks
    .all('AWS::Cognito::UserPoolClient')
    .map(({ declared, properties }) => clientOf(referenceTo(declared, stacks), properties));
  const [client, ...morePublic] = read.filter(({ secret }) => secret === undefined);
  const [loadBalancerClient, ...more] = read.filter(({ secret }) => secret !== undefined);
  if (!client || morePublic.length > 0 || more.length > 0)
    throw new Error(`Expected one AWS::Cognito::UserPoolClient without a secret, and one with a secret at most`);
  return {
    id: referenceTo(pool.declared, stacks),
    passwordPolicy: Policies.PasswordPolicy,
    invitation: AdminCreateUserConfig.InviteMessageTemplate,
    verification: VerificationMessageTemplate,
    customMessage: LambdaConfig?.CustomMessage,
    client,
    loadBalancerClient,
  };
}

function clientOf(id: string, properties: PropertiesOf<'AWS::Cognito::UserPoolClient'>): PoolClient {
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

function referenceTo(declared: TemplateResource, stacks: Stacks): string {
  return String(stacks.resolve({ Ref: declared.logicalId }, declared.stack, describe(declared)));
}
