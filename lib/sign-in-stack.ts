import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import {
  AccountRecovery,
  CfnManagedLoginBranding,
  type CfnUserPool,
  FeaturePlan,
  ManagedLoginVersion,
  Mfa,
  OAuthScope,
  type OAuthSettings,
  UserPool,
  type UserPoolClient,
  type UserPoolClientOptions,
  type UserPoolDomain,
  UserPoolOperation,
  VerificationEmailStyle,
} from 'aws-cdk-lib/aws-cognito';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { PoolTrigger } from '#src/identity/accounts/pool-trigger.ts';
import { passwordRules, temporaryPasswordDays } from '#src/identity/domain/password.ts';
import { callbackPath } from '#src/identity/sessions/attempt.ts';
import type { Addresses } from './addresses.ts';
import type { CodeProvider } from './bundles.ts';
import type { Config } from './config.ts';
import { ServiceAlarm } from './constructs/alarm.ts';
import { constructId } from './constructs/construct-id.ts';
import { ServiceFunction } from './constructs/service-function.ts';
import { signedInPath } from './edge/access-proxy.ts';
import type { SignInProvider } from './grants.ts';
import type { DeclarationFile } from './load-declarations.ts';
import type { AlbSettings } from './settings/sign-in.ts';

export interface SignInStackProps extends StackProps {
  config: Config;
  addresses: Addresses;
  triggers: readonly DeclarationFile<PoolTrigger>[];
  code: CodeProvider;
  alarmTopic: ITopic;
}

/** The settings of all clients. */
const clientProps = {
  // The second one needs permissions of this deployment: new users set their first password with the link of a mail.
  authFlows: { userSrp: true, adminUserPassword: true },
  preventUserExistenceErrors: true,
  enableTokenRevocation: true,
  idTokenValidity: Duration.hours(1),
  accessTokenValidity: Duration.hours(1),
} satisfies UserPoolClientOptions;

const codeFlow = {
  flows: { authorizationCodeGrant: true },
  scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
} satisfies OAuthSettings;

/** The user pool of the dashboard, its browser client and its sign-in pages. */
export class SignInStack extends Stack {
  readonly signIn: SignInProvider;
  /** The sign-in pages; undefined if the dashboard has no address. */
  readonly pages: UserPoolDomain | undefined;
  /** The client of the load balancer, if any. */
  readonly loadBalancerClient: UserPoolClient | undefined;

  constructor(scope: Construct, id: string, props: SignInStackProps) {
    super(scope, id, props);
    const { config, addresses } = props;
    const pool = this.makePool(config);
    const client = this.makeClient(pool, addresses);
    if (addresses.dashboardUrls.length > 0) {
      this.pages = this.addPages(pool, config);
      this.addStyle('Style', pool, client);
      if (config.signIn.alb) this.loadBalancerClient = this.makeLoadBalancerClient(pool, addresses, config.signIn.alb);
    }
    this.sendWith(pool, config);
    for (const trigger of props.triggers) this.addTrigger(pool, trigger, props);
    const issuer = pool.userPoolProviderUrl;
    this.signIn = {
      issuer,
      audience: client.userPoolClientId,
      jwksUrl: jwksUrlOf(issuer),
      pool: { id: pool.userPoolId, arn: pool.userPoolArn },
      ...(this.pages &&
        this.loadBalancerClient && {
          loadBalancerClient: { id: this.loadBalancerClient.userPoolClientId, domain: this.pages.domainName },
        }),
    };
    new CfnOutput(this, 'UserPoolId', { value: pool.userPoolId });
    new CfnOutput(this, 'ClientId', { value: client.userPoolClientId });
    new CfnOutput(this, 'Issuer', { value: issuer });
  }

  private makePool({ retainData, signIn: { mfa = 'optional' } }: Config): UserPool {
    return new UserPool(this, 'Users', {
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      standardAttributes: { email: { required: true, mutable: true } },
      selfSignUpEnabled: false,
      userVerification: {
        emailStyle: VerificationEmailStyle.CODE,
        emailSubject: 'Your code for the publication registry',
        emailBody: 'Your code for the publication registry is {####}.',
      },
      userInvitation: {
        emailSubject: 'Your account in the publication registry',
        emailBody:
          'You can sign in to the publication registry as {username} with the password {####} until you set your own.',
      },
      passwordPolicy: { ...passwordRules, tempPasswordValidity: Duration.days(temporaryPasswordDays) },
      mfa: { off: Mfa.OFF, optional: Mfa.OPTIONAL, required: Mfa.REQUIRED }[mfa],
      mfaSecondFactor: { otp: true, sms: false },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      // The largest plan with 10,000 free monthly users. Threat protection needs the next one.
      featurePlan: FeaturePlan.ESSENTIALS,
      deletionProtection: retainData,
      // Also after a failed creation: CloudFormation cannot delete protected resources, and the rollback would fail.
      removalPolicy: retainData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
  }

  /** CDK's UserPoolEmail only accepts identities of this account. */
  private sendWith(pool: UserPool, { signIn: { mail } }: Config): void {
    if (!mail) return;
    const resource = pool.node.defaultChild as CfnUserPool;
    resource.emailConfiguration = {
      emailSendingAccount: 'DEVELOPER',
      from: mail.from,
      sourceArn: mail.sesIdentityArn,
    };
  }

  private makeClient(pool: UserPool, { dashboardUrls }: Addresses): UserPoolClient {
    const pages = dashboardUrls.map((url) => `${url}/`);
    return pool.addClient('Dashboard', {
      // A public client: browsers cannot keep a secret, so PKCE protects the authorization code.
      generateSecret: false,
      ...clientProps,
      refreshTokenValidity: Duration.days(30),
      ...(pages.length > 0
        ? {
            oAuth: {
              ...codeFlow,
              callbackUrls: [...pages, ...dashboardUrls.map((url) => `${url}${callbackPath}`)],
              logoutUrls: pages,
            },
          }
        : { disableOAuth: true }),
    });
  }

  /** A load balancer authenticates with a secret, which it reads from the pool itself. */
  private makeLoadBalancerClient(
    pool: UserPool,
    { dashboardUrls }: Addresses,
    { sessionHours }: AlbSettings,
  ): UserPoolClient {
    const client = pool.addClient('LoadBalancer', {
      generateSecret: true,
      ...clientProps,
      refreshTokenValidity: Duration.hours(sessionHours),
      oAuth: { ...codeFlow, callbackUrls: dashboardUrls.map((url) => `${url}${signedInPath}`) },
    });
    this.addStyle('LoadBalancerStyle', pool, client);
    return client;
  }

  private addPages(pool: UserPool, { stage, signIn }: Config): UserPoolDomain {
    return pool.addDomain('Pages', {
      cognitoDomain: { domainPrefix: signIn.domainPrefix ?? `registry-${stage}-${this.account}` },
      managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
  }

  /** Managed login only works for clients with a branding style. */
  private addStyle(id: string, pool: UserPool, client: UserPoolClient): void {
    new CfnManagedLoginBranding(this, id, {
      userPoolId: pool.userPoolId,
      clientId: client.userPoolClientId,
      useCognitoProvidedValues: true,
    });
  }

  private addTrigger(
    pool: UserPool,
    { file, declaration }: DeclarationFile<PoolTrigger>,
    props: SignInStackProps,
  ): void {
    const { id, operation, summary, impact } = declaration;
    const { function: fn } = new ServiceFunction(this, constructId(id), {
      file,
      summary,
      grants: [],
      memoryMb: 256,
      // Cognito's limit for triggers.
      timeoutSeconds: 5,
      code: props.code,
      resources: props,
      variables: { TRUSTED_ORIGINS: props.addresses.trustedOrigins.join(' ') },
    });
    pool.addTrigger(UserPoolOperation.of(operation), fn);
    new ServiceAlarm(this, {
      id: `${id}-failing`,
      impact,
      metric: fn.metricErrors({ statistic: Stats.SUM, period: Duration.minutes(5) }),
      threshold: 1,
      topic: props.alarmTopic,
    });
  }
}

/** Sign-in with the institution's own issuer; nothing is deployed for it. */
export function externalSignIn({ signIn: { issuer, audience, jwksUrl } }: Config): SignInProvider {
  if (!issuer || !audience) throw new Error('signIn.issuer and signIn.audience must be set together');
  return { issuer, audience, jwksUrl: jwksUrl ?? jwksUrlOf(issuer) };
}

const jwksUrlOf = (issuer: string) => `${issuer}/.well-known/jwks.json`;
