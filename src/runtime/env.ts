import * as z from 'zod';

// Schemas are made when they are first used: a function of the service reads few of the variables.
const text = () => z.string().min(1);
const optionalText = () => text().optional();
const url = () => z.url({ protocol: /^https?$/ });
const count = () => z.coerce.number().int().min(0);
const positive = () => z.coerce.number().int().positive();
const flag = () => z.literal(['true', 'false']).transform((written) => written === 'true');
const flagOrFalse = () => flag().default(false);
/** A list of values separated by spaces. */
const words = () =>
  z
    .string()
    .default('')
    .transform((joined) => joined.split(' ').filter(Boolean));

/** The usage plans by limit per minute: `60=<id> … unlimited=<id>`. */
const usagePlans = () =>
  z
    .string()
    .regex(/^(?:\b(?:\d+|unlimited)=\S+ ?)+$/)
    .transform((joined) =>
      joined.split(' ').map((plan) => {
        const [limit = '', id = ''] = plan.split('=');
        return { perMinute: limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit), id };
      }),
    );

const requestsBySource = () =>
  z
    .string()
    .transform((joined) => Object.fromEntries(joined.split(' ').map((pair) => pair.split('='))))
    .pipe(z.strictObject({ orcid: count(), crossref: count(), datacite: count(), openalex: count() }));

/** Every environment variable of the functions. The stacks set those that a function's grants require. */
const variables = {
  TABLE_NAME: text,
  /** The id of the table, if it is not the one of the deployment. */
  TABLE_ID: optionalText,
  RESEARCHERS_QUEUE_URL: url,
  WORKS_QUEUE_URL: url,
  API_KEY_PEPPER_SECRET_ARN: text,
  /** The key of the hashes by which erased people are remembered. */
  ERASURE_KEY_SECRET_ARN: text,
  USAGE_PLANS: usagePlans,
  /** The value of the tag that this deployment puts on its keys in API Gateway. */
  GATEWAY_KEY_OWNER: text,
  INSTALLATION_REQUESTS_PER_MINUTE: positive,
  /** Hosts that can be verified although they are private and use http, for the local stack. */
  VERIFICATION_ALLOWED_HOSTS: words,
  OPENALEX_API_KEY_SECRET_ARN: optionalText,
  /** The public base URL of the API, without a trailing slash. Absolute URLs in responses start with it. */
  PUBLIC_BASE_URL: url,
  /** The maximum age of public lists; 0 checks for changes on every request. */
  LIST_STALENESS_MS: count,
  /** Whether public lists show every version of a publication, not only the newest or published one. */
  LIST_EVERY_VERSION: flagOrFalse,
  /** The base URL and the rate limit of each source; 0 means no limit. */
  ORCID_URL: url,
  ORCID_REQUESTS_PER_SECOND: count,
  CROSSREF_URL: url,
  CROSSREF_REQUESTS_PER_SECOND: count,
  DATACITE_URL: url,
  DATACITE_REQUESTS_PER_SECOND: count,
  OPENALEX_URL: url,
  OPENALEX_REQUESTS_PER_SECOND: count,
  /** The limit of OpenAlex requests per UTC day; 0 means no limit. */
  OPENALEX_REQUESTS_PER_DAY: count,
  /** The UTC hour at which the refresh begins, and for how many hours it may run; 0 for never. */
  REFRESH_FROM_HOUR: count,
  REFRESH_HOURS: count,
  /** The days after which people and publications are refreshed. */
  REFRESH_PEOPLE_AFTER_DAYS: count,
  REFRESH_PUBLICATIONS_AFTER_DAYS: count,
  /** The requests of the refresh per UTC day, by source: `orcid=500 crossref=5000 …`. 0: the source is not asked. */
  REFRESH_REQUESTS_PER_DAY: requestsBySource,
  /** The contact address sent to sources (Crossref "polite pool"); empty for none. */
  SOURCES_CONTACT_EMAIL: () => z.union([z.literal(''), z.email()]),
  /** For how many days these are kept. Without a number of days, activity events stay. */
  ACTIVITY_RETENTION_DAYS: () => positive().optional(),
  AUDIT_RETENTION_DAYS: () => positive().default(400),
  JOB_REPORT_RETENTION_DAYS: () => positive().default(90),
  BUCKET_NAME: optionalText,
  /** The bucket of the ledger of revocations. */
  LEDGER_BUCKET_NAME: optionalText,
  /** The issuer, audience and signing keys of the ID tokens that the dashboard accepts. */
  SIGN_IN_ISSUER: url,
  SIGN_IN_AUDIENCE: text,
  SIGN_IN_JWKS_URL: url,
  /** The secret of the client at the issuer, if it has one. */
  SIGN_IN_CLIENT_SECRET_ARN: optionalText,
  /** Whether e-mail addresses count as verified if a token has no `email_verified` claim. */
  SIGN_IN_EMAILS_VERIFIED: flag,
  /** The load balancer whose x-amzn-oidc-data header is accepted, and its client id at the issuer. */
  ALB_ARN: optionalText,
  ALB_CLIENT_ID: optionalText,
  /** Where its public keys are, by key id; without it, where AWS has those of its region. */
  ALB_PUBLIC_KEYS_URL: () => url().optional(),
  /** E-mail addresses that are superadmins without a user record, in lower case. */
  ADMIN_EMAILS: words,
  /** Whether every request has come through CloudFront. */
  BEHIND_EDGE: flagOrFalse,
  /** The origins of the dashboard's pages: for CORS, CSRF protection and links in mails. */
  TRUSTED_ORIGINS: words,
  /** The user pool of this deployment, unless it uses an external issuer. */
  USER_POOL_ID: optionalText,
  USER_POOL_CLIENT_ID: optionalText,
  ADMIN_CLI_SECRET_ARN: optionalText,
  /** The administrators who may reset the data, in lower case. Empty: nobody. */
  RESET_ALLOWED_EMAILS: words,
  /** What they have to type; by default `RESET <workspace>`. */
  RESET_CONFIRMATION: optionalText,
  /** Whether only superadmins may change the rollout. */
  ROLLOUT_REQUIRES_ADMIN: flag,
  /** The identifiers and names of the institution, as JSON. */
  INSTITUTION: () => z.string().default('{}'),
  // Set by Lambda and by the local stack.
  AWS_REGION: text,
  AWS_ACCESS_KEY_ID: text,
  AWS_SECRET_ACCESS_KEY: text,
  AWS_SESSION_TOKEN: () => z.string().optional(),
  AWS_ENDPOINT_URL: () => url().optional(),
  AWS_ENDPOINT_URL_S3: () => url().optional(),
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: () => count().optional(),
} as const;

export type VariableName = keyof typeof variables;
type ValueOf<Name extends VariableName> = z.output<ReturnType<(typeof variables)[Name]>>;

/** The schemas of the variables that were read. */
const schemas: Partial<Record<VariableName, z.ZodType>> = {};

/**
 * Reads an environment variable. It is read on use, so that modules can be imported without the environment. Throws
 * MissingVariable if it is missing or malformed.
 */
export function env<Name extends VariableName>(name: Name): ValueOf<Name> {
  schemas[name] ??= variables[name]();
  const parsed = schemas[name].safeParse(process.env[name]);
  if (!parsed.success) throw new MissingVariable(name);
  return parsed.data as ValueOf<Name>;
}

/** A required environment variable is missing or malformed. */
export class MissingVariable extends Error {
  // A literal: minified bundles rename classes.
  override name = 'MissingVariable';

  constructor(name: VariableName) {
    super(`The environment variable ${name} is missing or malformed`);
  }
}
