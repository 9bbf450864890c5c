import * as z from 'zod';

// Schemas are created on first use, because a function reads few of the variables.
const text = () => z.string().min(1);
const optionalText = () => text().optional();
const url = () => z.url({ protocol: /^https?$/ });
const count = () => z.coerce.number().int().min(0);
const positive = () => z.coerce.number().int().positive();
const flag = () => z.literal(['true', 'false']).transform((written) => written === 'true');
const flagOrFalse = () => flag().default(false);
const words = () =>
  z
    .string()
    .default('')
    .transform((joined) => joined.split(' ').filter(Boolean));

/** Usage plans by limit per minute: `60=<id> … unlimited=<id>`. */
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
    .pipe(z.record(z.string(), count()));

/** Every environment variable of the functions. The stacks set those that a function's grants require. */
const variables = {
  TABLE_NAME: text,
  /** The id of the table, if it is not the deployment's own. */
  TABLE_ID: optionalText,
  RESEARCHERS_QUEUE_URL: url,
  WORKS_QUEUE_URL: url,
  WEBHOOKS_QUEUE_URL: url,
  INTAKES_QUEUE_URL: url,
  FETCHES_QUEUE_URL: url,
  API_KEY_PEPPER_SECRET_ARN: text,
  /** The key used to hash the iDs of erased people. */
  ERASURE_KEY_SECRET_ARN: text,
  USAGE_PLANS: usagePlans,
  /** The value of the tag on the deployment's keys in API Gateway. */
  GATEWAY_KEY_OWNER: text,
  INSTALLATION_REQUESTS_PER_MINUTE: positive,
  /** The invitations that a person may send per UTC day. */
  INVITATIONS_PER_DAY: positive,
  /** Private hosts that can be verified over http, for the local stack. */
  VERIFICATION_ALLOWED_HOSTS: words,
  /** The API's public base URL, without a trailing slash. Absolute URLs in responses start with it. */
  PUBLIC_BASE_URL: url,
  /** The maximum age of public lists; 0 checks for changes on every request. */
  LIST_STALENESS_MS: count,
  /** Whether public lists show every version of a publication, not only the newest or published one. */
  LIST_EVERY_VERSION: flagOrFalse,
  /** Whether writes mark rows that leave public lists, for lists in a database. */
  LISTS_MARK_LEFT_ROWS: flagOrFalse,
  /** The function that brings lists in PostgreSQL up to date, for those who find them behind. */
  LISTS_FEEDER: optionalText,
  /** Set if the function's lists of publications and works are in PostgreSQL. */
  LISTS_ENGINE: () => z.literal('postgres').optional(),
  /** The cluster, its secret and its database, for functions that read lists there or fill them. */
  LISTS_CLUSTER_ARN: text,
  LISTS_SECRET_ARN: text,
  LISTS_DATABASE: text,
  /** The enabled sources among those that are off by default. */
  OPTIONAL_SOURCES: words,
  /** The UTC hour at which the refresh begins, and its hours; 0 for never. */
  REFRESH_FROM_HOUR: count,
  REFRESH_HOURS: count,
  /** Days after which people and publications are refreshed. */
  REFRESH_PEOPLE_AFTER_DAYS: count,
  REFRESH_PUBLICATIONS_AFTER_DAYS: count,
  /** The refresh's requests per UTC day, by source: `orcid=500 crossref=5000 …`. A source with 0 is not asked. */
  REFRESH_REQUESTS_PER_DAY: requestsBySource,
  /** The contact address sent to sources (Crossref "polite pool"); empty for none. */
  SOURCES_CONTACT_EMAIL: () => z.union([z.literal(''), z.email()]),
  /** Days of retention. If absent, activity events stay. */
  ACTIVITY_RETENTION_DAYS: () => positive().optional(),
  AUDIT_RETENTION_DAYS: () => positive().default(400),
  JOB_REPORT_RETENTION_DAYS: () => positive().default(90),
  BUCKET_NAME: optionalText,
  LEDGER_BUCKET_NAME: optionalText,
  /** The issuer, audience and signing keys of the ID tokens that the dashboard accepts. */
  SIGN_IN_ISSUER: url,
  SIGN_IN_AUDIENCE: text,
  SIGN_IN_JWKS_URL: url,
  /** The secret of the client at the issuer, if any. */
  SIGN_IN_CLIENT_SECRET_ARN: optionalText,
  /** Whether e-mail addresses count as verified if a token has no `email_verified` claim. */
  SIGN_IN_EMAILS_VERIFIED: flag,
  /** The load balancer whose x-amzn-oidc-data header is accepted, and its client id at the issuer. */
  ALB_ARN: optionalText,
  ALB_CLIENT_ID: optionalText,
  /** The address of its public keys, by key id. Defaults to AWS's address for the region. */
  ALB_PUBLIC_KEYS_URL: () => url().optional(),
  /** E-mail addresses that are superadmins without a user record, in lower case. */
  ADMIN_EMAILS: words,
  /** Whether all requests come through CloudFront. */
  BEHIND_EDGE: flagOrFalse,
  /** Origins of the dashboard's pages, for CORS, CSRF protection and links in mails. */
  TRUSTED_ORIGINS: words,
  /** The deployment's user pool, unless it uses an external issuer. */
  USER_POOL_ID: optionalText,
  USER_POOL_CLIENT_ID: optionalText,
  ADMIN_CLI_SECRET_ARN: optionalText,
  /** Administrators who may reset the data, in lower case. Empty means nobody. */
  RESET_ALLOWED_EMAILS: words,
  /** The confirmation they must type; by default `RESET <workspace>`. */
  RESET_CONFIRMATION: optionalText,
  /** Whether only superadmins may change the rollout. */
  ROLLOUT_REQUIRES_ADMIN: flag,
  INSTITUTION: () => z.string().default('{}'),
  /** When somebody must be a member for an output to be the group's, unless a request says it: docs/groups.md. */
  GROUP_BASIS: optionalText,
  /** How many months after its end a membership counts. */
  GROUP_MONTHS_AFTER: () => count().default(0),
  /** How the registry is called in feeds and by harvesters, and whom they can write to; empty for nobody. */
  SITE_NAME: text,
  SITE_CONTACT_EMAIL: () => z.union([z.literal(''), z.email()]),
  // Set by Lambda and by the local stack.
  AWS_REGION: text,
  AWS_ACCESS_KEY_ID: text,
  AWS_SECRET_ACCESS_KEY: text,
  AWS_SESSION_TOKEN: () => z.string().optional(),
  AWS_ENDPOINT_URL: () => url().optional(),
  AWS_ENDPOINT_URL_S3: () => url().optional(),
  AWS_ENDPOINT_URL_RDS_DATA: () => url().optional(),
  AWS_ENDPOINT_URL_LAMBDA: () => url().optional(),
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: () => count().optional(),
  AWS_LAMBDA_INITIALIZATION_TYPE: optionalText,
} as const;

export type VariableName = keyof typeof variables;
type ValueOf<Name extends VariableName> = z.output<ReturnType<(typeof variables)[Name]>>;

const schemas: Partial<Record<VariableName, z.ZodType>> = {};

/** Reads an environment variable on use, so imports need no environment. Throws MissingVariable. */
export function env<Name extends VariableName>(name: Name): ValueOf<Name> {
  schemas[name] ??= variables[name]();
  const parsed = schemas[name].safeParse(process.env[name]);
  if (!parsed.success) throw new MissingVariable(name);
  return parsed.data as ValueOf<Name>;
}

const limit = () => count().default(0);

/** The variables of each source, such as `CROSSREF_URL`. 0 means no limit; a budget is of a UTC day. */
const ofSource = {
  URL: url,
  REQUESTS_PER_SECOND: count,
  LIST_REQUESTS_PER_SECOND: limit,
  /** The concurrent requests of all workers together. */
  MAX_IN_FLIGHT: limit,
  REQUESTS_PER_DAY: limit,
  CREDENTIALS_SECRET_ARN: optionalText,
  /** Where a source issues tokens for its credentials. */
  TOKEN_URL: () => url().optional(),
} as const;

export type SourceVariable = keyof typeof ofSource;

const sourceSchemas = new Map<string, z.ZodType>();

/** Reads a variable of a source, like `env`. */
export function sourceEnv<Name extends SourceVariable>(
  source: string,
  variable: Name,
): z.output<ReturnType<(typeof ofSource)[Name]>> {
  const name = `${source.toUpperCase()}_${variable}`;
  const schema = sourceSchemas.get(name) ?? ofSource[variable]();
  sourceSchemas.set(name, schema);
  const parsed = schema.safeParse(process.env[name]);
  if (!parsed.success) throw new MissingVariable(name);
  return parsed.data as z.output<ReturnType<(typeof ofSource)[Name]>>;
}

/** A required environment variable is missing or malformed. */
export class MissingVariable extends Error {
  // A literal: minified bundles rename classes.
  override name = 'MissingVariable';

  constructor(name: string) {
    super(`The environment variable ${name} is missing or malformed`);
  }
}
