import { isPublic } from '../domain/publications/publicity.ts';
import { earliestDay } from '../domain/values/partial-date.ts';
import { WorkRow, workShape } from '../domain/work-row.ts';
import { defineList } from './define-list.ts';
import { publicChangeAt } from './model/public-change.ts';
import { listSpec } from './model/spec.ts';

/** The sorts of works; the first is the default. */
export const workSorts = ['created_at', 'publication_date', 'publication_year'] as const;

export const workSpec = listSpec({
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
  equals: { work_type: (row) => row.work_type, publication_year: (row) => row.publication_year },
  atLeast: { changed: (row) => row.changed },
  where: { public: isPublic, ever_public: (row) => publicChangeAt(row) !== null },
});

/** All works without a DOI, including non-public ones: public lists query `where: ['public']`. */
export const works = defineList(workSpec);
