import { Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import {
  AccountRecovery,
  CfnManagedLoginBranding,
  FeaturePlan,
  ManagedLoginVersion,
  Mfa,
  OAuthScope,
  UserPool,
  type UserPoolClient,
  UserPoolOperation,
  VerificationEmailStyle,
} from 'aws-cdk-lib/aws-cognito';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { PoolTrigger } from '../src/accounts/pool-trigger.ts';
import type { CodeOf } from './bundles.ts';
import { type Config, trustedOriginsOf } from './config.ts';
import { ServiceAlarm } from './constructs/alarm.ts';
import { constructId } from './constructs/construct-id.ts';
import { ServiceFunction } from './constructs/service-function.ts';
import type { SignIn } from './grants.ts';
import type { DeclarationFile } from './load-declarations.ts';

export interface SignInStackProps extends StackProps {
  config: Config;
  triggers: readonly DeclarationFile<PoolTrigger>[];
  code: CodeOf;
  alarmTopic: ITopic;
}

/** The users of the dashboard: a pool, the client browsers sign in with, and the pages on which they do. */
export class SignInStack extends Stack {
  readonly signIn: SignIn;

  constructor(scope: Construct, id: string, props: SignInStackProps) {
    super(scope, id, props);
    const { config } = props;
    const pool = this.makePool(config);
    const client = this.makeClient(pool, config);
    if (config.dashboardUrl) this.addPages(pool, client, config);
    for (const trigger of props.triggers) this.addTrigger(pool, trigger, props);
    const issuer = pool.userPoolProviderUrl;
    this.signIn = {
      issuer,
      audience: client.userPoolClientId,
      jwksUrl: keysOf(issuer),
      pool: { id: pool.userPoolId, arn: pool.userPoolArn },
    };
  }

  private makePool({ retainData }: Config): UserPool {
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
      // Long rather than odd: symbols make a password harder to type, not much harder to guess.
      passwordPolicy: {
        minLength: 12,
        requireLowercase: true,
        requireUppercase: true,
        requireDigits: true,
        requireSymbols: false,
        tempPasswordValidity: Duration.days(7),
      },
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      // The largest plan that is free for the first 10,000 users of a month; threat protection needs the next.
      featurePlan: FeaturePlan.ESSENTIALS,
      deletionProtection: retainData,
      removalPolicy: retainData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
  }

  private makeClient(pool: UserPool, { dashboardUrl, dashboardAltUrl }: Config): UserPoolClient {
    const pages = [dashboardUrl, dashboardAltUrl].flatMap((url) => (url ? [`${url}/`] : []));
    return pool.addClient('Dashboard', {
      // It runs in browsers, where nothing is secret: a code is of use only with the verifier (PKCE).
      generateSecret: false,
      authFlows: { userSrp: true },
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      idTokenValidity: Duration.hours(1),
      accessTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.days(30),
      ...(pages.length > 0
        ? {
            oAuth: {
              flows: { authorizationCodeGrant: true },
              scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
              callbackUrls: pages,
              logoutUrls: pages,
            },
          }
        : { disableOAuth: true }),
    });
  }

  private addPages(pool: UserPool, client: UserPoolClient, { stage, signIn }: Config): void {
    pool.addDomain('Pages', {
      cognitoDomain: { domainPrefix: signIn.domainPrefix ?? `registry-${stage}-${this.account}` },
      managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
    // The pages of this version answer only for clients that have a style.
    new CfnManagedLoginBranding(this, 'Style', {
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
      // A pool waits no longer.
      timeoutSeconds: 5,
      code: props.code,
      resources: props,
      variables: { TRUSTED_ORIGINS: trustedOriginsOf(props.config).join(' ') },
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

/** Sign-in where the institution has an issuer of its own; there is nothing to deploy. */
export function externalSignIn({ signIn: { issuer, audience, jwksUrl } }: Config): SignIn {
  if (!issuer || !audience) throw new Error('An issuer and its audience are set together');
  return { issuer, audience, jwksUrl: jwksUrl ?? keysOf(issuer) };
}

const keysOf = (issuer: string) => `${issuer}/.well-known/jwks.json`;
