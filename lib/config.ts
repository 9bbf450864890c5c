import * as z from 'zod';
import { EmailAddress } from '../src/domain/access/user.ts';

const sourceUrl = (standard: string) =>
  z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).default(standard);
const count = (standard: number) =>
  z.int({ error: 'must be a whole number' }).min(0, { error: 'must not be negative' }).default(standard);
const email = z.email({ error: 'must be an e-mail address' });
const text = { error: 'must be a text' };
const address = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) URL' })
  .regex(/[^/]$/, { error: 'must not end with a slash' });
const origin = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) URL' })
  .refine((url) => new URL(url).origin === url, { error: 'must be an origin such as https://www.example.org' });

/** A source is asked at most this often, by all workers together; 0 sets no pace. */
const source = (url: string, requestsPerSecond: number) =>
  z.strictObject({ url: sourceUrl(url), requestsPerSecond: count(requestsPerSecond) }).prefault({});

const Sources = z.strictObject({
  orcid: source('https://pub.orcid.org/v3.0', 12),
  crossref: source('https://api.crossref.org', 10),
  datacite: source('https://api.datacite.org', 10),
  openalex: z
    .strictObject({
      url: sourceUrl('https://api.openalex.org'),
      requestsPerSecond: count(10),
      /** Calls a UTC day, over all workers; 0 sets no budget. */
      requestsPerDay: count(100_000),
    })
    .prefault({}),
  /** Where a source may write to when our traffic troubles it; Crossref answers faster to those who say. */
  contactEmail: z.union([z.literal(''), email]).default(''),
});

const SignIn = z
  .strictObject({
    /** An OpenID Connect issuer the institution has already. Without one the deployment has a user pool of its own. */
    issuer: address.optional(),
    /** The client at that issuer that ID tokens must be for. */
    audience: z.string(text).min(1, { error: 'must not be empty' }).optional(),
    /** Where that issuer's keys are; without it `<issuer>/.well-known/jwks.json`. */
    jwksUrl: z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).optional(),
    /**
     * Whether that issuer verifies every address although its tokens do not say `email_verified`. Only where users cannot
     * set the address themselves: whoever can is anybody.
     */
    emailsAreVerified: z.boolean({ error: 'must be true or false' }).optional(),
    /** The first label of the sign-in pages' host name, unique in a region; `registry-<stage>-<account>` without it. */
    domainPrefix: z
      .string(text)
      .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, {
        error: 'must be 1 to 63 lower-case letters, digits or inner hyphens',
      })
      .optional(),
    /** A load balancer that signs users in and says in x-amzn-oidc-data who they are. */
    alb: z
      .strictObject({
        arn: z.string(text).regex(/^arn:[\w-]+:elasticloadbalancing:[\w-]+:\d{12}:loadbalancer\/app\/[\w-]+\/\w+$/, {
          error: 'must be the ARN of an application load balancer',
        }),
        /** Its own client at the issuer, where that is another than the audience. */
        clientId: z.string(text).min(1, { error: 'must not be empty' }).optional(),
      })
      .optional(),
  })
  .refine(({ issuer, audience }) => !issuer || audience, {
    error: 'must be given with an issuer',
    path: ['audience'],
  })
  .refine(({ issuer, audience }) => issuer || !audience, { error: 'must be given with an audience', path: ['issuer'] })
  .refine(({ issuer, jwksUrl }) => issuer || !jwksUrl, {
    error: 'is for an issuer of your own: the pool has its own keys',
    path: ['jwksUrl'],
  })
  .refine(({ issuer, emailsAreVerified }) => issuer || emailsAreVerified === undefined, {
    error: 'is for an issuer of your own: the pool says which addresses are verified',
    path: ['emailsAreVerified'],
  })
  .refine(({ issuer, domainPrefix }) => !issuer || !domainPrefix, {
    error: 'is for the pages of the pool, which an issuer of your own replaces',
    path: ['domainPrefix'],
  });

const Fields = z.strictObject({
  /** Part of every stack's name, so that several registries fit into one account. */
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
  /** Whether deleting a stack leaves table, bucket and secret behind, and the table is backed up. Off for throwaway stages. */
  retainData: z.boolean({ error: 'must be true or false' }).default(true),
  logRetentionDays: z
    .literal([1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731], {
      error: 'must be a period CloudWatch Logs knows: 1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545 or 731',
    })
    .default(30),
  /** The address clients know the Consumer and Integrations APIs by. Without one it is that of each API's own stage. */
  publicBaseUrl: address.optional(),
  /** Where browsers open the dashboard, and a second address of the same. Without one nobody can sign in in a browser. */
  dashboardUrl: address.optional(),
  dashboardAltUrl: address.optional(),
  /** More origins whose pages may call the dashboard API with the cookie, and be linked to from mails. */
  trustedOrigins: z.array(origin, { error: 'must be a list' }).default([]),
  signIn: SignIn.prefault({}),
  /** Who is a superadmin without being a user: how the first one gets in. */
  adminEmails: z.array(EmailAddress, { error: 'must be a list' }).default([]),
  /** Whether there is a secret for the operator routes (/api/cli); without one they answer 503. */
  adminCli: z.boolean({ error: 'must be true or false' }).default(true),
  /** How many requests a minute one installation may make, over all its credentials. */
  installationRequestsPerMinute: z
    .int({ error: 'must be a whole number' })
    .min(1, { error: 'must be at least 1' })
    .default(120),
  /** Hosts on which sites may be verified although they are private and without https. For the laptop only. */
  localVerificationHosts: z.array(z.string(text), { error: 'must be a list' }).default([]),
  /** How old a public list may be. */
  listStalenessMs: count(1000),
  sources: Sources.prefault({}),
  /** A secret whose text is the OpenAlex API key; without one OpenAlex is asked anonymously. */
  openalexApiKeySecretArn: z
    .string(text)
    .regex(/^arn:[\w-]+:secretsmanager:[\w-]+:\d{12}:secret:.+-\w{6}$/, {
      error: 'must be the complete ARN of a secret',
    })
    .optional(),
  /** Who hears of alarms; others may subscribe to the topic later. */
  alarmEmail: email.optional(),
});

const Settings = Fields.refine(
  ({ stage, localVerificationHosts }) => stage === 'local' || localVerificationHosts.length === 0,
  {
    error: 'is for the stage local only: it lets requests into private networks',
    path: ['localVerificationHosts'],
  },
);

/** Every setting of a deployment, complete. */
export type Config = z.output<typeof Settings>;

/** The origins whose pages may act for a signed-in user: those of the dashboard's addresses, and those named besides. */
export function trustedOriginsOf({ dashboardUrl, dashboardAltUrl, trustedOrigins }: Config): string[] {
  const own = [dashboardUrl, dashboardAltUrl].flatMap((url) => (url ? [new URL(url).origin] : []));
  return [...new Set([...own, ...trustedOrigins])];
}

/**
 * Reads the CDK context value `registry`: an object in cdk.json, or JSON text after `--context registry=`. What it does
 * not set has a default that deploys as it is. Throws an Error that names the first setting at fault.
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
    throw new Error('The setting registry must be JSON when it is given as text');
  }
}
