import { parseDoi } from '../../../src/vocabulary/identifiers/doi.ts';
import { parseOrcidId } from '../../../src/vocabulary/identifiers/orcid-id.ts';

/** The identifier that a text is, in any notation; undefined if it is none. */
export function parseIdentifier(text: string): { kind: 'doi' | 'orcid'; id: string } | undefined {
  const doi = parseDoi(text);
  if (doi !== undefined) return { kind: 'doi', id: doi };
  const orcid = parseOrcidId(text);
  return orcid === undefined ? undefined : { kind: 'orcid', id: orcid };
}
