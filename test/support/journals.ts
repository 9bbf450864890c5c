import type { JournalSources } from '#src/records/journals/statements.ts';
import { aBibliography } from './builders.ts';

/** A publication in a journal as Crossref states it. */
export const publicationIn = (doi: string, issn: string[], title = 'Kiln Review'): JournalSources => ({
  doi,
  source: 'crossref',
  original: {
    ...aBibliography({ title: 'Pots', issn }),
    publication_type: 'journal-article',
    container_title: title,
    publisher: 'Kiln Press',
  },
  enriched: null,
  enrichment: null,
  edits: {},
  orcid_bibliographies: null,
  researchers: [],
});
