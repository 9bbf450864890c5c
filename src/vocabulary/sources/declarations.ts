import type { Bibliography } from '../bibliography.ts';

type Field = keyof Bibliography;

/** A limit that depends on what identifies us. Credentials count as a contact where nothing else is said. */
export interface LimitByAccess {
  withoutContact: number;
  withContact: number;
  withCredentials?: number;
}

/** Everything about a source except how its answers are read, which `readers` in src/sources defines. */
interface SourceDeclaration {
  /** Its name in messages and on pages. */
  printed: string;
  /** `agency`: registers DOIs. `enrichment`: adds to the agency's data. `people`: has records of people. */
  kind: 'agency' | 'enrichment' | 'people';
  /** Its data, for docs/sources.md. */
  provides: string;
  url: string;
  /** The default rate of all workers together. */
  requestsPerSecond: number | LimitByAccess;
  /** The default rate for lists, if the source limits or bills them apart from single records. */
  listRequestsPerSecond?: number | LimitByAccess;
  /** Concurrent requests of one process. */
  maxInFlight: number;
  /** Concurrent requests of all workers together, if the source limits them. */
  maxInFlightInAll?: LimitByAccess;
  /** The default budget of a UTC day, if the source has such a limit, and whether only lists count. */
  requestsPerDay?: LimitByAccess & { onlyLists?: true };
  /** A 429 without a delay means that the quota of the day is used up, because other refusals have other statuses. */
  refusesQuotaWithoutDelay?: true;
  /** The form of its credentials, if it takes any: `key`, or `id:secret`. */
  credentials?: 'key' | 'id:secret';
  /** Where it issues tokens for its credentials. */
  tokenUrl?: string;
  /** The default budget of the refresh in a UTC day. */
  refreshRequestsPerDay: number;
  /** The requests that the refresh makes for one changed record. */
  requestsOfChange: number;
  /** The rank by which sources are preferred for a field, lowest first. Agencies share one. */
  rank: number;
  gives: 'all' | { only: readonly Field[] } | { allBut: readonly Field[] };
  /** The fields for which it is preferred to all others. */
  bestFor?: readonly Field[];
  /** It is asked only for fields that sources of a lower rank, which answer first, do not have. */
  fillsGaps?: true;
  /** It is off unless the setting `sources.<name>.enabled` is true. */
  isOptional?: true;
  /** For an agency: the DOI prefixes for which it is asked first. */
  likelyPrefixes?: readonly string[];
}

/**
 * The sources of the registry. Settings, environment, rates, and the order of merging, fetching, storing and rederiving
 * follow from this list: docs/contributing/add-a-source.md. Names are stored and never change.
 */
export const sources = {
  orcid: {
    printed: 'ORCID',
    kind: 'people',
    provides: "a researcher's name and list of works",
    url: 'https://pub.orcid.org/v3.0',
    requestsPerSecond: 12,
    maxInFlight: 4,
    // Its filter refuses an address from the 10,000th request of a day, and writes to a client after 40,000:
    // https://github.com/ORCID/ORCID-Source, ApiRateLimitFilter.
    requestsPerDay: { withoutContact: 9_000, withContact: 9_000, withCredentials: 39_000 },
    refusesQuotaWithoutDelay: true,
    credentials: 'id:secret',
    tokenUrl: 'https://orcid.org/oauth/token',
    refreshRequestsPerDay: 1_000,
    // An ingestion reads two sections of an ORCID record.
    requestsOfChange: 2,
    rank: 3,
    gives: {
      allBut: [
        'license_url',
        'license',
        'funders',
        'relations',
        'cited_by_count',
        'integrity',
        'is_retracted',
        'open_access_status',
      ],
    },
  },
  // https://www.crossref.org/blog/announcing-changes-to-rest-api-rate-limits/
  crossref: {
    printed: 'Crossref',
    kind: 'agency',
    provides: 'a publication',
    url: 'https://api.crossref.org',
    requestsPerSecond: { withoutContact: 5, withContact: 10 },
    listRequestsPerSecond: { withoutContact: 1, withContact: 3 },
    maxInFlight: 1,
    maxInFlightInAll: { withoutContact: 1, withContact: 3 },
    credentials: 'key',
    refreshRequestsPerDay: 5_000,
    requestsOfChange: 1,
    rank: 1,
    gives: 'all',
  },
  // 500 requests in five minutes, 1,000 or 3,000: https://support.datacite.org/docs/rate-limit
  datacite: {
    printed: 'DataCite',
    kind: 'agency',
    provides: 'a publication',
    url: 'https://api.datacite.org',
    requestsPerSecond: { withoutContact: 1, withContact: 3, withCredentials: 9 },
    maxInFlight: 3,
    credentials: 'id:secret',
    refreshRequestsPerDay: 2_000,
    requestsOfChange: 1,
    rank: 1,
    gives: 'all',
    // Large registrants: Dryad, Zenodo, figshare, Dataverse, Mendeley Data, OSF, arXiv, …
    likelyPrefixes: [
      '10.1594',
      '10.3929',
      '10.4121',
      '10.5061',
      '10.5281',
      '10.6084',
      '10.7910',
      '10.13140',
      '10.14279',
      '10.17605',
      '10.17632',
      '10.18452',
      '10.25384',
      '10.48550',
    ],
  },
  openalex: {
    printed: 'OpenAlex',
    kind: 'enrichment',
    provides: 'citations, open access, retraction',
    url: 'https://api.openalex.org',
    // Lists cost a credit, single records by `doi:` nothing: https://github.com/ourresearch/openalex-api-proxy.
    requestsPerSecond: 10,
    listRequestsPerSecond: 10,
    maxInFlight: 4,
    requestsPerDay: { withoutContact: 1_000, withContact: 1_000, withCredentials: 10_000, onlyLists: true },
    credentials: 'key',
    refreshRequestsPerDay: 500,
    requestsOfChange: 1,
    rank: 2,
    gives: 'all',
    bestFor: ['cited_by_count', 'open_access_status'],
  },
  europepmc: {
    printed: 'Europe PMC',
    kind: 'enrichment',
    provides: 'abstracts that the agency lacks',
    url: 'https://www.ebi.ac.uk/europepmc/webservices/rest',
    requestsPerSecond: 5,
    maxInFlight: 2,
    refreshRequestsPerDay: 1_000,
    requestsOfChange: 1,
    rank: 4,
    gives: { only: ['abstract'] },
    fillsGaps: true,
    isOptional: true,
  },
} as const satisfies Record<string, SourceDeclaration>;

type Sources = typeof sources;
export type SourceName = keyof Sources;
type NameOf<Kind extends SourceDeclaration['kind']> = {
  [Name in SourceName]: Sources[Name]['kind'] extends Kind ? Name : never;
}[SourceName];
export type AgencyName = NameOf<'agency'>;
export type EnrichmentName = NameOf<'enrichment'>;

/** The limit for a deployment with this contact and these credentials. */
export function limitFor(limit: number | LimitByAccess, access: { contact: boolean; credentials: boolean }): number {
  if (typeof limit === 'number') return limit;
  const { withoutContact, withContact, withCredentials = access.contact ? withContact : withoutContact } = limit;
  if (access.credentials) return withCredentials;
  return access.contact ? withContact : withoutContact;
}

/** Single records and lists of a source, which may have limits of their own. */
export type Lane = 'single' | 'list';

/** The lane of a request: `single` at sources that treat lists as single records. */
export const laneOf = (name: SourceName, wanted: Lane): Lane =>
  declarationOf(name).listRequestsPerSecond === undefined ? 'single' : wanted;

/** The declaration of a source. */
export const declarationOf = (name: SourceName): SourceDeclaration => sources[name];

export const sourceNames = Object.keys(sources) as SourceName[];
const namesOf = (kind: SourceDeclaration['kind']) => sourceNames.filter((name) => sources[name].kind === kind);
export const agencyNames = namesOf('agency') as AgencyName[];
export const enrichmentNames = namesOf('enrichment') as EnrichmentName[];

/** The sources that are enabled by default. */
export const standardSources = sourceNames.filter((name) => !declarationOf(name).isOptional);

/** The kinds of sources whose fields are merged: the DOI agency, each enrichment, and ORCID records. */
export type SourceKind = 'agency' | 'orcid' | EnrichmentName;

const mergedAs = (name: SourceName) => (sources[name].kind === 'agency' ? 'agency' : name) as SourceKind;

const ranked = [...sourceNames].sort((one, other) => sources[one].rank - sources[other].rank);

/** The kinds of sources that provide a field, best first. */
export function sourcesOfField(field: Field): SourceKind[] {
  const giving = ranked.filter((name) => givesField(name, field));
  const best = giving.filter((name) => declarationOf(name).bestFor?.includes(field));
  return [...new Set([...best, ...giving].map(mergedAs))];
}

function givesField(name: SourceName, field: Field): boolean {
  const { gives } = declarationOf(name);
  if (gives === 'all') return true;
  return 'only' in gives ? gives.only.includes(field) : !gives.allBut.includes(field);
}

/** Whether a source that fills gaps may provide a field that none of these sources, which were read before it, has. */
export function hasGapFor(name: SourceName, known: readonly Bibliography[]): boolean {
  const { gives } = declarationOf(name);
  const fields = typeof gives === 'object' && 'only' in gives ? gives.only : [];
  return fields.some((field) => known.every((each) => isEmptyValue(each[field])));
}

/** Whether a value means that the source has none. */
export const isEmptyValue = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
