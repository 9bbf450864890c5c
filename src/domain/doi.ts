import * as z from 'zod';

/** Zero-width characters, soft hyphens and byte-order marks that copying from a page leaves inside identifiers. */
const invisible = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g;
const resolver = /^(?:https?:\/\/)?(?:dx\.|www\.)?doi\.org\//i;
const label = /^(?:info:doi\/|urn:doi:|doi\s*[:=]?\s*(?=10\.|https?:))/i;
/** Directory indicator, registrant code, suffix: ANSI/NISO Z39.84. A suffix may hold any printable character. */
const shape = /^10\.\d{3,9}(?:\.\d+)*\/[^\s\p{Cc}]+$/u;

/**
 * The canonical form of a DOI however it was written: bare, `doi:` or a resolver URL, in any case, percent-encoded in a
 * URL, with stray white space and invisible characters. Lower-case because DOIs are case-insensitive (DOI Handbook 2.4).
 * Undefined when it is no DOI.
 */
export function parseDoi(written: string): string | undefined {
  let doi = written.normalize('NFC').replace(invisible, '').replace(/\s+/g, '').replace(label, '');
  if (resolver.test(doi)) doi = decodeUrl(doi.replace(resolver, ''));
  // The separator of the registrant code is a plain ASCII hyphen-less dot; dashes pasted from prose are hyphens.
  doi = doi.replace(/[\u2010-\u2013\u2212]/g, '-').toLowerCase();
  return shape.test(doi) && doi.length <= 2048 ? doi : undefined;
}

/** `https://doi.org/` with only those characters of the DOI encoded that a URL path cannot hold; slashes stay. */
export function doiUrl(doi: string): string {
  return `https://doi.org/${encodeURI(doi).replace(/[?#]/g, encodeURIComponent).replace(/%5B/gi, '%5B')}`;
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

function decodeUrl(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
