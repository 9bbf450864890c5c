const address = /^https?:\/\/(?:www\.)?creativecommons\.org\/(?:licen[cs]es\/)?([^?#]*)/i;
/** In the order of the names of the licences. */
const conditions = ['by', 'nc', 'nd', 'sa'];

/**
 * The conditions of a licence, of the whole segment of a path: `by-nc-nd` for `by-nd-nc`, as version 1.0 has it. Undefined if
 * it is not known, because a part of it would lack a condition. https://creativecommons.org/share-your-work/cclicenses/
 */
function termsOf(segment: string): string | undefined {
  const said = segment.split('-');
  const found = conditions.filter((each) => said.includes(each));
  const isKnown = found.length === said.length && found[0] === 'by' && !(said.includes('nd') && said.includes('sa'));
  return isKnown ? found.join('-') : undefined;
}

/** `cc-by-4.0` for the address of a Creative Commons licence; null for others. Without a version, the name has none. */
export function licenseName(url: string | null): string | null {
  const [, path = ''] = address.exec(url?.trim() ?? '') ?? [];
  const [first = '', ...others] = path.toLowerCase().split(/\/+/).filter(Boolean);
  const isDedication = first === 'publicdomain';
  const [kind = '', version = ''] = isDedication ? others : [first, ...others];
  const number = /^\d\.\d(?=\W*$)/.exec(version)?.[0];
  const versioned = (name: string) => (number === undefined ? name : `${name}-${number}`);
  if (isDedication) return kind === 'zero' ? versioned('cc0') : kind === 'mark' ? 'public-domain' : null;
  const terms = /\/licen[cs]es\//i.test(url ?? '') ? termsOf(kind) : undefined;
  return terms === undefined ? null : versioned(`cc-${terms}`);
}

const versioned = /^(cc-by(?:-nc)?(?:-nd|-sa)?|cc0)-\d/;

/**
 * The values by which a filter finds a licence: its name, and of a Creative Commons licence with a version the name
 * without it.
 */
export function licenseValues(name: string): string[] {
  const [, family] = versioned.exec(name) ?? [];
  return family === undefined ? [name] : [name, family];
}
