import * as z from 'zod';

/**
 * Requests of OAI-PMH 2.0: http://www.openarchives.org/OAI/openarchivesprotocol.html, sections 3.6 and 4. The protocol
 * answers errors in its own form, with the status 200.
 */

export type ErrorCode =
  | 'badVerb'
  | 'badArgument'
  | 'badResumptionToken'
  | 'cannotDisseminateFormat'
  | 'idDoesNotExist'
  | 'noRecordsMatch';

/** An error of the protocol. The message is shown to the harvester. */
export class OaiError extends Error {
  readonly code: ErrorCode;
  override readonly name = 'OaiError';

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export const metadataPrefixes = ['oai_dc', 'oai_openaire'] as const;
export type MetadataPrefix = (typeof metadataPrefixes)[number];

type ArgumentName = 'identifier' | 'metadataPrefix' | 'from' | 'until' | 'set' | 'resumptionToken';
const selective = { required: ['metadataPrefix'], optional: ['from', 'until', 'set'], hasToken: true } as const;

/** The arguments of each verb. A resumption token stands alone. */
const verbs = {
  Identify: { required: [], optional: [], hasToken: false },
  ListMetadataFormats: { required: [], optional: ['identifier'], hasToken: false },
  ListSets: { required: [], optional: [], hasToken: true },
  ListIdentifiers: selective,
  ListRecords: selective,
  GetRecord: { required: ['identifier', 'metadataPrefix'], optional: [], hasToken: false },
} as const satisfies Record<
  string,
  { required: readonly ArgumentName[]; optional: readonly ArgumentName[]; hasToken: boolean }
>;
export type HarvestVerb = keyof typeof verbs;

/** A period in seconds since the epoch, both ends included. */
export interface HarvestPeriod {
  from: number;
  until: number;
}

export interface OaiRequest {
  verb: HarvestVerb;
  arguments: Partial<Record<ArgumentName, string>>;
}

/** Longer than any identifier, with each byte of its DOI encoded, and than any token, which holds a DOI and a set. */
const maxArgumentLength = 6_000;

/** The arguments as documented. What is wrong with them is answered by the protocol, so all are optional. */
const argument = (description: string) => z.string().optional().meta({ description });
export const OaiArguments = z.object({
  verb: argument(`One of ${Object.keys(verbs).join(', ')}.`),
  identifier: argument('The identifier of a record, such as `oai:registry.example.org:10.1234/abc`.'),
  metadataPrefix: argument(`The format: ${metadataPrefixes.join(' or ')}.`),
  from: argument('Only records changed at or after this time: `YYYY-MM-DD` or `YYYY-MM-DDThh:mm:ssZ`.'),
  until: argument('Only records changed at or before this time.'),
  set: argument('Only records of this set, as `ListSets` names it.'),
  resumptionToken: argument('The token of the last response, for the next part of the list.'),
});

/** Reads the arguments as sent. Throws OaiError `badVerb` or `badArgument`. */
export function parseRequest(sent: readonly (readonly [name: string, value: string])[]): OaiRequest {
  const named = sent.filter(([name]) => name === 'verb').map(([, value]) => value);
  const [verb = ''] = named;
  if (named.length !== 1)
    throw new OaiError('badVerb', named.length === 0 ? 'There is no verb' : 'The verb is repeated');
  if (!Object.hasOwn(verbs, verb))
    throw new OaiError('badVerb', `The verb is none of ${Object.keys(verbs).join(', ')}`);
  const { required, optional, hasToken } = verbs[verb as HarvestVerb];
  const allowed: readonly string[] = [...required, ...optional, ...(hasToken ? ['resumptionToken'] : [])];
  const given: Record<string, string> = {};
  for (const [name, value] of sent) {
    if (name === 'verb') continue;
    if (!allowed.includes(name)) {
      const those = allowed.length > 0 ? `only the arguments ${allowed.join(', ')}` : 'no arguments';
      throw new OaiError('badArgument', `${verb} has ${those}`);
    }
    if (name in given) throw new OaiError('badArgument', `The argument ${name} is repeated`);
    const form = wellFormed[name as ArgumentName];
    if (value.length > maxArgumentLength || (form && !form.test(value)))
      throw new OaiError('badArgument', `The argument ${name} is too long or has characters that it cannot have`);
    given[name] = value;
  }
  if (given.resumptionToken !== undefined) {
    if (Object.keys(given).length > 1) throw new OaiError('badArgument', 'resumptionToken must be the only argument');
  } else {
    const missing = required.find((name) => given[name] === undefined);
    if (missing) throw new OaiError('badArgument', `${verb} needs the argument ${missing}`);
  }
  return { verb: verb as HarvestVerb, arguments: given };
}

/** The forms of OAI-PMH's schema, whose documents repeat the arguments. */
const wellFormed: Partial<Record<ArgumentName, RegExp>> = {
  metadataPrefix: /^[\w\-.!~*'()]+$/,
  set: /^[\w\-.!~*'()]+(:[\w\-.!~*'()]+)*$/,
};

export function parsePrefix(prefix: string | undefined): MetadataPrefix {
  const known = metadataPrefixes.find((each) => each === prefix);
  if (!known) throw new OaiError('cannotDisseminateFormat', `The formats are ${metadataPrefixes.join(' and ')}`);
  return known;
}

const utcDay = /^\d{4}-\d\d-\d\d$/;
const utcSecond = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** Reads `from` and `until`: both days or both seconds. Throws OaiError `badArgument`. */
export function parsePeriod({ from, until }: { from?: string; until?: string }): HarvestPeriod {
  const period = { from: 0, until: Number.MAX_SAFE_INTEGER };
  if (from !== undefined) period.from = secondsOf('from', from, 'T00:00:00Z');
  if (until !== undefined) period.until = secondsOf('until', until, 'T23:59:59Z');
  if (from !== undefined && until !== undefined && from.length !== until.length) {
    throw new OaiError('badArgument', 'from and until must have the same granularity');
  }
  if (period.from > period.until) throw new OaiError('badArgument', 'from is later than until');
  return period;
}

function secondsOf(name: string, value: string, timeOfDay: string): number {
  const ms = utcDay.test(value)
    ? Date.parse(value + timeOfDay)
    : utcSecond.test(value)
      ? Date.parse(value)
      : Number.NaN;
  // Date.parse takes 30 February for 1 March in some engines.
  const isDate = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(value.slice(0, 10));
  if (!isDate) throw new OaiError('badArgument', `${name} must be YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ`);
  return ms / 1000;
}

/** `2026-01-31T12:00:00Z` */
export const utcTime = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
