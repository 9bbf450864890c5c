import * as z from 'zod';
import { address, httpsUrl, kmsKeyArn, secretArn, text } from './values.ts';

/** The sender of the user pool's mails, which then go through SES instead of Cognito's own 50 mails a day. */
const Mail = z
  .strictObject({
    /** An e-mail address, or `Name <address>`. */
    from: z.string(text).regex(/^(?:[\w .'-]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, {
      error: 'must be an e-mail address or Name <address>, in ASCII',
    }),
    /** The verified SES identity: that address or its domain. */
    sesIdentityArn: z.string(text).regex(/^arn:[\w-]+:ses:[\w-]+:\d{12}:identity\/[^\s/]+$/, {
      error: 'must be the ARN of an identity of SES',
    }),
  })
  .refine(
    ({ from, sesIdentityArn }) => {
      const [, address = '', domain = ''] = /([^\s<>]+@([^\s<>]+))>?$/.exec(from.toLowerCase()) ?? [];
      const identity = sesIdentityArn.toLowerCase().replace(/^.*:identity\//, '');
      return address === identity || domain === identity || domain.endsWith(`.${identity}`);
    },
    { error: 'must be the identity itself or an address at its domain', path: ['from'] },
  );

const Alb = z
  .strictObject({
    /** A certificate for the hosts of dashboardUrl and dashboardAltUrl, in the region of the deployment. */
    certificateArn: z.string(text).regex(/^arn:[\w-]+:acm:[\w-]+:\d{12}:certificate\/[\w-]+$/, {
      error: 'must be the ARN of a certificate',
    }),
    /** An existing network. If absent, one with two public subnets is created. */
    vpc: z
      .strictObject({
        id: z.string(text).regex(/^vpc-[\da-f]+$/, { error: 'must be the id of a VPC' }),
        /** At least two, in different availability zones. With `internal`, the issuer must be reachable from them. */
        subnetIds: z
          .array(z.string(text).regex(/^subnet-[\da-f]+$/, { error: 'must be ids of subnets' }), {
            error: 'must be a list',
          })
          .min(2, { error: 'must be at least two subnets' })
          .refine((ids) => new Set(ids).size === ids.length, { error: 'must not be the same subnet twice' }),
      })
      .optional(),
    /** Whether it is reachable only from private networks, and so not by CloudFront. */
    internal: z.boolean({ error: 'must be true or false' }).default(false),
    /** The duration of a session. */
    sessionHours: z
      .int({ error: 'must be a whole number' })
      .min(1, { error: 'must be 1 to 168' })
      .max(168, { error: 'must be 1 to 168' })
      .default(12),
    /** Whether it writes access logs. They contain whole paths and queries, and so iDs and personal addresses. */
    accessLogs: z.boolean({ error: 'must be true or false' }).default(false),
    /** The issuer's endpoints; only with signIn.issuer. */
    authorizationEndpoint: httpsUrl.optional(),
    tokenEndpoint: httpsUrl.optional(),
    userInfoEndpoint: httpsUrl.optional(),
  })
  .refine(({ internal, vpc }) => !internal || vpc, {
    error: 'needs signIn.alb.vpc: the network that is created has no way to the issuer for it',
    path: ['internal'],
  });

/** Load balancers do not discover these, so they must be configured. */
const issuerEndpoints = ['authorizationEndpoint', 'tokenEndpoint', 'userInfoEndpoint'] as const;

/** https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-assign-domain-prefix.html */
export const reservedByCognito = /aws|amazon|cognito/;

/** How people sign in to the dashboard: docs/sign-in.md. */
export const SignIn = z
  .strictObject({
    /** The institution's own OpenID Connect issuer. If absent, the deployment creates a Cognito user pool. */
    issuer: address.optional(),
    /** The client id at that issuer, which must be in the `aud` claim of ID tokens. */
    audience: z.string(text).min(1, { error: 'must not be empty' }).optional(),
    /** A secret that holds the client secret at that issuer. If absent, the client is public and uses PKCE. */
    clientSecretArn: secretArn.optional(),
    /** The KMS key of that secret, if it is not the default key of Secrets Manager. */
    clientSecretKmsKeyArn: kmsKeyArn.optional(),
    /** The issuer's JWKS; default `<issuer>/.well-known/jwks.json`. */
    jwksUrl: z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).optional(),
    /**
     * Whether tokens without `email_verified` count as verified. Only safe if users cannot change their address at the
     * issuer themselves: otherwise they could sign in as anyone.
     */
    emailsAreVerified: z.boolean({ error: 'must be true or false' }).optional(),
    /** First label of the sign-in pages' host name, unique in the region; default `registry-<stage>-<account>`. */
    domainPrefix: z
      .string(text)
      .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, {
        error: 'must be 1 to 63 lower-case letters, digits or inner hyphens',
      })
      .refine((prefix) => !reservedByCognito.test(prefix), { error: 'must not contain aws, amazon or cognito' })
      .optional(),
    mail: Mail.optional(),
    /** Whether pool users may or must use a second factor, an authenticator app. Default: `optional`. */
    mfa: z.enum(['off', 'optional', 'required'], { error: 'must be off, optional or required' }).optional(),
    /** A load balancer, created with the deployment, that signs people in to the dashboard's API: docs/sign-in.md. */
    alb: Alb.optional(),
  })
  .refine(({ issuer, audience }) => !issuer || audience, {
    error: 'must be given with an issuer',
    path: ['audience'],
  })
  .refine(({ issuer, audience }) => issuer || !audience, { error: 'must be given with an audience', path: ['issuer'] })
  .refine(({ issuer, jwksUrl }) => issuer || !jwksUrl, {
    error: 'needs signIn.issuer: the user pool has its own keys',
    path: ['jwksUrl'],
  })
  .refine(({ issuer, clientSecretArn }) => issuer || !clientSecretArn, {
    error: 'needs signIn.issuer: the client of the user pool has no secret',
    path: ['clientSecretArn'],
  })
  .refine(({ clientSecretArn, clientSecretKmsKeyArn }) => clientSecretArn || !clientSecretKmsKeyArn, {
    error: 'needs signIn.clientSecretArn',
    path: ['clientSecretKmsKeyArn'],
  })
  .refine(({ issuer, emailsAreVerified }) => issuer || emailsAreVerified === undefined, {
    error: 'needs signIn.issuer: the user pool says which addresses are verified',
    path: ['emailsAreVerified'],
  })
  .refine(({ issuer, domainPrefix }) => !issuer || !domainPrefix, {
    error: 'must not be set together with signIn.issuer: only the user pool has sign-in pages',
    path: ['domainPrefix'],
  })
  .refine(({ issuer, mail }) => !issuer || !mail, {
    error: 'must not be set together with signIn.issuer: only the user pool sends mails',
    path: ['mail'],
  })
  .refine(({ issuer, mfa }) => !issuer || !mfa, {
    error: 'must not be set together with signIn.issuer, which asks for second factors itself',
    path: ['mfa'],
  })
  .superRefine(({ issuer, clientSecretArn, alb }, { addIssue }) => {
    if (!alb) return;
    for (const name of issuerEndpoints) {
      const isSet = alb[name] !== undefined;
      const message = issuer ? 'must be given with signIn.issuer' : 'needs signIn.issuer: the user pool has its own';
      if (isSet !== (issuer !== undefined)) addIssue({ code: 'custom', message, path: ['alb', name] });
    }
    if (issuer && !clientSecretArn)
      addIssue({ code: 'custom', message: 'must be given: signIn.alb needs a secret', path: ['clientSecretArn'] });
  });

export type AlbSettings = z.output<typeof Alb>;
