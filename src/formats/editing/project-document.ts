import { projectState } from '#src/records/projects/input.ts';
import type { ProjectRecord } from '#src/records/projects/project.ts';
import type { EditableRecord } from './cells.ts';

/** As those of `documents.ts`, with the schemas of projects, which other lists do not need. */
export const projectForEditing = (project: ProjectRecord): EditableRecord => ({
  id: project.id,
  document: { ...projectState(project), publication_dois: project.publication_dois },
});
