import { webUrl } from '../web-url.ts';

/** A ROR iD: https://ror.readme.io/docs/identifier. Its letters are those of Crockford's base 32. */
const ror = /(?:^|ror\.org\/)(0[a-hj-km-np-tv-z\d]{6}\d{2})\/?$/i;

/** The canonical URL of a ROR iD, which may be written with or without an address; undefined for anything else. */
export function parseRor(written: string): string | undefined {
  const id = ror.exec(written.trim())?.[1];
  return id && `https://ror.org/${id.toLowerCase()}`;
}

/** The URI of an award: a canonical web address, or one of the `info:` scheme, which OpenAIRE uses. */
export function awardUri(written: string | null | undefined): string | null {
  const uri = written?.trim() ?? '';
  return /^info:[\w/.:+-]{1,500}$/i.test(uri) ? uri : webUrl(uri);
}
