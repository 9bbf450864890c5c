import * as z from 'zod';
import { declarationOf, limitFor, type SourceName, sourceNames } from '#src/vocabulary/sources/declarations.ts';
import { count, email, kmsKeyArn, secretArn, text, wholeNumber } from './values.ts';

const sourceUrl = (standard: string) =>
  z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).default(standard);
const bySource = <T>(settingOf: (name: SourceName) => T) =>
  Object.fromEntries(sourceNames.map((name) => [name, settingOf(name)])) as Record<SourceName, T>;
const days = (standard: number) =>
  z.int({ error: 'must be a whole number' }).min(1, { error: 'must be at least 1' }).default(standard);

/** The settings of a source, with defaults filled in. */
export interface SourceSettings {
  url: string;
  /** The limit for all workers together; 0 means no limit. */
  requestsPerSecond: number;
  /** The limit for lists, of a source that limits them apart from single records. */
  listRequestsPerSecond?: number;
  /** Requests at the same time, of all workers together; 0 means no limit. Only for a source that has such a limit. */
  maxInFlight?: number;
  /** Requests per UTC day, for all workers together; 0 means no limit. Only for a source that has such a limit. */
  requestsPerDay?: number;
  /** Only for a source that is off by default. */
  enabled?: boolean;
  /** A secret with what identifies us to a source that grants more then: docs/operating.md#credentials-of-sources. */
  credentialsSecretArn?: string | undefined;
  /** The KMS key of that secret, if it is not the default key of Secrets Manager. */
  credentialsKmsKeyArn?: string | undefined;
  /** Where a source issues tokens for its credentials. */
  tokenUrl?: string;
}

/** The settings of a source as given. What is missing follows from the contact and the credentials. */
export type GivenSourceSettings = Partial<SourceSettings> & Pick<SourceSettings, 'url'>;

function settingsOf(name: SourceName) {
  const { url, listRequestsPerSecond, maxInFlightInAll, requestsPerDay, credentials, tokenUrl, isOptional } =
    declarationOf(name);
  const fields: Record<string, z.ZodType> = { url: sourceUrl(url), requestsPerSecond: wholeNumber.optional() };
  if (listRequestsPerSecond !== undefined) fields.listRequestsPerSecond = wholeNumber.optional();
  if (maxInFlightInAll !== undefined) fields.maxInFlight = wholeNumber.optional();
  if (requestsPerDay !== undefined) fields.requestsPerDay = wholeNumber.optional();
  if (credentials !== undefined)
    Object.assign(fields, { credentialsSecretArn: secretArn.optional(), credentialsKmsKeyArn: kmsKeyArn.optional() });
  if (tokenUrl !== undefined) fields.tokenUrl = sourceUrl(tokenUrl);
  if (isOptional) fields.enabled = z.boolean({ error: 'must be true or false' }).default(false);
  const given = z
    .strictObject(fields)
    .refine(({ credentialsSecretArn, credentialsKmsKeyArn }) => credentialsSecretArn || !credentialsKmsKeyArn, {
      error: 'needs credentialsSecretArn',
      path: ['credentialsKmsKeyArn'],
    });
  return given.prefault({}) as unknown as z.ZodPrefault<z.ZodType<GivenSourceSettings, object>>;
}

/** The settings of each source, by its declaration. */
export const Sources = z.strictObject({
  ...bySource(settingsOf),
  /** Sent to the sources so that their operators can contact you. Agencies serve such clients faster. */
  contactEmail: z.union([z.literal(''), email]).default(''),
});

/** Fills in the limits of each source that follow from the contact and the credentials. */
export function withLimits({ contactEmail, ...given }: z.output<typeof Sources>) {
  const limited = bySource((name): SourceSettings => {
    const { requestsPerSecond, listRequestsPerSecond, maxInFlightInAll, requestsPerDay } = declarationOf(name);
    const settings = given[name];
    const access = { contact: contactEmail !== '', credentials: settings.credentialsSecretArn !== undefined };
    const perSecond = settings.requestsPerSecond ?? limitFor(requestsPerSecond, access);
    return {
      ...settings,
      requestsPerSecond: perSecond,
      ...(listRequestsPerSecond !== undefined && {
        // Who sets a lower rate, or none, means lists, too.
        listRequestsPerSecond:
          settings.listRequestsPerSecond ?? Math.min(limitFor(listRequestsPerSecond, access), perSecond),
      }),
      ...(maxInFlightInAll && { maxInFlight: settings.maxInFlight ?? limitFor(maxInFlightInAll, access) }),
      ...(requestsPerDay && { requestsPerDay: settings.requestsPerDay ?? limitFor(requestsPerDay, access) }),
    };
  });
  return { ...limited, contactEmail };
}

/** The enabled sources. */
export const enabledSources = ({
  sources,
}: {
  sources: Record<SourceName, Pick<SourceSettings, 'enabled'>>;
}): SourceName[] => sourceNames.filter((name) => !declarationOf(name).isOptional || sources[name].enabled);

/** The schedule and limits of the automatic refresh. */
export const Refresh = z.strictObject({
  /** Whether people and publications are refreshed automatically: docs/refresh.md. */
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
  /** The age at which a record is refreshed. */
  peopleAfterDays: days(1),
  publicationsAfterDays: days(7),
  /**
   * The refresh's requests to each source per UTC day, for all workers together; 0 disables the source. They count
   * towards `sources.openalex.requestsPerDay`. 500 lists are half of what OpenAlex allows a day without a key.
   */
  requestsPerDay: z.strictObject(bySource((name) => count(declarationOf(name).refreshRequestsPerDay))).prefault({}),
});

const ids = (pattern: RegExp, error: string) =>
  z.array(z.string(text).regex(pattern, { error }), { error: 'must be a list' }).default([]);

/** Identifies the institution in employments on ORCID records, and its works in OpenAlex. */
export const InstitutionSettings = z.strictObject({
  /** From https://ror.org, including departments that have their own. */
  ror: ids(
    /^(?:https:\/\/ror\.org\/)?0[a-hj-km-np-tv-z\d]{6}\d{2}$/,
    'must be ROR iDs such as https://ror.org/021nxhr62',
  ),
  grid: ids(/^grid\.\d+\.[\da-f]+$/, 'must be GRID ids such as grid.5335.0'),
  ringgold: ids(/^\d+$/, 'must be Ringgold ids, which are numbers'),
  /** For employments without an identifier. Case, accents and punctuation are ignored. */
  names: ids(/\S/, 'must not be empty'),
});
