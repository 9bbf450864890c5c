import { outputTypeOf } from '#src/records/publications/coar.ts';
import { PublicationRow, publicationShape } from '#src/records/publications/row.ts';
import { defaultText } from '#src/vocabulary/locale.ts';
import { isOpenAccess } from '#src/vocabulary/open-access-status.ts';
import { earliestDay } from '#src/vocabulary/partial-date.ts';
import { licenseValues } from '#src/vocabulary/sources/license.ts';
import { defineStoredList } from './define-list.ts';
import { isInLists, publicChangeAt } from './model/public-change.ts';
import { listSpec } from './model/spec.ts';
import { postgresList } from './postgres/list.ts';
import { latestWrite, leftAt, listedSince, publicationsOfPeople, shownPublicationsChangedAt } from './tallies.ts';

/** The sorts of the public lists; the first is the default. */
export const publicationSorts = ['last_fetched_at', 'publication_date', 'cited_by_count'] as const;

export const publicationSpec = /* @__PURE__ */ listSpec({
  collection: 'PUB',
  schema: PublicationRow,
  shape: publicationShape,
  id: ({ doi }) => doi,
  texts: ({ title }) => [title],
  sorts: {
    last_fetched_at: (row) => row.last_fetched_at,
    // A partial date counts as its earliest day.
    publication_date: ({ publication_date: date }) => (date === null ? null : earliestDay(date)),
    cited_by_count: (row) => row.cited_by_count,
    title: ({ title }) => defaultText(title)?.toLowerCase() ?? null,
    public_change: publicChangeAt,
    // Rows with the same value are in the order of their ids.
    doi: () => null,
  },
  equals: {
    publication_type: (row) => row.publication_type,
    publication_year: (row) => row.publication_year,
    orcid: (row) => row.orcids,
    is_retracted: (row) => String(row.is_retracted),
    integrity: (row) => row.integrity,
    publication_subtype: (row) => row.publication_subtype,
    identifier: (row) => (row.identifiers === '' ? null : row.identifiers.split('\n')),
    journal: (row) => row.journal,
    is_open_access: (row) => String(isOpenAccess(row.open_access_status)),
    open_access_status: (row) => row.open_access_status,
    license: (row) => (row.license === null ? null : licenseValues(row.license)),
    output_type: (row) => outputTypeOf(row.publication_type, row.publication_subtype),
  },
  atLeast: {
    cited_by_count: (row) => row.cited_by_count,
    publication_year: (row) => row.publication_year,
    public_change: publicChangeAt,
  },
  output: { people: 'orcid', date: (row) => row.publication_date },
  where: {
    public: isInLists,
    ever_public: (row) => publicChangeAt(row) !== null,
    // Publications whose pages search engines may show.
    indexed: (row) => isInLists(row) && row.has_abstract !== false,
  },
  tallies: [latestWrite, listedSince, leftAt, shownPublicationsChangedAt, publicationsOfPeople],
});

export const publicationList = /* @__PURE__ */ postgresList({
  name: 'publications',
  spec: publicationSpec,
  multiple: ['orcid', 'identifier', 'license'],
  long: ['title'],
  kept: [
    { where: ['public'], facets: ['orcid', 'publication_type'] },
    { where: ['ever_public'] },
    { where: ['indexed'] },
  ],
  counted: [
    'publication_type',
    'publication_year',
    'is_open_access',
    'open_access_status',
    'is_retracted',
    'integrity',
    'publication_subtype',
    'cited_by_count',
  ],
});

/** All publications, including non-public ones: public lists query `where: ['public']`. */
export const publications = /* @__PURE__ */ defineStoredList(publicationSpec, publicationList);
