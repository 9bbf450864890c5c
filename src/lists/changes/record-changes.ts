import type { PublicationRow } from '#src/records/publications/row.ts';
import { type WorkRow, workOrcids } from '#src/records/works/work-row.ts';
import { versionRules } from '../model/public-change.ts';
import { projectSpec, projects } from '../projects.ts';
import { publicationSpec, publications } from '../publications.ts';
import { workSpec, works } from '../works.ts';
import { changesOf } from './change-log.ts';
import type { PeoplesEntries } from './later-changes.ts';

export const publicationChanges = changesOf(publications, publicationSpec.id, versionRules);

export const workChanges = changesOf(works, workSpec.id);

export const projectChanges = changesOf(projects, projectSpec.id);

const all = {
  page: 1,
  per_page: Number.MAX_SAFE_INTEGER,
  q: '',
  sort: 'public_change',
  dir: 'asc',
  where: ['public'],
} as const;

/** Publications as entries of their people. */
export const publicationEntries: PeoplesEntries<PublicationRow> = {
  id: publicationSpec.id,
  orcids: ({ orcids }) => orcids,
  find: async (wanted, stalenessMs) =>
    (await publications.find('ids' in wanted ? { ...all, ...wanted } : { ...all, equals: wanted }, stalenessMs)).rows,
};

/** Works as entries of their people. */
export const workEntries: PeoplesEntries<WorkRow> = {
  id: workSpec.id,
  orcids: workOrcids,
  find: async (wanted, stalenessMs) =>
    (await works.find('ids' in wanted ? { ...all, ...wanted } : { ...all, equals: wanted }, stalenessMs)).rows,
};
