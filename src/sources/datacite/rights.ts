import { countryCode } from '#src/vocabulary/country.ts';
import type { OpenAccessStatus } from '#src/vocabulary/open-access-status.ts';
import { webUrl } from '#src/vocabulary/web-url.ts';
import { textOrNull } from '../fields/response-fields.ts';
import type { Attributes } from './response.ts';

/** An address as the whole text of the rights, or a Creative Commons address within it. */
const licenceAddress =
  /^\s{0,9}https?:\/\/\S+\s{0,9}$|https?:\/\/(?:www\.)?creativecommons\.org\/(?:licenses|publicdomain)\/[\w./-]{1,50}/i;

/**
 * A statement about access, which is no licence: https://www.openaire.eu guidelines (`info:eu-repo/semantics/…`), and
 * https://vocabularies.coar-repositories.org/access_rights/.
 */
const accessRight =
  /info:eu-repo\/semantics\/(?<name>open|closed|restricted|embargoed)access|purl\.org\/coar\/access_right\/(?<coar>c_abf2|c_14cb|c_16ec|c_f1cf)/i;

/** The address of the licence: as deposited, preferably of a known licence, or else told by the name. */
export function licenseOf({ rightsList }: Attributes): string | null {
  const addresses = rightsList
    .flatMap(({ rightsUri, rights }) => webUrl(rightsUri) ?? webUrl(licenceAddress.exec(rights ?? '')?.[0]) ?? [])
    .filter((url) => !accessRight.test(url));
  const known = addresses.find((url) => /creativecommons\.org|opendatacommons|spdx|gnu\.org/i.test(url));
  const names = [...rightsList.map(({ rights }) => rights), ...rightsList.map((one) => one.rightsIdentifier)];
  const named = names.flatMap((name) => namedLicence(textOrNull(name) ?? '') ?? [])[0];
  return known ?? named ?? addresses[0] ?? null;
}

/**
 * The licence by its identifier at SPDX (https://spdx.org/licenses/), in lower case as DataCite writes it: `apache-2.0`.
 * Its address needs the case that DataCite does not keep.
 */
export function spdxLicense({ rightsList }: Attributes): string | null {
  const identifiers = rightsList.flatMap(({ rightsIdentifier, rightsIdentifierScheme: scheme }) =>
    /^spdx$/i.test(scheme?.trim() ?? '') ? (textOrNull(rightsIdentifier) ?? []) : [],
  );
  return identifiers.find((identifier) => /^[a-z\d][a-z\d.+-]{1,60}$/i.test(identifier))?.toLowerCase() ?? null;
}

/** The access that the repository states. OpenAlex knows more, if it knows the work. */
export function accessOf({ rightsList }: Attributes): OpenAccessStatus | null {
  for (const { rightsUri, rights } of rightsList) {
    const { name, coar } = accessRight.exec(rightsUri ?? '')?.groups ?? accessRight.exec(rights ?? '')?.groups ?? {};
    if (name !== undefined || coar !== undefined)
      return /^(?:open|c_abf2)$/i.test(name ?? coar ?? '') ? 'green' : 'closed';
  }
  return null;
}

/** The words of Creative Commons' licences in the languages of its deeds. */
const elements: [abbreviation: string, words: RegExp][] = [
  [
    'by',
    /\bby\b|\battribution\b|\bnamensnennung\b|\breconocimiento\b|\batribuci[oó]n\b|\batribui[cç][aã]o\b|\battribuzione\b|\bnaamsvermelding\b/i,
  ],
  [
    'nc',
    /\bnc\b|\bnon[- ]?commercial\b|\bnicht[- ]?kommerziell\b|\bpas d.utilisation commerciale\b|(?<!\p{L})n[oã]o?[- ]?comercial\b|\bnon commerciale\b|\bniet[- ]?commercieel\b/iu,
  ],
  [
    'nd',
    /\bnd\b|\bno[- ]?deriv\w*(?: works)?|\bkeine[- ]?bearbeitung(?:en)?\b|\bpas de modification\b|\bs[ie][nm][- ]?(?:obra)?[- ]?deriv\w*|\bnon opere derivate\b|\bgeen[- ]?afgeleide ?werken\b/i,
  ],
  [
    'sa',
    /\bsa\b|\bshare[- ]?alike\b|\bweitergabe unter gleichen bedingungen\b|\bpartage dans les m[êe]mes conditions\b|\bcompartir[- ]?igual\b|\bcompartilha[- ]?igual\b|\bcondividi allo stesso modo\b|\bgelijk[- ]?delen\b/i,
  ],
];
/** Other words in the names of licences. */
const otherWords = /\bcreative commons\b|\bcc\b|\bpublic\b|\blicen[cs]ed?\b|\blizenz\b/gi;

/**
 * The address of a Creative Commons licence by its name: "Attribution 3.0 United States", "CC BY-NC 4.0". Undefined
 * without a version, which decides what is allowed. https://creativecommons.org/licenses/list.en
 */
function namedLicence(name: string): string | undefined {
  if (name.length > 200) return undefined;
  if (/^(?:creative commons )?(?:cc[- ]?0|cc zero|zero)\b|public domain dedication/i.test(name)) {
    return 'https://creativecommons.org/publicdomain/zero/1.0/';
  }
  if (/^(?:creative commons )?(?:public domain mark|pdm)\b/i.test(name)) {
    return 'https://creativecommons.org/publicdomain/mark/1.0/';
  }
  const [, words = '', version, of = ''] = /^(.{2,150}?)[\s-]v?([1-4]\.\d)\b\s?(.{0,60})$/.exec(name) ?? [];
  const parts = elements.flatMap(([abbreviation, pattern]) => (pattern.test(words) ? abbreviation : []));
  // Nothing but the words of a licence: not "Attribution to the authors of version 3.0".
  const left = elements
    .reduce((text, [, pattern]) => text.replace(new RegExp(pattern, `${pattern.flags}g`), ' '), words)
    .replace(otherWords, ' ');
  if (parts[0] !== 'by' || version === undefined || /\p{L}/u.test(left)) return undefined;
  const jurisdiction = version < '4' ? jurisdictionOf(of) : '';
  return jurisdiction === undefined
    ? undefined
    : `https://creativecommons.org/licenses/${parts.join('-')}/${version}/${jurisdiction}`;
}

/** The path of the jurisdiction that a version below 4.0 was ported to. Undefined if it is unknown. */
function jurisdictionOf(written: string): string | undefined {
  const [name = ''] = written.split(/\s*[(),;:]/);
  if (name === '' || /^(?:unported|generic|international|universal)\b/i.test(name)) return '';
  if (/^(?:igo|intergovernmental)/i.test(name)) return 'igo/';
  if (/^(?:uk|united kingdom)\b/i.test(name)) return 'uk/';
  const code = /^[A-Z]{2}$/.test(name) ? name.toLowerCase() : countryCode(name);
  return code && `${code}/`;
}
