import { describedRecord } from '#src/formats/described-record.ts';
import { type FormatName, formatNames, formats } from '#src/formats/format.ts';
import { publicAddress } from '#src/http/links.ts';
import { peopleAt } from '#src/matching/link.ts';
import { typeNamesOf } from '#src/records/citations/types.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import { authorsOf, shownPublication } from '#src/records/publications/publication.ts';
import { doiUrl } from '#src/vocabulary/identifiers/doi.ts';
import { formatAddress, linksetAddress, publicationPath, webAddress } from './addresses.ts';
import { schemaType } from './schema-org.ts';

/** https://www.rfc-editor.org/rfc/rfc9264: the links of a resource as a document. */
export const linksetType = 'application/linkset+json';

interface Target {
  href: string;
  type?: string;
}

/** The links of a publication's page, by relation. */
export interface Signposts {
  anchor: string;
  relations: Partial<Record<'author' | 'describedby' | 'related' | 'type' | 'license', Target[]>>;
}

/** Formats that describe a single publication. */
const describing = formatNames.filter((format): format is FormatName => !format.startsWith('csv'));

/** With more authors, the header only leads to the document with all links. */
const maxAuthorsInHeader = 5;

/**
 * The links by which machines find their way (https://signposting.org). The DOI leads to the publisher's page and not
 * to this one, so it is related, and not what this page is to be cited as.
 */
export function signposts(record: PublicationRecord): Signposts {
  const publication = shownPublication(record);
  const { license_url } = describedRecord(record, publication);
  const { doi } = record;
  const licence = webAddress(license_url);
  return {
    anchor: publicAddress(publicationPath(doi)),
    relations: {
      author: orcidsOf(record).map((orcid) => ({ href: `https://orcid.org/${orcid}` })),
      describedby: describing.map((format) => ({ href: formatAddress(doi, format), type: formats[format].mediaType })),
      related: [{ href: doiUrl(doi) }],
      type: [
        { href: 'https://schema.org/AboutPage' },
        { href: `https://schema.org/${schemaType(typeNamesOf(publication.publication_type).csl)}` },
      ],
      ...(licence && { license: [{ href: licence }] }),
    },
  };
}

/** The iDs of the first 1,000 authors that have one. */
function orcidsOf(record: PublicationRecord): string[] {
  const linked = peopleAt(record.researchers, 'authors');
  const known = authorsOf(record).flatMap(({ orcid }, position) => linked.get(position) ?? orcid ?? []);
  return [...new Set(known)].filter((orcid) => /^[\dX-]{19}$/.test(orcid)).slice(0, 1_000);
}

/** The values of the Link header of a publication's page. */
export function linkHeader({ relations }: Signposts, doi: string): string[] {
  const linkset = `<${linksetAddress(doi)}>; rel="linkset"; type="${linksetType}"`;
  if ((relations.author?.length ?? 0) > maxAuthorsInHeader) return [linkset];
  const all = Object.entries(relations).flatMap(([relation, targets]) =>
    targets.map(({ href, type }) => `<${href}>; rel="${relation}"${type ? `; type="${type}"` : ''}`),
  );
  return [...all, linkset];
}

/** The document with the links. */
export const linksetOf = ({ anchor, relations }: Signposts) => ({
  linkset: [{ anchor, ...Object.fromEntries(Object.entries(relations).filter(([, targets]) => targets.length > 0)) }],
});
