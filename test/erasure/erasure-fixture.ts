import type { SavedView } from '#src/curation/domain/saved-view.ts';
import { addSavedView } from '#src/curation/saved-views.ts';
import { saveMerge } from '#src/duplicates/saving/save-merge.ts';
import { createMembership, createUser } from '#src/identity/store/users.ts';
import { propose } from '#src/ingestion/proposals/store/proposals.ts';
import { addPendingItems } from '#src/ingestion/store/job-items.ts';
import { createJob } from '#src/ingestion/store/job-requests.ts';
import { saveOrcidSection } from '#src/ingestion/store/source-answers.ts';
import * as erasure from '#src/operations/erasure/erase-person.ts';
import type { GroupImport } from '#src/records/groups/import.ts';
import { getGroup } from '#src/records/groups/store/groups.ts';
import { importedMemberWrite } from '#src/records/groups/store/imports.ts';
import { changeAffiliation } from '#src/records/people/store/affiliations.ts';
import { changePerson } from '#src/records/people/store/people.ts';
import { readErasureKey } from '#src/records/people/store/unless-erased.ts';
import { applyIncoming } from '#src/records/publications/publication.ts';
import { decompress } from '#src/records/publications/store/compressed.ts';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import { saveWork } from '#src/records/publications/store/works.ts';
import { applyWork } from '#src/records/works/work-content.ts';
import { saveFailedRecord } from '#src/table/passes/stored-pass.ts';
import { type Item, transact } from '#src/table/table.ts';
import { route } from '../../lambdas/dashboard/people/erase.ts';
import { aMembership, storeGroup, storeMember } from '../groups/groups-fixture.ts';
import { aBibliography, anAuthor, anIncoming, aProject, aQuestion, aSummary, carberry } from '../support/builders.ts';
import { storePerson } from '../support/people.ts';
import { storeProject } from '../support/projects.ts';
import { underRole } from '../support/roles.ts';
import { allItems } from '../support/table.ts';

// Everything that may be stored about a person, for the tests of erasing one.

/** Somebody else. */
export const ada = '0009-9999-0000-0019';
export const now = new Date('2026-01-31T12:00:00Z');
export const context = { actor: 'user:ada@example.org', now, requestId: 'request-1' };
export const settled = new Date(now.getTime() + erasure.settlingMs);

const erasePerson = underRole(route, erasure.erasePerson);

export const erase = async (options: Partial<erasure.ErasureOptions> & { at?: Date; orcid?: string } = {}) => {
  const { at = now, orcid = carberry, ...others } = options;
  const key = await readErasureKey();
  const deadlineMs = Number.POSITIVE_INFINITY;
  return erasePerson({ orcid, key, context: { ...context, now: at }, dryRun: false, deadlineMs, ...others });
};

const listing = {
  put_code: 1,
  listed_as: '10.5555/pots',
  title: 'Pots',
  title_html: null,
  subtitle: null,
  authors: [],
  publication_date: null,
  publication_type: null,
  publication_subtype: null,
  container_title: null,
  arxiv_id: null,
  pmid: null,
  pmcid: null,
  handle: null,
  eid: null,
  issn: [],
  url: null,
  translated_titles: {},
  listed_at: null,
};

async function storePublication(doi: string, orcids: string[], listedBy: string[] = orcids) {
  const original = aBibliography({ title: `About ${doi}`, authors: [anAuthor('Josiah Carberry', carberry)] });
  const orcidBibliographies = Object.fromEntries(listedBy.map((orcid) => [orcid, [{ ...listing, listed_as: doi }]]));
  const record = applyIncoming(undefined, anIncoming({ doi, original, orcids, orcidBibliographies }), [], now);
  if ((await savePublication(record, undefined, [])) !== 'saved') throw new Error(`${doi} is not stored`);
  return (await getPublication(doi)) ?? record;
}

export const requestOf = (orcid: string, workspace = 'library') =>
  createJob({ orcid, requestedBy: 'user:ada@example.org', workspace, requestId: 'request-1' }, now);

/** Saves a view of a list of publications, as this user. */
export const saveView = (
  fields: { name: string; search: SavedView['search']; shared?: boolean },
  { workspace = 'library', email = 'ada@example.org' } = {},
) => addSavedView({ list: 'publications', shared: false, ...fields }, { workspace, email, isAdmin: false, now });

/** One item of each kind about a person, shared with others where possible. */
export async function storeLittle(orcid = carberry) {
  await storePerson(orcid, 'Josiah', 'Carberry', 'He throws pots');
  await changePerson(orcid, { people_type: 'staff', biography: `Who ${orcid} is` }, context);
  await changeAffiliation(orcid, { entity_id: 'primary_entity', status: 'primary_entity', starts_at: 1 }, context);
  await saveOrcidSection(orcid, 'works', { group: [{ path: `/${orcid}/works` }] });
  await saveOrcidSection(orcid, 'employments', { 'affiliation-group': [{ path: `/${orcid}/employments` }] });
  await storePublication('10.5555/pots', [orcid, ada]);
  const preferred = aSummary({ title: 'A report' });
  await saveWork(applyWork(undefined, { id: 'work-1', orcid, preferred, putCodes: [1] }, now), undefined);
  await storeProject(aProject({ id: 'kilns', member_orcids: [orcid, ada], coordinator_orcids: [orcid] }), now);
  await propose('proposal-1', aQuestion({ kind: 'affiliation', doi: null, orcids: [orcid] }), now);
  await saveView({ name: 'His', search: { orcid_id: orcid, sort: 'title' }, shared: true });
  await saveView({ name: `All but ${orcid}`, search: { is_retracted: true } });
  if (!(await getGroup('clay'))) await storeGroup('clay');
  const staff_id = `staff-of-${orcid}`;
  await storeMember(orcid, [aMembership('clay')], { staff_id });
  const found = { member_id: orcid, before: null, version: 1, kept: [] };
  const imported: GroupImport = {
    id: 'import-1',
    mode: 'add',
    group_ids: [],
    actor: null,
    created_at: 1,
    undone_at: null,
    undo_pending: false,
    version: 1,
  };
  await transact([importedMemberWrite(imported, found)]);
  const { job } = await requestOf(orcid);
  await addPendingItems(job.job_id, [{ doi: '10.5555/pots', aliases: [], summary: aSummary(), others: [] }]);
}

/** The items of `storeLittle`, and more that are found in other ways. */
export async function storeMuch() {
  await storePerson(ada, 'Ada', 'Lovelace');
  await storeLittle();
  await createUser({
    id: 'u',
    email: 'ada@example.org',
    display_name: null,
    is_superadmin: true,
    created_at: 1,
    updated_at: 1,
  });
  await createMembership({ email: 'ada@example.org', workspace: 'archive', role: 'workspace_admin', created_at: 1 });
  // Works of two people: each is of the ORCID record of one of them, and the other was linked by a curator.
  for (const [id, orcid, linked, putCode] of [
    ['work-2', carberry, ada, 2],
    ['work-3', ada, carberry, 3],
  ] as const) {
    const work = applyWork(
      undefined,
      { id, orcid, preferred: aSummary({ putCode, title: id }), putCodes: [putCode] },
      now,
    );
    await saveWork({ ...work, linked_orcids: [linked] }, undefined);
  }
  await storePublication('10.5555/kilns', [ada]);
  // Unlinked by accepting a proposal: no row leads there.
  await storePublication('10.5555/unlinked', [ada], [carberry]);
  const theirs = await storePublication('10.5555/not-theirs', [ada], [carberry]);
  const not_authors = [{ orcid: carberry, decided_at: 1, actor: null }];
  await savePublication({ ...theirs, not_authors, version: theirs.version + 1 }, theirs, []);
  await propose('proposal-2', aQuestion({ doi: '10.5555/unlinked' }), now);
  const seen = { author_ids: ['A1'], author_count: 2 };
  const evidence = { source: 'openalex' as const, seen_at: 1, seen };
  await propose('proposal-3', aQuestion({ kind: 'work', doi: '10.5555/new', orcids: [carberry, ada], evidence }), now);
  const kept = await storePublication('10.5555/article', [ada]);
  const record = await storePublication('10.5555/preprint', [carberry]);
  const after = { ...kept, aliases: [record.doi], version: kept.version + 1 };
  const merged = { record, into: kept.doi, pair_id: 'pair', merged_at: now.getTime(), edit: null, orcids: [carberry] };
  if ((await saveMerge({ before: kept, after }, merged, [], now)) !== 'saved') throw new Error('not merged');
  const tried = { source: 'orcid' as const, attempts: 1, attempted_at: 1, due_at: 2, reason: 'It failed' };
  await saveFailedRecord('refresh', { kind: 'person', id: carberry, ...tried });
}

/** An item as text, with its compressed content. The sources' public data about authors is left out. */
function textOf(item: Item): string {
  const { body, ...others } = item;
  const inside = body instanceof Uint8Array && item.parts === undefined ? decompress(body) : null;
  const published = (name: string, value: unknown) => (name === 'original' ? undefined : value);
  return `${JSON.stringify(others)} ${JSON.stringify(inside, published)}`;
}

/** The places that contain something about a person. */
export const tracesOf = async (orcid: string): Promise<string[]> =>
  (await allItems()).filter((item) => textOf(item).includes(orcid)).map(({ pk, sk }) => `${pk} ${sk}`);
