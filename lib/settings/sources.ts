import * as z from 'zod';
import { count, email, text, wholeNumber } from './values.ts';

const sourceUrl = (standard: string) =>
  z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).default(standard);
const days = (standard: number) =>
  z.int({ error: 'must be a whole number' }).min(1, { error: 'must be at least 1' }).default(standard);

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

/** `requestsPerSecond` is the limit for all workers together; 0 means no limit. */
export const Sources = z
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

/** When and how much is refreshed by itself. */
export const Refresh = z.strictObject({
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

const ids = (pattern: RegExp, error: string) =>
  z.array(z.string(text).regex(pattern, { error }), { error: 'must be a list' }).default([]);

/** By what an employment on an ORCID record is one at the institution, and OpenAlex finds its works. */
export const InstitutionSettings = z.strictObject({
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
