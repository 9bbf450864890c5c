import * as z from 'zod';
import { EmailAddress } from '../src/domain/access/user.ts';

const sourceUrl = (standard: string) =>
  z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).default(standard);
const wholeNumber = z.int({ error: 'must be a whole number' }).min(0, { error: 'must not be negative' });
const count = (standard: number) => wholeNumber.default(standard);
const days = (standard: number) =>
  z.int({ error: 'must be a whole number' }).min(1, { error: 'must be at least 1' }).default(standard);
const email = z.email({ error: 'must be an e-mail address' });
const text = { error: 'must be a text' };
const address = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) URL' })
  .regex(/[^/]$/, { error: 'must not end with a slash' })
  .regex(/^[^?#@]*$/, { error: 'must not have a query, a fragment or a user' });
const origin = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) URL' })
  .refine((url) => new URL(url).origin === url, { error: 'must be an origin such as https://www.example.org' });

/**
 * What the agencies allow clients that name a contact, and others. DataCite: 1,000 requests in five minutes, or 500, see
 * https://support.datacite.org/docs/rate-limit. Crossref:
 * https://www.crossref.org/documentation/retrieve-metadata/rest-api/access-and-authentication/
 */
const agencyPace = {
  crossref: { withContact: 10, withoutContact: 5 },
  datacite: { withContact: 3, withoutContact: 1 },
} as const;

const agency = (url: string) =>
  z.strictObject({ url: sourceUrl(url), requestsPerSecond: wholeNumber.optional() }).prefault({});

const secretArn = z.string(text).regex(/^arn:[\w-]+:secretsmanager:[\w-]+:\d{12}:secret:.+-\w{6}$/, {
  error: 'must be the complete ARN of a secret',
});
const kmsKeyArn = z
  .string(text)
  .regex(/^arn:[\w-]+:kms:[\w-]+:\d{12}:key\/[\w-]+$/, { error: 'must be the ARN of a KMS key' });

/** `requestsPerSecond` is the limit for all workers together; 0 means no limit. */
const Sources = z
  .strictObject({
    orcid: z.strictObject({ url: sourceUrl('https://pub.orcid.org/v3.0'), requestsPerSecond: count(12) }).prefault({}),
    crossref: agency('https://api.crossref.org'),
    datacite: agency('https://api.datacite.org'),
    openalex: z
      .strictObject({
        url: sourceUrl('https://api.openalex.org'),
        requestsPerSecond: count(10),
        /** Requests per UTC day, for all workers together; 0 means no limit. */
        requestsPerDay: count(100_000),
      })
      .prefault({}),
    /** Sent to the sources so that their operators can reach you. Crossref serves clients that send one faster. */
    contactEmail: z.union([z.literal(''), email]).default(''),
  })
  .transform(({ crossref, datacite, ...others }) => {
    const pace = others.contactEmail === '' ? 'withoutContact' : 'withContact';
    const { requestsPerSecond: crossrefPace = agencyPace.crossref[pace] } = crossref;
    const { requestsPerSecond: datacitePace = agencyPace.datacite[pace] } = datacite;
    return {
      ...others,
      crossref: { ...crossref, requestsPerSecond: crossrefPace },
      datacite: { ...datacite, requestsPerSecond: datacitePace },
    };
  });

/** From which address the user pool sends mails, through SES instead of Cognito's own 50 mails a day. */
const Mail = z
  .strictObject({
    /** An e-mail address, or `Name <address>`. */
    from: z.string(text).regex(/^(?:[\w .'-]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, {
      error: 'must be an e-mail address or Name <address>, in ASCII',
    }),
    /** The verified identity of SES: that address, or its domain. */
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
const Refresh = z.strictObject({
  /** Whether people and publications are refreshed by themselves: see docs/refresh.md. */
  enabled: z.boolean({ error: 'must be true or false' }).default(true),
  /** When a night begins (UTC), and how long it lasts. */
  fromHourUtc: z
    .int({ error: 'must be a whole number' })
    .min(0, { error: 'must be an hour from 0 to 23' })
    .max(23, { error: 'must be an hour from 0 to 23' })
    .default(1),
  hours: z
    .int({ error: 'must be a whole number' })
    .min(1, { error: 'must be 1 to 24' })
    .max(24, { error: 'must be 1 to 24' })
    .default(5),
  /** How old a record is when it is refreshed. */
  peopleAfterDays: days(1),
  publicationsAfterDays: days(7),
  /**
   * Requests of the refresh to each source per UTC day, for all workers together; 0: it is not asked. They are a part of
   * `sources.openalex.requestsPerDay`, and 500 lists of OpenAlex are half of what it allows a day without a key.
   */
  requestsPerDay: z
    .strictObject({ orcid: count(1_000), crossref: count(5_000), datacite: count(2_000), openalex: count(500) })
    .prefault({}),
});

const httpsUrl = z.url({ protocol: /^https$/, error: 'must be an https URL' });

const Alb = z
  .strictObject({
    /** A certificate for the hosts of dashboardUrl and dashboardAltUrl, in the region of the deployment. */
    certificateArn: z.string(text).regex(/^arn:[\w-]+:acm:[\w-]+:\d{12}:certificate\/[\w-]+$/, {
      error: 'must be the ARN of a certificate',
    }),
    /** A network of yours. Without one, a network with two public subnets is created. */
    vpc: z
      .strictObject({
        id: z.string(text).regex(/^vpc-[\da-f]+$/, { error: 'must be the id of a VPC' }),
        /** One in each of at least two availability zones. With `internal`, the issuer must be reachable from there. */
        subnetIds: z
          .array(z.string(text).regex(/^subnet-[\da-f]+$/, { error: 'must be ids of subnets' }), {
            error: 'must be a list',
          })
          .min(2, { error: 'must be at least two subnets' })
          .refine((ids) => new Set(ids).size === ids.length, { error: 'must not be the same subnet twice' }),
      })
      .optional(),
    /** Whether it is reached from private networks alone. CloudFront does not reach it then. */
    internal: z.boolean({ error: 'must be true or false' }).default(false),
    /** How long somebody stays signed in. */
    sessionHours: z
      .int({ error: 'must be a whole number' })
      .min(1, { error: 'must be 1 to 168' })
      .max(168, { error: 'must be 1 to 168' })
      .default(12),
    /** Whether it writes access logs. They contain whole paths and query strings, and so iDs and addresses of people. */
    accessLogs: z.boolean({ error: 'must be true or false' }).default(false),
    /** The issuer's authorization endpoint, and likewise below; only with signIn.issuer. */
    authorizationEndpoint: httpsUrl.optional(),
    tokenEndpoint: httpsUrl.optional(),
    userInfoEndpoint: httpsUrl.optional(),
  })
  .refine(({ internal, vpc }) => !internal || vpc, {
    error: 'needs signIn.alb.vpc: the network that is created has no way to the issuer for it',
    path: ['internal'],
  });

/** What a load balancer has to be told about an issuer, because it does not discover it. */
const issuerEndpoints = ['authorizationEndpoint', 'tokenEndpoint', 'userInfoEndpoint'] as const;

/** https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-assign-domain-prefix.html */
const reservedByCognito = /aws|amazon|cognito/;

const SignIn = z
  .strictObject({
    /** The institution's own OpenID Connect issuer. Without one the deployment creates a Cognito user pool. */
    issuer: address.optional(),
    /** The client id at that issuer, which must be in the `aud` claim of ID tokens. */
    audience: z.string(text).min(1, { error: 'must not be empty' }).optional(),
    /** A secret that holds the client's secret at that issuer. Without one the client is public, and PKCE protects it. */
    clientSecretArn: secretArn.optional(),
    /** The key of KMS with which that secret is encrypted, if it is not the one of Secrets Manager. */
    clientSecretKmsKeyArn: kmsKeyArn.optional(),
    /** The issuer's JWKS; default `<issuer>/.well-known/jwks.json`. */
    jwksUrl: z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).optional(),
    /**
     * Whether a token without `email_verified` counts as verified. Set it only if users cannot change their address at
     * the issuer themselves: otherwise they could sign in as anyone.
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
    /** Whether users of the pool may or must have a second factor, an authenticator app; default `optional`. */
    mfa: z.enum(['off', 'optional', 'required'], { error: 'must be off, optional or required' }).optional(),
    /** A load balancer that signs people in before the dashboard's API. It is created: docs/sign-in.md. */
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

const ids = (pattern: RegExp, error: string) =>
  z.array(z.string(text).regex(pattern, { error }), { error: 'must be a list' }).default([]);

/** By what an employment on an ORCID record is one at the institution, and OpenAlex finds its works. */
const InstitutionSettings = z.strictObject({
  /** https://ror.org: also those of departments that have their own. */
  ror: ids(
    /^(?:https:\/\/ror\.org\/)?0[a-hj-km-np-tv-z\d]{6}\d{2}$/,
    'must be ROR iDs such as https://ror.org/021nxhr62',
  ),
  grid: ids(/^grid\.\d+\.[\da-f]+$/, 'must be GRID ids such as grid.5335.0'),
  ringgold: ids(/^\d+$/, 'must be Ringgold ids, which are numbers'),
  /** For employments without an identifier. Compared without case, accents and punctuation. */
  names: ids(/\S/, 'must not be empty'),
});
const Edge = z
  .strictObject({
    /** Whether clients reach the APIs through CloudFront only. Otherwise they use the addresses of the stages. */
    enabled: z.boolean({ error: 'must be true or false' }).default(true),
    /** Whether CloudFront writes access logs. They contain whole paths and query strings, and so iDs and addresses of people. */
    accessLogs: z.boolean({ error: 'must be true or false' }).default(false),
    /** A certificate for the hosts of publicBaseUrl, dashboardUrl and dashboardAltUrl. CloudFront takes it from us-east-1. */
    certificateArn: z
      .string(text)
      .regex(/^arn:[\w-]+:acm:us-east-1:\d{12}:certificate\/[\w-]+$/, {
        error: 'must be the ARN of a certificate in us-east-1',
      })
      .optional(),
    /** Whether a web application firewall is before the APIs; by default if data is retained. It costs money by itself. */
    firewall: z.boolean({ error: 'must be true or false' }).optional(),
    /** With the firewall: the requests per minute to routes without a credential, from one address. */
    publicRequestsPerMinute: z
      .int({ error: 'must be a whole number' })
      .min(10, { error: 'must be at least 10' })
      .default(600),
    /** Which secret proves to the APIs that a request came through CloudFront. Raise it by one to use a new one. */
    originSecret: z.int({ error: 'must be a whole number' }).min(1, { error: 'must be at least 1' }).default(1),
  })
  .superRefine(({ enabled, ...others }, { addIssue }) => {
    if (enabled) return;
    for (const name of ['certificateArn', 'firewall', 'accessLogs'] as const)
      if (others[name]) addIssue({ code: 'custom', message: 'needs edge.enabled', path: [name] });
  })
  .prefault({});

/** Where CloudFront cannot write access logs: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/standard-logging-legacy-s3.html */
const regionsWithoutLogs = new Set(
  (
    'af-south-1 ap-east-1 ap-east-2 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ' +
    'ap-southeast-7 ca-west-1 eu-central-2 eu-south-1 eu-south-2 il-central-1 me-central-1 me-south-1 mx-central-1'
  ).split(' '),
);

const keptDays = z
  .int({ error: 'must be a whole number' })
  .min(1, { error: 'must be 1 to 365' })
  // The ledger of revocations, which a restore needs, is locked for longer.
  .max(365, { error: 'must be 1 to 365' });

const Backup = z
  .strictObject({
    /** How long a backup is kept in the account of the deployment. */
    keepDays: keptDays.default(35),
    /** A vault of another account of the organization, to which every backup is copied: docs/restore.md. */
    copyToVaultArn: z
      .string(text)
      .regex(/^arn:[\w-]+:backup:[\w-]+:\d{12}:backup-vault:[\w-]{2,50}$/, {
        error: 'must be the ARN of a backup vault',
      })
      .regex(/(?<!:Default)$/, { error: 'must not be the vault Default, which takes no copies of other accounts' })
      .optional(),
    /** How long a copy is kept there; default `keepDays`. */
    keepCopiesDays: keptDays.optional(),
  })
  .refine(({ copyToVaultArn, keepCopiesDays }) => copyToVaultArn || !keepCopiesDays, {
    error: 'needs backup.copyToVaultArn',
    path: ['keepCopiesDays'],
  });

const retentionDays = z
  .int({ error: 'must be a whole number' })
  .min(1, { error: 'must be at least 1' })
  .max(3650, { error: 'must be at most 3650' });

/** For how many days what is written from now on is kept. DynamoDB deletes it up to two days later. */
const Retention = z
  .strictObject({
    /** Activity events. Without it they stay until administrators of their workspace delete them. */
    activityDays: retentionDays.optional(),
    /** Audit records, and the history of the rollout: 400 unless set. */
    auditDays: retentionDays.optional(),
    /** What became of each work of an ingestion job, 90 unless set. The job itself stays. */
    jobReportDays: retentionDays.optional(),
  })
  .prefault({});

/** The most requests for all clients together, to each method of each API. */
const Throttle = z
  .strictObject({
    requestsPerSecond: z.int({ error: 'must be a whole number' }).min(1, { error: 'must be at least 1' }).default(300),
    burst: z.int({ error: 'must be a whole number' }).min(1, { error: 'must be at least 1' }).default(600),
  })
  .prefault({});

const Fields = z.strictObject({
  /** Part of every stack name, so that one account can hold several registries. */
  stage: z
    .string(text)
    .regex(/^[a-z][a-z0-9-]{0,19}$/, { error: 'must be 1 to 20 lower-case letters, digits or hyphens' })
    .default('prod'),
  account: z
    .string(text)
    .regex(/^\d{12}$/, { error: 'must be twelve digits' })
    .optional(),
  region: z
    .string(text)
    .regex(/^[a-z]{2,}(-[a-z]+)+-\d$/, { error: 'must be an AWS region such as eu-central-1' })
    .optional(),
  /** Whether table, bucket and secrets survive the deletion of their stack, and the table is backed up. Off for test stages. */
  retainData: z.boolean({ error: 'must be true or false' }).default(true),
  /**
   * A table to use instead of the one of the deployment, such as one that was restored: docs/restore.md. The id tells it
   * from other tables that had the same name.
   */
  existingTable: z
    .strictObject({
      name: z.string(text).regex(/^[\w.-]{3,255}$/, { error: 'must be the name of a DynamoDB table' }),
      id: z.uuid({ error: 'must be the TableId of the table, a UUID' }),
    })
    .optional(),
  /** A backup of the table each night with AWS Backup, beside point-in-time recovery. Without it there is none. */
  backup: Backup.optional(),
  logRetentionDays: z
    .literal([1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731], {
      error: 'must be a retention of CloudWatch Logs: 1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545 or 731',
    })
    .default(30),
  retention: Retention,
  edge: Edge,
  throttle: Throttle,
  /** The public URL of the Consumer and Integrations APIs. Without one it is the distribution's own. */
  publicBaseUrl: address.optional(),
  /** The dashboard's URL in browsers, and a second one. Without the first it is the distribution's own. */
  dashboardUrl: address.optional(),
  dashboardAltUrl: address.optional(),
  /** More origins that may call the dashboard API with the session cookie and that mails may link to. */
  trustedOrigins: z.array(origin, { error: 'must be a list' }).default([]),
  signIn: SignIn.prefault({}),
  /** Superadmins who need no user record: the first administrator signs in this way. */
  adminEmails: z.array(EmailAddress, { error: 'must be a list' }).default([]),
  /** Whether to create the secret of the operator routes (/api/cli). Without it they answer 503. */
  adminCli: z.boolean({ error: 'must be true or false' }).default(true),
  /** The superadmins who may also delete all data with POST /api/site-tools/reset-data. Empty: nobody. */
  resetAllowedEmails: z.array(EmailAddress, { error: 'must be a list' }).default([]),
  /** What they have to type to confirm it; by default `RESET` and the workspace id of the request. */
  resetConfirmation: z.string(text).min(1, { error: 'must not be empty' }).optional(),
  /** Whether only superadmins may change the rollout of locale-aware search. Otherwise everybody who is signed in may. */
  rolloutRequiresAdmin: z.boolean({ error: 'must be true or false' }).default(false),
  /** Requests per minute that one installation may make, with all its credentials together. */
  installationRequestsPerMinute: z
    .int({ error: 'must be a whole number' })
    .min(1, { error: 'must be at least 1' })
    .default(120),
  /** Hosts on which sites can be verified although they are private and without https. For the laptop only. */
  localVerificationHosts: z.array(z.string(text), { error: 'must be a list' }).default([]),
  /** Maximum age of a public list. */
  listStalenessMs: count(1000),
  /** Whether public lists show every version of a publication: see docs/versions.md. */
  listEveryVersion: z.boolean({ error: 'must be true or false' }).default(false),
  sources: Sources.prefault({}),
  refresh: Refresh.prefault({}),
  /** The institution that the registry is of. Its works are suggested, and employments there proposed: docs/proposals.md. */
  institution: InstitutionSettings.prefault({}),
  /** A secret that holds the OpenAlex API key. Without one requests to OpenAlex are anonymous. */
  openalexApiKeySecretArn: secretArn.optional(),
  /** The key of KMS with which that secret is encrypted, if it is not the one of Secrets Manager. */
  openalexApiKeyKmsKeyArn: kmsKeyArn.optional(),
  /** Receives alarms. More addresses can subscribe to the topic later. */
  alarmEmail: email.optional(),
  /** US dollars that the account may cost in a month. `alarmEmail` is told at 80 % of it, and if it will be exceeded. */
  monthlyBudgetUsd: z.number({ error: 'must be a number' }).positive({ error: 'must be above 0' }).optional(),
});

const addressNames = ['publicBaseUrl', 'dashboardUrl', 'dashboardAltUrl'] as const;

const Settings = Fields.refine(
  ({ openalexApiKeySecretArn, openalexApiKeyKmsKeyArn }) => openalexApiKeySecretArn || !openalexApiKeyKmsKeyArn,
  { error: 'needs openalexApiKeySecretArn', path: ['openalexApiKeyKmsKeyArn'] },
)
  .refine(({ stage, localVerificationHosts }) => stage === 'local' || localVerificationHosts.length === 0, {
    error: 'is allowed only in the stage local: it permits requests to private networks',
    path: ['localVerificationHosts'],
  })
  .refine(({ retainData, backup }) => retainData || !backup, {
    error: 'needs retainData: otherwise the table is deleted with its stack',
    path: ['backup'],
  })
  .refine(({ account, backup }) => !account || !backup?.copyToVaultArn?.includes(`:${account}:`), {
    error: 'must be a vault of another account',
    path: ['backup', 'copyToVaultArn'],
  })
  .refine(({ monthlyBudgetUsd, alarmEmail }) => !monthlyBudgetUsd || alarmEmail, {
    error: 'needs alarmEmail, which it tells',
    path: ['monthlyBudgetUsd'],
  })
  .superRefine(({ stage, region, edge, dashboardUrl, signIn: { alb } }, { addIssue }) => {
    if (!alb) return;
    const refuse = (message: string, ...path: string[]) => addIssue({ code: 'custom', message, path });
    if (!dashboardUrl) refuse('must be given with signIn.alb: its certificate is for a name', 'dashboardUrl');
    // The laptop has no certificates.
    if (edge.enabled && !edge.certificateArn && stage !== 'local')
      refuse('must be given with signIn.alb: CloudFront passes the name on to it', 'edge', 'certificateArn');
    if (edge.enabled && alb.internal)
      refuse('must be false unless edge.enabled is: CloudFront could not reach it', 'signIn', 'alb', 'internal');
    if (region && alb.certificateArn.split(':')[3] !== region)
      refuse(`must be in ${region}, where the load balancer is`, 'signIn', 'alb', 'certificateArn');
  })
  .superRefine(({ stage, region, edge, signIn }, { addIssue }) => {
    const refuse = (message: string, ...path: string[]) => addIssue({ code: 'custom', message, path });
    if (region && edge.accessLogs && regionsWithoutLogs.has(region))
      refuse(`must be false in ${region}: CloudFront does not write logs there`, 'edge', 'accessLogs');
    // Whoever is on the way could name other keys, and so anybody.
    for (const name of ['issuer', 'jwksUrl'] as const)
      if (stage !== 'local' && URL.parse(signIn[name] ?? '')?.protocol === 'http:')
        refuse('must be an https URL', 'signIn', name);
    if (!signIn.issuer && !signIn.domainPrefix && reservedByCognito.test(stage))
      refuse('contains aws, amazon or cognito, which a domain of Cognito must not: set signIn.domainPrefix', 'stage');
  })
  .superRefine(checkAddresses);

/** Whether the addresses fit what serves them. CloudFront and the load balancer serve host names as a whole. */
function checkAddresses(settings: z.output<typeof Fields>, { addIssue }: z.RefinementCtx): void {
  const { stage, edge, signIn } = settings;
  const refuse = (message: string, ...path: string[]) => addIssue({ code: 'custom', message, path });
  const given = addressNames.flatMap((name) => {
    const url = URL.parse(settings[name] ?? '');
    return url ? [{ name, url }] : [];
  });
  const ofDashboard = given.filter(({ name }) => name !== 'publicBaseUrl');
  if (edge.certificateArn && given.length === 0)
    refuse('needs publicBaseUrl or dashboardUrl, whose names it is for', 'edge', 'certificateArn');
  // The laptop has no certificates.
  const certified = edge.certificateArn ? given : signIn.alb && stage !== 'local' ? ofDashboard : [];
  const hosts = certified.map(({ url: { hostname } }) => hostname);
  for (const [index, { name, url }] of certified.entries()) {
    if (`https://${url.hostname}` !== settings[name])
      refuse('must be https:// and a host name: it has a certificate', name);
    if (hosts.indexOf(url.hostname) < index) refuse('must not have the host of another address', name);
  }
  if (settings.dashboardAltUrl && settings.dashboardAltUrl === settings.dashboardUrl)
    refuse('must not be the same as dashboardUrl', 'dashboardAltUrl');
  for (const { name, url } of ofDashboard)
    if (url.protocol === 'http:' && stage !== 'local')
      refuse('must be https://: browsers send the session nowhere else, and a user pool does not return there', name);
}

/** All settings of a deployment, with defaults filled in. */
export type Config = z.output<typeof Settings>;

/** The settings of the load balancer that signs people in. */
export type AlbSettings = z.output<typeof Alb>;

/**
 * Reads the CDK context value `registry`: an object in cdk.json, or JSON text after `--context registry=`. Every setting
 * has a default that can be deployed. Throws an Error that names the first invalid setting.
 */
export function readConfig(context: unknown): Config {
  const parsed = Settings.safeParse(typeof context === 'string' ? fromJson(context) : (context ?? {}));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue?.code === 'unrecognized_keys') {
    throw new Error(
      `${['registry', ...issue.path, issue.keys[0]].join('.')} is not a setting (lib/config.ts lists them)`,
    );
  }
  const message = issue?.code === 'invalid_type' && issue.expected === 'object' ? 'must be an object' : issue?.message;
  throw new Error(`The setting ${['registry', ...(issue?.path ?? [])].join('.')} ${message}`);
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('The setting registry is not valid JSON: write --context registry=\'{"stage":"test"}\'');
  }
}
