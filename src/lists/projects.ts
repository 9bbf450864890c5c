import { ProjectRow, projectShape } from '#src/records/projects/project.ts';
import { isPublic } from '#src/records/publications/publicity.ts';
import type { LocalizedText } from '#src/vocabulary/locale.ts';
import { inLocale } from '#src/vocabulary/locale.ts';
import { earliestDay } from '#src/vocabulary/partial-date.ts';
import { foldForSearch } from '#src/vocabulary/text/fold.ts';
import { defineList } from './define-list.ts';
import { publicChangeAt } from './model/public-change.ts';
import { listSpec } from './model/spec.ts';
import { latestWrite } from './tallies.ts';

/** The sorts of the public lists; the first is the default. */
export const projectSorts = ['created_at', 'start_date', 'end_date'] as const;

const dayOf = (date: string | null) => (date === null ? null : earliestDay(date));

export const projectSpec = /* @__PURE__ */ listSpec({
  collection: 'PROJECT',
  schema: ProjectRow,
  shape: projectShape,
  id: ({ id }) => id,
  texts: ({ programme, title, abstract }) => [programme, title, abstract],
  sorts: {
    created_at: (row) => row.created_at,
    start_date: (row) => dayOf(row.start_date),
    end_date: (row) => dayOf(row.end_date),
    public_change: publicChangeAt,
  },
  equals: {
    funding_currency: (row) => [...new Set([row.total_funding_currency, row.cesam_funding_currency])],
  },
  atLeast: { changed: (row) => row.changed },
  where: { public: isPublic, ever_public: (row) => publicChangeAt(row) !== null },
  tallies: [latestWrite],
});

/** All projects, including non-public ones: public lists query `where: ['public']`. */
export const projects = /* @__PURE__ */ defineList(projectSpec);

/** The sorts of the curators' list; the first is the default. */
export const curatedProjectSorts = ['updated_at', 'created_at', 'title', 'start_date', 'end_date'] as const;

const textsOf = (text: LocalizedText) => (typeof text === 'string' ? [text] : Object.values(text));

/** The comparison key of a programme's name. */
export const programmeKey = (name: string): string => foldForSearch(name.trim(), 'en');

/** The curators' filters and sorts of the same rows. Searches titles and ids. */
export const curatedProjectSpec = /* @__PURE__ */ listSpec({
  ...projectSpec,
  variant: 'curators',
  texts: ({ id, title }) => [id, title],
  anyLanguage: true,
  sorts: {
    updated_at: (row) => row.updated_at ?? row.created_at,
    created_at: projectSpec.sorts.created_at,
    title: (row) => foldForSearch(inLocale(row.title, 'en') ?? '', 'en'),
    start_date: projectSpec.sorts.start_date,
    end_date: projectSpec.sorts.end_date,
  },
  equals: {
    programme: (row) => [...new Set(textsOf(row.programme).map(programmeKey))],
    visible: (row) => String(row.visible),
    deleted: (row) => String(row.deleted_at !== null),
  },
  atLeast: {},
  where: {},
});

export const curatedProjects = /* @__PURE__ */ defineList(curatedProjectSpec);
