import { changePublication } from '#src/curation/change-publication.ts';
import { createGroup } from '#src/curation/groups/groups.ts';
import { createWork, type NewWork } from '#src/curation/works.ts';
import { curatedPublications } from '#src/lists/curated-publications.ts';
import { groupOutputs } from '#src/lists/groups/group-outputs.ts';
import { curatedWorks } from '#src/lists/works.ts';
import { applyIncoming } from '#src/records/publications/publication.ts';
import { savePublication } from '#src/records/publications/store/publications.ts';
import type { Bibliography } from '#src/vocabulary/bibliography.ts';
import { defaultWorkspace } from '#src/vocabulary/workspace.ts';
import { aBibliography, anIncoming } from '../support/builders.ts';

export const curator = { workspace: defaultWorkspace, actor: 'user:other@example.org', now: new Date() };
const context = { actor: curator.actor, now: curator.now, requestId: 'request' };

/** Stores a publication as an ingestion does, linked to nobody. */
export async function storePublication(doi: string, fields: Partial<Bibliography> = {}, more: object = {}) {
  const incoming = anIncoming({ doi, original: aBibliography(fields), orcids: [], ...more });
  const saved = await savePublication(applyIncoming(undefined, incoming, [], new Date()), undefined, []);
  if (saved !== 'saved') throw new Error(`${doi} is not stored`);
}

export const storeWorkByHand = async (work: Partial<NewWork>): Promise<string> =>
  (await createWork({ title: 'A work', work_type: 'report', researcher_orcids: [], ...work }, curator)).work.id;

export const storeGroupNamed = (id: string, name: string, more: object = {}) =>
  createGroup({ id, name, ...more }, context);

export const deletePublication = (doi: string) => changePublication(doi, () => ({ deleted: true }), curator);

const all = { page: 1, per_page: 1_000, q: '', dir: 'asc', where: [] } as const;

/** The lists as curators see them, with the groups by hand of what is in them. */
export async function lists() {
  const publications = await curatedPublications.find({ ...all, sort: 'title', equals: { status: 'active' } }, 0);
  const works = await curatedWorks.find({ ...all, sort: 'title', equals: { status: 'active' } }, 0);
  const groups = new Map<string, readonly string[]>();
  await groupOutputs.visitRows((row) => void groups.set(row.id, [...row.added]), 0);
  const groupsOf = (id: string) => groups.get(id) ?? [];
  return {
    publications: publications.rows.map(({ doi, title, orcids }) => ({
      doi,
      title,
      orcids: [...orcids],
      groups: groupsOf(`publication~${doi}`),
    })),
    works: works.rows.map(({ id, title, orcids }) => ({
      id,
      title,
      orcids: [...(orcids ?? [])],
      groups: groupsOf(`work~${id}`),
    })),
  };
}
