import type { ProjectRecord } from '#src/records/projects/project.ts';
import { getProject, saveProject } from '#src/records/projects/store/projects.ts';
import { applyIncoming, type PublicationRecord } from '#src/records/publications/publication.ts';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import { saveWork, worksOf } from '#src/records/publications/store/works.ts';
import type { WorkRecord } from '#src/records/works/work.ts';
import { applyWork } from '#src/records/works/work-content.ts';
import { aBibliography, anIncoming, aProject, aSummary } from './builders.ts';
import { indexCaughtUp } from './engine.ts';
import { storeProject } from './projects.ts';

/** Stores a publication as an ingestion would: new, or refreshed and linked to one more person. */
export async function ingestPublication(doi: string, orcid: string, title: string): Promise<void> {
  const before = await getPublication(doi);
  const incoming = anIncoming({ doi, orcid, original: aBibliography({ title }) });
  await savePublication(applyIncoming(before, incoming, [], new Date(Date.now())), before, []);
}

/** Fields that curators can change on every record. */
export interface Curation {
  visible?: boolean;
  deleted_at?: string | null;
}

/** Changes a stored publication; does nothing if there is none. */
export async function curatePublication(doi: string, change: Curation & Partial<PublicationRecord>): Promise<void> {
  const before = await getPublication(doi);
  if (before) await savePublication({ ...before, ...change, version: before.version + 1 }, before, []);
}

/** Stores a work as an ingestion would. */
export async function ingestWork(id: string, orcid: string, title: string): Promise<void> {
  const before = (await worksOf(orcid)).find((work) => work.id === id);
  const incoming = { id, orcid, preferred: aSummary({ title }), putCodes: [1] };
  await saveWork(applyWork(before, incoming, new Date(Date.now())), before);
}

/** Changes a stored work; does nothing if there is none. */
export async function curateWork(id: string, orcid: string, change: Curation & Partial<WorkRecord>): Promise<void> {
  await indexCaughtUp();
  const before = (await worksOf(orcid)).find((work) => work.id === id);
  if (before) await saveWork({ ...before, ...change, version: before.version + 1 }, before);
}

/** Imports a project as an operator would. */
export async function importProject(id: string, title: string): Promise<void> {
  await storeProject(aProject({ id, title }), new Date(Date.now()));
}

/** Changes a stored project; does nothing if there is none. */
export async function curateProject(id: string, change: Curation & Partial<ProjectRecord>): Promise<void> {
  const before = await getProject(id);
  if (before) await saveProject({ ...before, ...change, version: before.version + 1 }, before);
}
