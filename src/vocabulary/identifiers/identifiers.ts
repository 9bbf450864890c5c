import { parseArxivId } from './arxiv.ts';
import { parseDoi } from './doi.ts';

const pubmed = /^(?:www\.|m\.)?(?:pubmed\.)?(?:ncbi\.nlm\.nih\.gov|pubmed\.gov)\/(?:m\/)?(?:pubmed\/)?/i;
const europePmc = /^(?:www\.)?europepmc\.org\/(?:article|abstract)\/med\//i;

/** An address without its scheme, query and last slash; undefined of anything else. */
const addressIn = (written: string): string | undefined =>
  /^\s*https?:\/\/([^\s?#]{1,200}?)\/?(?:[?#]\S*)?\s*$/i.exec(written)?.[1];

/** `17656783`, also with `PMID:` or `MED:`, or as an address of PubMed or Europe PMC. */
export function parsePmid(written: string): string | undefined {
  const address = addressIn(written);
  const rest = address?.replace(pubmed, '').replace(europePmc, '') ?? written.replace(/^\s*(?:pmid\s?:?|med:)\s*/i, '');
  return /^\s*0*([1-9]\d{0,8})\s*$/.exec(rest)?.[1];
}

/** `PMC103984`, also with `PMCID:`, in lower case, with its version, or as an address of PubMed Central or Europe PMC. */
export function parsePmcid(written: string): string | undefined {
  const rest =
    addressIn(written)
      ?.replace(/^.*\/(?:pmc\/articles|articles|article\/pmc)\/(?:pmc)?(?=\d)/i, 'pmc')
      .replace(/^.*\/(?=pmc\d)/i, '') ?? written;
  const digits = /^\s*(?:pmcid:?\s*)?pmc0*([1-9]\d{0,8})(?:\.\d{1,2})?\s*$/i.exec(rest)?.[1];
  return digits === undefined ? undefined : `PMC${digits}`;
}

/**
 * `11858/00-001M-0000-0010-8383-B`, also with `hdl:` or as an address of the proxy
 * (https://www.handle.net/proxy_servlet.html). A DOI is a handle, too, but has a field of its own.
 */
export function parseHandle(written: string): string | undefined {
  const bare = written.trim().replace(/^(?:https?:\/\/(?:www\.)?hdl\.handle\.net\/|(?:hdl|handle)\s?:\s?)/i, '');
  const handle = /^(\d{1,9}(?:\.[\w-]{1,30})*\/[^\s?#]{1,150})(?:[?#]\S*)?$/.exec(bare)?.[1];
  return handle?.startsWith('10.') ? undefined : handle;
}

/** Scopus' identifier: `2-s2.0-84924388466`. */
export const parseEid = (written: string): string | undefined =>
  /(?:^|[^\w-])(2-s2\.0-\d{5,20})(?:$|\D)/i.exec(written.trim())?.[1]?.toLowerCase();

/**
 * The name of a research activity, `10.83962/a1b2c3d4`, which is a DOI; also as an address at raid.org or doi.org:
 * https://metadata.raid.org/en/latest/core/identifier.html
 */
export const parseRaid = (written: string): string | undefined =>
  parseDoi(written.replace(/^\s*(?:raid:\s*)?(?:(?:https?:\/\/)?(?:www\.)?raid\.org\/)?/i, ''));

/** `9783161484100`, for `978-3-16-148410-0`; undefined if it is not an ISBN. */
export const parseIsbn = (written: string): string | undefined => {
  const isbn = written
    .replace(/^\s*(?:urn:)?isbn(?:-1[03])?[:\s]*/i, '')
    .replace(/[\s\u2010-\u2015-]/g, '')
    .toUpperCase();
  return /^(?:97[89]\d{10}|\d{9}[\dX])$/.test(isbn) ? isbn : undefined;
};

const parsers = [parsePmcid, parseEid, parseArxivId, parseIsbn, parsePmid, parseHandle];

/** The form in which identifiers are compared: of any kind, in any notation, in lower case; undefined if it is none. */
export function identifierKey(written: string): string | undefined {
  for (const parse of parsers) {
    const found = parse(written);
    if (found !== undefined) return found.toLowerCase();
  }
  return undefined;
}
