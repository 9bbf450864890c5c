import { versionRules } from '../model/public-change.ts';
import { projectSpec, projects } from '../projects.ts';
import { publicationSpec, publications } from '../publications.ts';
import { workSpec, works } from '../works.ts';
import { changesOf } from './change-log.ts';

export const publicationChanges = changesOf(publications, publicationSpec.id, versionRules);

export const workChanges = changesOf(works, workSpec.id);

export const projectChanges = changesOf(projects, projectSpec.id);
