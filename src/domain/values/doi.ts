import * as z from 'zod';

/** Zero-width and directional characters, soft hyphens and byte-order marks that copying leaves inside identifiers. */
const invisible = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;
/** Hyphens, en dash and minus sign: typesetting turns the ASCII hyphen of a DOI into these. */
const dashes = /[\u2010-\u2013\u2212]/g;
const label = /^(?:info:doi\/|urn:doi:|doi(?:\s*[:=]\s*|\s+))/i;
const resolver = /^(?:https?:\/\/)?(?:dx\.|www\.)?doi\.org\/+/i;
/** Directory indicator, registrant code, suffix: ISO 26324. A suffix may hold any printable character. */
const shape = /^10\.\d{1,9}(?:\.\d+)*\/[^\s\p{Cc}\p{Cs}]+$/u;
/** A DOI is part of sort keys, which DynamoDB limits to 1,024 bytes. */
const longestBytes = 1000;

const quotes: Record<string, string> = { '<': '>', '(': ')', '[': ']', '"': '"', "'": "'", '“': '”' };
const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' };

/**
 * The canonical form of a DOI however it was written: bare, labelled (`doi:`, `DOI `) or as a resolver URL, in any
 * case, percent-encoded in a URL, with entities, white space around it, invisible characters or typeset dashes.
 * Lower-case, because DOIs are compared without regard to ASCII case (ISO 26324). Undefined when it is no DOI: white
 * space within is never guessed away, since what follows it may be another sentence. Percent-encoding is undone once, and
 * not at all where `isDecoded` says that this was done before.
 */
export function parseDoi(written: string, isDecoded = false): string | undefined {
  let doi = unquote(written.normalize('NFC').replace(invisible, '').trim());
  let isUrl = false;
  for (;;) {
    const rest = doi.replace(label, '').replace(resolver, '');
    if (rest === doi) break;
    isUrl ||= resolver.test(doi.replace(label, ''));
    doi = rest;
  }
  if (isUrl) doi = withoutQuery(doi);
  // A prefix with an encoded slash was taken out of a URL.
  if (!isDecoded && (isUrl || /^10\.[\d.]+%2f/i.test(doi))) doi = decodePercent(doi);
  doi = doi
    .replace(/&(?:amp;)*(lt|gt|amp|quot);/gi, (_, name: string) => entities[name.toLowerCase()] ?? '')
    .replace(invisible, '')
    .replace(dashes, '-')
    .normalize('NFC')
    .replace(/\s*\/\s*/, '/')
    .trim()
    .replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
  return shape.test(doi) && new TextEncoder().encode(doi).length <= longestBytes ? doi : undefined;
}

/** `https://doi.org/` with only those characters of the DOI encoded that a URL path cannot hold; slashes stay. */
export function doiUrl(doi: string): string {
  return `https://doi.org/${encodeURI(doi).replace(/[?#]/g, encodeURIComponent)}`;
}

/** The registrant's prefix, `10.5555` of `10.5555/abc`. */
export function doiPrefix(doi: string): string {
  return doi.slice(0, doi.indexOf('/'));
}

/** A DOI in a request; the parsed value is canonical. */
export const Doi = z.string().transform((written, context) => {
  const doi = parseDoi(written);
  if (doi) return doi;
  context.issues.push({ code: 'custom', message: 'must be a DOI, such as 10.1234/abc', input: written });
  return z.NEVER;
});

/** `<10.1234/abc>` and the like, as DOIs stand in e-mails and reference lists. */
function unquote(written: string): string {
  const closing = quotes[written.charAt(0)];
  if (closing === undefined) return written;
  const rest = written.slice(1);
  return (rest.endsWith(closing) ? rest.slice(0, -1) : rest).trim();
}

/**
 * A resolver URL without the parameters and the fragment that sharing adds. A `?` or `#` that does not look like one is
 * left: people paste DOIs such as `10.1002/…3.0.CO;2-#` behind the resolver without encoding them.
 */
function withoutQuery(path: string): string {
  return path.replace(/\?[\w.~-]+=.*$/s, '').replace(/#[\w-]+$/, '');
}

/** The text without percent-encoding, or as it is where that is malformed. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
