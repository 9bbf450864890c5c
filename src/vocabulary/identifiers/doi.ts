import * as z from 'zod';

/** Zero-width and directional characters, soft hyphens and byte-order marks, common in copied identifiers. */
const invisible = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;
/** Typographic hyphens, en dash and minus sign, which often replace the ASCII hyphen of a DOI. */
const dashes = /[\u2010-\u2013\u2212]/g;
const label = /^(?:info:doi\/|urn:doi:|doi(?:\s*[:=]\s*|\s+))/i;
const resolver = /^(?:https?:\/\/)?(?:dx\.|www\.)?doi\.org\/+/i;
/** Directory indicator, registrant code, suffix: ISO 26324. A suffix may contain any printable character. */
const shape = /^10\.\d{1,9}(?:\.\d+)*\/[^\s\p{Cc}\p{Cs}]+$/u;
/** A DOI is part of sort keys, which DynamoDB limits to 1,024 bytes. */
const maxBytes = 1000;

const quotes: Record<string, string> = { '<': '>', '(': ')', '[': ']', '"': '"', "'": "'", '“': '”' };
const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' };

/**
 * The canonical DOI, or undefined. Accepts it bare, labelled or as a resolver URL, with entities, invisible characters
 * or typographic dashes. Lower case, because DOIs ignore ASCII case (ISO 26324). Inner white space is an error: the
 * rest may be another sentence. Percent-encoding is decoded once, or not at all if `isDecoded`.
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
  // An encoded slash after the prefix means that the DOI was copied from a URL.
  if (!isDecoded && (isUrl || /^10\.[\d.]+%2f/i.test(doi))) doi = decodePercent(doi);
  doi = doi
    .replace(/&(?:amp;)*(lt|gt|amp|quot);/gi, (_, name: string) => entities[name.toLowerCase()] ?? '')
    .replace(invisible, '')
    .replace(dashes, '-')
    .normalize('NFC')
    .replace(/^(10\.[\d.]+)\s*\/\s*/, '$1/')
    .trim()
    .replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
  return shape.test(doi) && new TextEncoder().encode(doi).length <= maxBytes ? doi : undefined;
}

/** The `https://doi.org/` URL. Encodes only characters that are not allowed in a URL path; slashes stay. */
export function doiUrl(doi: string): string {
  return `https://doi.org/${encodeURI(doi).replace(/[?#]/g, encodeURIComponent)}`;
}

/** The registrant's prefix: `10.5555` for `10.5555/abc`. */
export function doiPrefix(doi: string): string {
  return doi.slice(0, doi.indexOf('/'));
}

/**
 * A DOI without the version number that figshare, ChemRxiv, OSF, Preprints.org and Research Square append. Only a hint,
 * because other registrants end DOIs like that, too.
 */
export const unversionedDoi = (doi: string): string => doi.replace(/(?:[._/]v|(?<=\d)v)\d{1,3}$/, '');

/** Endings that addresses of articles have behind a DOI, and readers copy: `/abstract`, `.full.pdf`, `/epdf`. */
const tail =
  /(?:[/.](?:abstract|abs|full(?:-?text)?|e?pdf|pdfdirect|meta|html?|xml|long|short|summary|references?|figures|metrics|citations?|download|supplementary-material|preview|view)|[?#].*|[,;:.*/|>”“"’'»}]|\s)$/isu;
const brackets = { ')': '(', ']': '[' };

/**
 * The DOIs that a DOI which no agency knows may be meant as, the likeliest first: without what people copy with it, such as
 * `/abstract`, a bracket or a second DOI, and with its percent-encoding decoded.
 */
export function meantDois(unknown: string): string[] {
  const found: string[] = [];
  const add = (written: string | undefined) => {
    const doi = parseDoi(written ?? '');
    if (doi !== undefined && doi !== unknown && !found.includes(doi)) found.push(doi);
    return written ?? '';
  };
  const withoutTails = (written: string) => {
    for (let rest = written; ; ) {
      const shorter = unclosed(rest) ? rest.slice(0, -1) : rest.replace(tail, '');
      if (shorter === rest || found.length >= maxMeant) return;
      rest = add(shorter);
    }
  };
  const start = /(?<=.)(?:https?:\/\/)?(?:(?:dx\.)?doi\.org\/|doi:)?10\.\d{4,9}\//is.exec(unknown);
  const decoded = /%[\da-f]{2}/i.test(unknown) ? decodePercent(unknown) : unknown;
  if (start) {
    const first = add(unknown.slice(0, start.index).replace(/[\s,;:|&/]+$/, ''));
    withoutTails(first);
    withoutTails(add(unknown.slice(start.index)));
    return found.slice(0, maxMeant);
  }
  if (decoded !== unknown) add(decoded);
  withoutTails(decoded);
  return found.slice(0, maxMeant);
}

/** Each is a request to every agency. */
const maxMeant = 4;

/** Whether a text ends with a bracket that it does not open. */
function unclosed(text: string): boolean {
  const last = text.slice(-1);
  const opening = brackets[last as keyof typeof brackets];
  return opening !== undefined && text.split(opening).length < text.split(last).length;
}

const message = 'must be a DOI, such as 10.1234/abc';

export const Doi = z
  .string()
  .min(1, message)
  .transform((written, context) => {
    const doi = parseDoi(written);
    if (doi) return doi;
    context.issues.push({ code: 'custom', message, input: written });
    return z.NEVER;
  });

/** Removes quotes and brackets around a DOI, such as `<10.1234/abc>` in e-mails and reference lists. */
function unquote(written: string): string {
  const closing = quotes[written.charAt(0)];
  if (closing === undefined) return written;
  const rest = written.slice(1);
  return (rest.endsWith(closing) ? rest.slice(0, -1) : rest).trim();
}

/**
 * Removes query parameters and fragments added by sharing. Any other `?` or `#` stays, because people paste DOIs such
 * as `10.1002/…3.0.CO;2-#` after the resolver without encoding them.
 */
function withoutQuery(path: string): string {
  return path.replace(/\?[\w.~-]+=.*$/s, '').replace(/#[\w-]+$/, '');
}

/** Decodes percent-encoding. Malformed text stays unchanged. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
