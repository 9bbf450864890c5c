import * as z from 'zod';

const url = z.url({ protocol: /^https?$/ });
const count = z.coerce.number().int().min(0);
/** A list as the stacks write it: values joined by blanks, none of which holds one. */
const words = z
  .string()
  .default('')
  .transform((joined) => joined.split(' ').filter(Boolean));

/** The usage plans by their limit, `60=<id> … unlimited=<id>`: the highest has none. */
const usagePlans = z
  .string()
  .regex(/^(?:\b(?:\d+|unlimited)=\S+ ?)+$/)
  .transform((joined) =>
    joined.split(' ').map((plan) => {
      const [limit = '', id = ''] = plan.split('=');
      return { perMinute: limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit), id };
    }),
  );

/** Every environment variable a function may read. The stacks set exactly those its grants call for. */
const variables = {
  TABLE_NAME: z.string().min(1),
  RESEARCHERS_QUEUE_URL: url,
  WORKS_QUEUE_URL: url,
  API_KEY_PEPPER_SECRET_ARN: z.string().min(1),
  USAGE_PLANS: usagePlans,
  INSTALLATION_REQUESTS_PER_MINUTE: z.coerce.number().int().positive(),
  /** Hosts on which sites may be verified although they are private and without https: a laptop's. */
  VERIFICATION_ALLOWED_HOSTS: words,
  OPENALEX_API_KEY_SECRET_ARN: z.string().min(1).optional(),
  /** The address clients know the API by, without a slash at its end: what absolute addresses in answers begin with. */
  PUBLIC_BASE_URL: url,
  /** How old a public list may be; 0 looks for changes before every answer. */
  LIST_STALENESS_MS: count,
  /** Address of the three APIs of each source and the pace the service keeps; 0 sets no pace. */
  ORCID_URL: url,
  ORCID_REQUESTS_PER_SECOND: count,
  CROSSREF_URL: url,
  CROSSREF_REQUESTS_PER_SECOND: count,
  DATACITE_URL: url,
  DATACITE_REQUESTS_PER_SECOND: count,
  OPENALEX_URL: url,
  OPENALEX_REQUESTS_PER_SECOND: count,
  /** OpenAlex calls a UTC day; 0 sets no budget. */
  OPENALEX_REQUESTS_PER_DAY: count,
  /** The address sources may write to, sent as they ask (Crossref "polite pool"); empty sends none. */
  SOURCES_CONTACT_EMAIL: z.union([z.literal(''), z.email()]),
  BUCKET_NAME: z.string().min(1).optional(),
  /** Whose ID tokens the dashboard takes, for which client, and the keys they are signed with. */
  SIGN_IN_ISSUER: url,
  SIGN_IN_AUDIENCE: z.string().min(1),
  SIGN_IN_JWKS_URL: url,
  /** Whether an address is verified where a token does not say so. */
  SIGN_IN_EMAILS_VERIFIED: z.literal(['true', 'false']).transform((text) => text === 'true'),
  /** The load balancer that may vouch for a user with x-amzn-oidc-data, and its own client at the issuer. */
  ALB_ARN: z.string().min(1).optional(),
  ALB_CLIENT_ID: z.string().min(1).optional(),
  /** Who is a superadmin without being a user; lower-case. */
  ADMIN_EMAILS: words,
  /** The origins of the dashboard's pages: for CORS, cross-site requests, and links in mails. */
  TRUSTED_ORIGINS: words,
  /** The user pool of this deployment; an issuer of somebody else's has none that we could keep. */
  USER_POOL_ID: z.string().min(1).optional(),
  USER_POOL_CLIENT_ID: z.string().min(1).optional(),
  ADMIN_CLI_SECRET_ARN: z.string().min(1).optional(),
  // What Lambda itself sets, and the laptop cloud with it.
  AWS_REGION: z.string().min(1),
  AWS_ACCESS_KEY_ID: z.string().min(1),
  AWS_SECRET_ACCESS_KEY: z.string().min(1),
  AWS_SESSION_TOKEN: z.string().optional(),
  AWS_ENDPOINT_URL: url.optional(),
  AWS_ENDPOINT_URL_S3: url.optional(),
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: count.optional(),
} as const;

export type VariableName = keyof typeof variables;

/**
 * The value of one environment variable, read when it is needed so that importing a module needs no environment.
 * Throws a MissingVariable when it is missing or malformed.
 */
export function env<Name extends VariableName>(name: Name): z.output<(typeof variables)[Name]> {
  const parsed = variables[name].safeParse(process.env[name]);
  if (!parsed.success) throw new MissingVariable(name);
  return parsed.data as z.output<(typeof variables)[Name]>;
}

/** A variable the function needs and does not have, or that makes no sense. */
export class MissingVariable extends Error {
  // A literal: minified bundles rename classes.
  override name = 'MissingVariable';

  constructor(name: VariableName) {
    super(`The environment variable ${name} is missing or malformed`);
  }
}
