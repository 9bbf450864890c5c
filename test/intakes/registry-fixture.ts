import { createGroup } from '#src/curation/groups/groups.ts';
import { createWork, type NewWork } from '#src/curation/works.ts';
import { applyIncoming } from '#src/records/publications/publication.ts';
import { savePublication } from '#src/records/publications/store/publications.ts';
import type { Bibliography } from '#src/vocabulary/bibliography.ts';
import { defaultWorkspace } from '#src/vocabulary/workspace.ts';
import { aBibliography, anIncoming } from '../support/builders.ts';
import { allItems } from '../support/table.ts';

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

/** The rows of lists that curators see, as stored, with the groups by hand of what is in them. */
export async function lists() {
  const items = await allItems();
  const rowsOf = (collection: string) =>
    items.filter(
      ({ pk, sk }) => new RegExp(`^LIST#${collection}#\\d+$`).test(String(pk)) && !String(sk).startsWith('!'),
    );
  const groups = new Map(rowsOf('GROUP_OUTPUT').map(({ id, added }) => [id, added as string[]]));
  const active = (collection: string) =>
    rowsOf(collection)
      .filter(({ deleted_at }) => deleted_at === null)
      .map(({ doi, id = doi, title, orcids }) => ({
        id,
        title,
        orcids,
        groups: groups.get(`${collection === 'PUB' ? 'publication' : 'work'}~${id}`) ?? [],
      }))
      .sort((one, other) => (String(one.title) < String(other.title) ? -1 : 1));
  return { publications: active('PUB'), works: active('WORK') };
}
