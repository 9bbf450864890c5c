/**
 * The affiliations and the corresponding author of each author as shown, derived a second time from the recorded answers
 * of the agency and OpenAlex, without the service's own code. The names are given.
 */
import { at, isThere, many, plain, type Raw, unique } from './raw.ts';

interface Named {
  name: string;
  orcid: string | null;
}

interface Detail {
  printed: string | null;
  name: string | null;
  ror: string | null;
  country: string | null;
}

export interface Affiliated {
  affiliations: string[];
  details: Detail[];
  isCorresponding: boolean;
}

/**
 * Undefined if a source has people who are no authors, or a name of several, so that its list cannot be told from the
 * names alone.
 */
export function expectedAffiliations(
  agency: { raw: Raw[]; read: readonly Named[] } | undefined,
  openAlex: { raw: Raw[]; read: readonly Named[] } | undefined,
): Affiliated[] | undefined {
  for (const source of [agency, openAlex]) if (source && source.raw.length !== source.read.length) return undefined;
  const others = openAlex?.raw.map(atOpenAlex) ?? [];
  if (!agency || agency.raw.length === 0) return others;
  return agency.raw.map((raw, position) => {
    const own = atAgency(raw);
    const found = partner(agency.read, openAlex?.read ?? [], position);
    const other = found === undefined ? undefined : others[found];
    if (!other) return own;
    return {
      affiliations: own.affiliations.length > 0 ? own.affiliations : other.affiliations,
      details: own.details.length === 0 ? other.details : own.details.flatMap((detail) => completed(detail, other)),
      isCorresponding: other.isCorresponding,
    };
  });
}

/** The position in the other list of the same person. */
function partner(authors: readonly Named[], others: readonly Named[], position: number): number | undefined {
  const author = authors[position];
  if (!author) return undefined;
  const withId = (list: readonly Named[]) => list.filter(({ orcid }) => orcid !== null && orcid === author.orcid);
  const [same] = withId(others);
  if (same && withId(others).length === 1 && withId(authors).length === 1) return others.indexOf(same);
  const there = others[position];
  if (!there || (there.orcid !== null && author.orcid !== null && there.orcid !== author.orcid)) return undefined;
  const [own, theirs] = [words(author.name), words(there.name)];
  const isAlike =
    [...own].sort().join() === [...theirs].sort().join() ||
    (own.length > 1 && theirs.length > 1 && own.at(-1) === theirs.at(-1) && own[0]?.[0] === theirs[0]?.[0]);
  return isAlike && own.length > 0 ? position : undefined;
}

function completed(detail: Detail, { details }: Affiliated): Detail[] {
  const text = words(detail.printed ?? '').join(' ');
  const known = details.filter(({ name, ror, country }) => isThere(name) || isThere(ror) || isThere(country));
  const found = known.filter((other) => {
    if (detail.ror !== null && other.ror !== null) return detail.ror === other.ror;
    const [printed, name] = [words(other.printed ?? '').join(' '), words(other.name ?? '').join(' ')];
    return text !== '' && (text === printed || (name !== '' && ` ${text} `.includes(` ${name} `)));
  });
  if (detail.ror !== null || found.length === 0) {
    return [{ ...detail, name: found[0]?.name ?? null, country: detail.country ?? found[0]?.country ?? null }];
  }
  const organizations = new Map(found.map((each) => [each.ror ?? each.name, each]));
  return [...organizations.values()].map(({ name, ror, country }) => {
    return { printed: detail.printed, name, ror, country: country ?? detail.country };
  });
}

function atAgency(raw: Raw): Affiliated {
  const found = many(at(raw, 'affiliation')).map((each) => {
    const printed = plain(typeof each === 'string' ? each : at(each, 'name'));
    const ids = [
      ...many(at(each, 'id')).flatMap((id) => (at(id, 'id-type') === 'ROR' ? at(id, 'id') : [])),
      at(each, 'affiliationIdentifier'),
    ];
    const country = [...many(at(each, 'place')).map(plain), printed].map(countryIn).find(isThere) ?? null;
    return { printed, name: null, ror: ids.map(rorIn).find(isThere) ?? null, country };
  });
  const details = found.filter(({ printed, ror }) => ror !== null || (printed !== null && !isNone(printed)));
  return {
    affiliations: unique(details.map(({ printed }) => printed)),
    details: distinct(details),
    isCorresponding: false,
  };
}

const isNone = (text: string) => ['none', 'n/a', 'null', 'unknown', '-'].includes(text.toLowerCase());
const distinct = (details: Detail[]) => [
  ...new Map(details.map((detail) => [Object.values(detail).join('\n'), detail])).values(),
];

function atOpenAlex(raw: Raw): Affiliated {
  const institutions = many(at(raw, 'institutions'));
  const organization = (each: unknown) => ({
    name: plain(at(each, 'display_name')),
    ror: rorIn(at(each, 'ror')),
    country: (at(each, 'country_code') as string | null | undefined)?.toUpperCase() ?? null,
  });
  const mapped = new Set<unknown>();
  const details = many(at(raw, 'affiliations')).flatMap((each): Detail[] => {
    const printed = plain(at(each, 'raw_affiliation_string'));
    const ids = many(at(each, 'institution_ids'));
    for (const id of ids) mapped.add(id);
    const named = institutions.filter((one) => ids.includes(at(one, 'id')));
    if (named.length === 0) return printed === null ? [] : [{ printed, name: null, ror: null, country: null }];
    return named.map((one) => ({ printed, ...organization(one) }));
  });
  const others = institutions.filter((one) => !mapped.has(at(one, 'id')));
  const names = unique(institutions.map((one) => plain(at(one, 'display_name'))));
  return {
    affiliations: names.length > 0 ? names : unique(many(at(raw, 'raw_affiliation_strings')).map(plain)),
    details:
      institutions.length === 0
        ? []
        : [...details, ...others.map((one) => ({ printed: null, ...organization(one) }))].slice(0, 20),
    isCorresponding: at(raw, 'is_corresponding') === true,
  };
}

function rorIn(written: unknown): string | null {
  const id = String(written ?? '')
    .toLowerCase()
    .replace(/\/$/, '')
    .split('/')
    .at(-1);
  return id?.length === 9 && id.startsWith('0') ? `https://ror.org/${id}` : null;
}

const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
const regions = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].flatMap((one) =>
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].flatMap((two) => {
    const name = english.of(one + two);
    // Former codes, such as DD, are those of other countries now.
    const isFormer = new Intl.Locale(`und-${one}${two}`).region !== one + two;
    return name === undefined || isFormer ? [] : [[name.toLowerCase(), one + two] as const];
  }),
);
const countries = new Map<string, string>([
  ...[...regions].reverse(),
  ...['usa', 'us', 'united states of america'].map((name) => [name, 'US'] as const),
  ...['uk', 'great britain', 'england', 'scotland', 'wales', 'northern ireland'].map((name) => [name, 'GB'] as const),
  ...['pr china', 'peoples republic of china'].map((name) => [name, 'CN'] as const),
  ...['korea', 'republic of korea'].map((name) => [name, 'KR'] as const),
  ['the netherlands', 'NL'],
  ['russian federation', 'RU'],
  ['czech republic', 'CZ'],
  ['turkey', 'TR'],
  ['islamic republic of iran', 'IR'],
  ['viet nam', 'VN'],
  // Names in other languages that occur in recordings.
  ...['deutschland', 'allemagne'].map((name) => [name, 'DE'] as const),
  ['españa', 'ES'],
  ['brasil', 'BR'],
  ['méxico', 'MX'],
  ['italia', 'IT'],
  ['schweiz', 'CH'],
  ['österreich', 'AT'],
]);

function countryIn(written: string | null): string | null {
  const [last = ''] = (written ?? '').toLowerCase().replace(/[.'’]/g, '').split(/[,;]/).slice(-1);
  return ['georgia', 'jersey', 'chad'].includes(last.trim()) ? null : (countries.get(last.trim()) ?? null);
}

/** The words of a name without case and accents. */
function words(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/ł/g, 'l')
      .replace(/ø/g, 'o')
      .replace(/đ/g, 'd')
      .replace(/ı/g, 'i')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
