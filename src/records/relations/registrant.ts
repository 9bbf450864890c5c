import { doiPrefix } from '#src/vocabulary/identifiers/doi.ts';
import type { PublicationRecord } from '../publications/publication.ts';

/**
 * Whether one registrant has registered both DOIs, so that what one of them says about the other is their own word: the
 * prefix is the same, or DataCite's client, which may have several prefixes.
 */
export const areOfOneRegistrant = (one: PublicationRecord, other: PublicationRecord): boolean =>
  doiPrefix(one.doi) === doiPrefix(other.doi) || (one.client !== null && one.client === other.client);
