import { countryCode } from '../../domain/values/country.ts';
import type { OpenAccessStatus } from '../../domain/values/open-access-status.ts';
import { webUrl } from '../../domain/values/web-url.ts';
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
  const named = rightsList.flatMap(({ rights }) => namedLicence(textOrNull(rights) ?? '') ?? [])[0];
  return known ?? named ?? addresses[0] ?? null;
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
    /\bby\b|attribution|namensnennung|reconocimiento|atribuci[oó]n|atribui[cç][aã]o|attribuzione|naamsvermelding/i,
  ],
  [
    'nc',
    /\bnc\b|non[- ]?commercial|nicht[- ]?kommerziell|utilisation commerciale|n[oã]o?[- ]?comercial|niet[- ]?commercieel/i,
  ],
  [
    'nd',
    /\bnd\b|no[- ]?deriv|keine[- ]bearbeitung|pas de modification|s[ie][nm][- ]?(?:obra)?[- ]?deriv|non opere derivate|geen[- ]?afgeleide/i,
  ],
  [
    'sa',
    /\bsa\b|share[- ]?alike|gleichen bedingungen|m[êe]mes conditions|compartir[- ]?igual|compartilha[- ]?igual|stesso modo|gelijk[- ]?delen/i,
  ],
];

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
  const isCommons = /\bcc\b|creative commons|^(?:attribution|namensnennung|reconocimiento|atribui|attribuzione)/i.test(
    words,
  );
  const parts = elements.flatMap(([abbreviation, pattern]) => (pattern.test(words) ? abbreviation : []));
  if (!isCommons || parts[0] !== 'by' || version === undefined) return undefined;
  const jurisdiction = version < '4' ? jurisdictionOf(of) : undefined;
  return `https://creativecommons.org/licenses/${parts.join('-')}/${version}/${jurisdiction ? `${jurisdiction}/` : ''}`;
}

/** The jurisdiction that a version below 4.0 was ported to; undefined for "Unported" and "Generic". */
function jurisdictionOf(written: string): string | undefined {
  const [name = ''] = written.split(/\s*[(,;:]/);
  if (/^(?:igo|intergovernmental)/i.test(name)) return 'igo';
  if (/^(?:uk|united kingdom)\b/i.test(name)) return 'uk';
  return /^[A-Z]{2}$/.test(name) ? name.toLowerCase() : countryCode(name);
}
