import type { Bibliography } from '#src/vocabulary/bibliography.ts';
import type { PublicationRecord } from '../publication.ts';

// Written so that 1.0.0 can read it. Remove in the release after the next one, except the excerpt: docs/stored-shapes.md.

/** The record to store. 1.0.0 requires a funder's name, so an unknown one is an empty text. */
export const storedPublication = (record: PublicationRecord): PublicationRecord => ({
  ...record,
  original: withNamedFunders(record.original),
  enriched: record.enriched && withNamedFunders(record.enriched),
});

const withNamedFunders = (bibliography: Bibliography): Bibliography => ({
  ...bibliography,
  funders: bibliography.funders.map((funder) => ({ ...funder, name: funder.name ?? '' })),
});

const peopleOfExcerpt = 100;

/**
 * A record that is too large for one item, with its first people only: 1.0.0 reads single items, and so do readers of a
 * restored table that lacks its parts.
 */
export function excerptForPreviousRelease(record: PublicationRecord): PublicationRecord {
  const { original, enriched, ...stored } = storedPublication(record);
  const { data: _, ...edits } = record.edits;
  return {
    ...stored,
    original: excerpt(original),
    enriched: enriched && excerpt(enriched),
    edits,
    orcid_bibliographies: null,
    supplements: {},
    related: [],
    researchers: record.researchers.map((link) => ({
      ...link,
      author_position: (link.author_position ?? peopleOfExcerpt) < peopleOfExcerpt ? link.author_position : null,
      candidates: [],
    })),
  };
}

const excerpt = (bibliography: Bibliography): Bibliography => ({
  ...bibliography,
  authors: bibliography.authors.slice(0, peopleOfExcerpt),
  editors: bibliography.editors.slice(0, peopleOfExcerpt),
  contributors: [],
  relations: [],
});
