import { address, publicAddress } from '#src/http/links.ts';

/** A DOI in a path. Slashes stay, but the gateway would drop one at the end, or before another one. */
const doiInPath = (doi: string): string => doi.replace(/[^/]+/g, encodeURIComponent).replace(/\/(?=\/|$)/g, '%2F');

/** The path of a publication's page. */
export const publicationPath = (doi: string): string => `/publications/${doiInPath(doi)}`;
export const personPath = (slug: string): string => `/people/${encodeURIComponent(slug)}`;
export const groupPath = (id: string): string => `/groups/${encodeURIComponent(id)}`;
export const projectPath = (id: string): string => `/projects/${encodeURIComponent(id)}`;

/** The paths of the public list of a person or a group as a document. */
export const personDocumentPath = (orcid: string): string => `/v1/people/${orcid}/document`;
export const groupDocumentPath = (id: string): string => `/v1/groups/${encodeURIComponent(id)}/document`;

/** The address of a publication in the API, in one of its formats. */
export const formatAddress = (doi: string, format: string): string => address(`/v1/doi/${doiInPath(doi)}`, { format });

/** The address of the links of a publication as a document (RFC 9264). */
export const linksetAddress = (doi: string): string => publicAddress(`/v1/linksets/${doiInPath(doi)}`);

/** A web address from outside, encoded for a header; undefined for any other text. */
export function webAddress(written: unknown): string | undefined {
  const url = typeof written === 'string' && written.length <= 2_000 ? URL.parse(written) : null;
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
