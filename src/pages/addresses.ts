import { address, publicAddress } from '../http/links.ts';

/** The path of a publication's page. Slashes of the DOI stay. */
export const publicationPath = (doi: string): string =>
  `/publications/${doi.split('/').map(encodeURIComponent).join('/')}`;
export const personPath = (slug: string): string => `/people/${encodeURIComponent(slug)}`;
export const projectPath = (id: string): string => `/projects/${encodeURIComponent(id)}`;

/** The address of a publication in the API, in one of its formats. */
export const formatAddress = (doi: string, format: string): string =>
  address(`/v1/doi/${doi.split('/').map(encodeURIComponent).join('/')}`, { format });

/** The address of the links of a publication as a document (RFC 9264). */
export const linksetAddress = (doi: string): string =>
  publicAddress(`/v1/linksets/${doi.split('/').map(encodeURIComponent).join('/')}`);

/** A web address from outside, encoded for a header; undefined for any other text. */
export function webAddress(written: unknown): string | undefined {
  const url = typeof written === 'string' && written.length <= 2_000 ? URL.parse(written) : null;
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
