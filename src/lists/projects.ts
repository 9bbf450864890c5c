import { ProjectRow, projectShape } from '../domain/project.ts';
import { isPublic } from '../domain/publication.ts';
import { earliestDay } from '../domain/values/partial-date.ts';
import { defineList } from './define-list.ts';
import { publicChangeAt } from './model/public-change.ts';
import { listSpec } from './model/spec.ts';

/** The sorts of the public lists; the first is the default. */
export const projectSorts = ['created_at', 'start_date', 'end_date'] as const;

// A partial date counts as its earliest day.
const dayOf = (date: string | null) => (date === null ? null : earliestDay(date));

/** The filters, sorts and search texts of projects. */
export const projectSpec = listSpec({
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
});

/** All projects, including those that are not public: public lists query `where: ['public']`. */
export const projects = defineList(projectSpec);
