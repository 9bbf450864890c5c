import { earliestDay } from '../domain/partial-date.ts';
import { ProjectRow } from '../domain/project.ts';
import { isPublic } from '../domain/publication.ts';
import { defineList, listSpec } from './list.ts';
import { toldAt } from './told.ts';

/** The sorts of the public lists; the first is the default. */
export const projectSorts = ['created_at', 'start_date', 'end_date'] as const;

// A partial date counts as its earliest day.
const dayOf = (date: string | null) => (date === null ? null : earliestDay(date));

/** What projects can be asked. */
export const projectSpec = listSpec({
  collection: 'PROJECT',
  schema: ProjectRow,
  id: ({ id }) => id,
  texts: ({ programme, title, abstract }) => [programme, title, abstract],
  sorts: {
    created_at: (row) => row.created_at,
    start_date: (row) => dayOf(row.start_date),
    end_date: (row) => dayOf(row.end_date),
    told: toldAt,
  },
  equals: {
    funding_currency: (row) => [...new Set([row.total_funding_currency, row.cesam_funding_currency])],
  },
  atLeast: { changed: (row) => row.changed },
  where: { public: isPublic, told: (row) => toldAt(row) !== null },
});

/** All projects, whoever may see them: public lists ask `where: ['public']`. */
export const projects = defineList(projectSpec);
