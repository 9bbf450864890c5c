import * as z from 'zod';

const sourceUrl = (standard: string) =>
  z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).default(standard);
const count = (standard: number) =>
  z.int({ error: 'must be a whole number' }).min(0, { error: 'must not be negative' }).default(standard);
const email = z.email({ error: 'must be an e-mail address' });
const text = { error: 'must be a text' };

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

const Settings = z.strictObject({
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
  publicBaseUrl: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) URL' })
    .regex(/[^/]$/, { error: 'must not end with a slash' })
    .optional(),
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

/** Every setting of a deployment, complete. */
export type Config = z.output<typeof Settings>;

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
