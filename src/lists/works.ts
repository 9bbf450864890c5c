import { firstCountedYear, issueCountedYear } from '#src/records/counting/counted-row-fields.ts';
import { publicationTypeOf } from '#src/records/orcid/work-types.ts';
import { outputTypeOf } from '#src/records/publications/coar.ts';
import { isPublic } from '#src/records/publications/publicity.ts';
import { CuratorWorkRow, WorkRow, workOrcids, workShape } from '#src/records/works/work-row.ts';
import { defaultText } from '#src/vocabulary/locale.ts';
import { earliestDay } from '#src/vocabulary/partial-date.ts';
import { licenseValues } from '#src/vocabulary/sources/license.ts';
import { defineStoredList } from './define-list.ts';
import { publicChangeAt } from './model/public-change.ts';
import { listSpec } from './model/spec.ts';
import { postgresList } from './postgres/list.ts';
import { latestWrite } from './tallies.ts';

/** The sorts of works; the first is the default. */
export const workSorts = ['created_at', 'publication_date', 'publication_year'] as const;

export const workSpec = /* @__PURE__ */ listSpec({
  collection: 'WORK',
  schema: WorkRow,
  shape: workShape,
  id: ({ id }) => id,
  texts: ({ title }) => [title],
  sorts: {
    created_at: (row) => row.created_at,
    publication_date: ({ publication_date: date }) => (date === null ? null : earliestDay(date)),
    publication_year: (row) => row.publication_year,
    public_change: publicChangeAt,
  },
  equals: {
    work_type: (row) => row.work_type,
    publication_year: (row) => row.publication_year,
    orcid: workOrcids,
    output_type: ({ work_type }) => {
      const [type, subtype] = publicationTypeOf(work_type);
      return outputTypeOf(type, subtype ?? null);
    },
  },
  atLeast: { changed: (row) => row.changed, publication_year: (row) => row.publication_year },
  output: { people: 'orcid', date: (row) => row.publication_date },
  where: { public: isPublic, ever_public: (row) => publicChangeAt(row) !== null },
  tallies: [latestWrite],
});

export const workList = /* @__PURE__ */ postgresList({
  name: 'works',
  spec: workSpec,
  multiple: ['orcid'],
  kept: [{ where: ['public'] }, { where: ['ever_public'] }],
  counted: ['work_type', 'publication_year'],
});

/** All works without a DOI, including non-public ones: public lists query `where: ['public']`. */
export const works = /* @__PURE__ */ defineStoredList(workSpec, workList);

/** The sorts of the curators' list; the first is the default. */
export const curatedWorkSorts = [
  'last_fetched_at',
  'publication_date',
  'publication_year',
  'title',
  'edit_count',
] as const;

export const curatedWorkSpec = /* @__PURE__ */ listSpec({
  collection: 'WORK',
  schema: CuratorWorkRow,
  shape: workShape,
  id: ({ id }) => id,
  texts: ({ title, author_names }) => [title, ...(author_names === '' ? [] : author_names.split('\n'))],
  anyLanguage: true,
  sorts: {
    last_fetched_at: (row) => row.last_fetched_at,
    publication_date: workSpec.sorts.publication_date,
    publication_year: (row) => row.publication_year,
    title: ({ title }) => defaultText(title)?.toLowerCase() ?? null,
    edit_count: (row) => row.edit_count,
  },
  equals: {
    work_type: (row) => row.work_type,
    publication_year: (row) => row.publication_year,
    orcid_id: workSpec.equals.orcid,
    output_type: workSpec.equals.output_type,
    origin: (row) => row.origin,
    visibility: (row) => (row.visible ? 'visible' : 'hidden'),
    status: (row) => (row.deleted_at === null ? 'active' : 'deleted'),
    is_edited: (row) => String(row.edit_count > 0),
    identifier: (row) => (row.identifiers === '' ? null : row.identifiers.split('\n')),
    journal: (row) => row.journal,
    publisher: (row) => row.publisher,
    license: (row) => (row.license === null ? null : licenseValues(row.license)),
    // No source tells it of a work.
    open_access_status: () => null,
    unmatched_orcid: (row) => row.unmatched_orcids,
    funder: (row) => row.funders,
    corresponding: (row) => row.corresponding,
    author_count: (row) => row.author_count,
    country_count: (row) => row.country_count,
    report_year: (row) => row.report_year,
    counted_year: firstCountedYear,
    counted_issue_year: issueCountedYear,
  },
  atLeast: {
    publication_year: (row) => row.publication_year,
    created_at: (row) => row.created_at,
    author_count: (row) => row.author_count,
    counted_year: firstCountedYear,
    counted_issue_year: issueCountedYear,
  },
  output: { people: 'orcid_id', date: (row) => row.publication_date },
  where: {},
});

export const curatedWorkList = /* @__PURE__ */ postgresList({
  name: 'curated_works',
  spec: curatedWorkSpec,
  multiple: ['orcid_id', 'identifier', 'license', 'funder', 'corresponding', 'unmatched_orcid'],
  long: ['title'],
  kept: [{ equals: { status: 'active' } }],
  counted: ['work_type', 'publication_year', 'visibility', 'origin', 'is_edited'],
});

/** All works as curators see them, including hidden, deleted and merged ones. */
export const curatedWorks = /* @__PURE__ */ defineStoredList(curatedWorkSpec, curatedWorkList);
