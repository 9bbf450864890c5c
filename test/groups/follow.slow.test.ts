import { beforeEach, describe, expect, test } from '@jest/globals';
import { deleteRecords } from '#src/operations/deletion/delete-records.ts';
import type { OutputName } from '#src/records/groups/output.ts';
import { emptyOutput, outputId, withGroups } from '#src/records/groups/output.ts';
import { getGroupOutput, rewriteGroupOutput, saveGroupOutput } from '#src/records/groups/store/outputs.ts';
import { getPublication } from '#src/records/publications/store/publications.ts';
import { getWork, saveWork } from '#src/records/publications/store/works.ts';
import { applyWork } from '#src/records/works/work-content.ts';
import { keys } from '#src/table/keys.ts';
import { deleteItems, getItem, putItem } from '#src/table/table.ts';
import { aSummary, carberry, lovelace } from '../support/builders.ts';
import { dyingAt, isWrite } from '../support/crash.ts';
import { decide, fetchPublication, listDuplicates } from '../support/duplicates.ts';
import { freshTable } from '../support/engine.ts';
import { findInconsistencies } from '../support/inconsistencies.ts';
import { captureLog } from '../support/log.ts';
import { allItems } from '../support/table.ts';
import { context, now, storeGroup } from './groups-fixture.ts';

captureLog();

const [article, preprint] = ['10.5555/article', '10.5555/preprint'];
const publication = (id: string): OutputName => ({ kind: 'publication', id });
const work: OutputName = { kind: 'work', id: 'work-1' };

beforeEach(async () => {
  await freshTable();
  for (const id of ['clay', 'glass', 'iron']) await storeGroup(id);
});

async function put(name: OutputName, added: string[], excluded: string[] = []): Promise<boolean> {
  const before = await getGroupOutput(outputId(name));
  const after = withGroups(before ?? emptyOutput(outputId(name)), { added, excluded }, now);
  return saveGroupOutput(after, before, { context, changes: [] });
}

/** The groups in the list row of an output. */
async function groupsIn(name: OutputName): Promise<{ added: string[]; excluded: string[] } | undefined> {
  const row = await getItem(keys.groupOutputRow(outputId(name)));
  return row && { added: row.added as string[], excluded: row.excluded as string[] };
}

async function storePair(): Promise<string> {
  const fields = { publication_type: 'posted-content', container_title: null };
  await fetchPublication(preprint, { fields, orcids: [lovelace] });
  await fetchPublication(article, { orcids: [carberry] });
  return (await listDuplicates()).body.duplicates[0].id;
}

describe('when publications are merged', () => {
  test('the kept one has the groups of both, and an undo gives each back its own', async () => {
    const pair = await storePair();
    await put(publication(article), ['clay'], ['iron']);
    await put(publication(preprint), ['clay', 'glass']);
    expect((await decide(pair, { decision: 'merge', keep: article })).status).toBe(200);
    expect(await groupsIn(publication(article))).toEqual({ added: ['clay', 'glass'], excluded: ['iron'] });
    expect(await groupsIn(publication(preprint))).toEqual({ added: [], excluded: [] });
    expect(await put(publication(preprint), ['iron'])).toBe(false);

    expect((await decide(pair, { decision: 'undo' })).status).toBe(200);
    expect(await groupsIn(publication(article))).toEqual({ added: ['clay'], excluded: ['iron'] });
    expect(await groupsIn(publication(preprint))).toEqual({ added: ['clay', 'glass'], excluded: [] });
    expect(findInconsistencies(await allItems())).toEqual([]);
  });

  test('what curators change meanwhile stays with the one that they changed', async () => {
    const pair = await storePair();
    await put(publication(preprint), ['clay', 'glass']);
    await decide(pair, { decision: 'merge', keep: article });
    await put(publication(article), ['glass', 'iron']);
    await decide(pair, { decision: 'undo' });
    expect(await groupsIn(publication(article))).toEqual({ added: ['iron'], excluded: [] });
    expect(await groupsIn(publication(preprint))).toEqual({ added: ['clay', 'glass'], excluded: [] });
  });

  test('groups are added to both or to none, wherever the merge is killed', async () => {
    const pair = await storePair();
    await put(publication(preprint), ['glass']);
    for (let n = 1; await dyingAt(n, () => decide(pair, { decision: 'merge', keep: article }), isWrite); n++) {
      const isMerged = (await getPublication(preprint))?.doi === article;
      expect(await groupsIn(publication(article))).toEqual(isMerged ? { added: ['glass'], excluded: [] } : undefined);
      if (isMerged) await decide(pair, { decision: 'undo' });
      if (isMerged) expect(await groupsIn(publication(preprint))).toEqual({ added: ['glass'], excluded: [] });
      if (isMerged) break;
    }
    expect(findInconsistencies(await allItems())).toEqual([]);
  });

  test('groups given while the merge runs are not lost: one of the two is done again or refused', async () => {
    const pair = await storePair();
    const [isPut, { status }] = await Promise.all([
      put(publication(preprint), ['glass']),
      decide(pair, { decision: 'merge', keep: article }),
    ]);
    expect(status).toBe(200);
    expect(await groupsIn(publication(article))).toEqual(isPut ? { added: ['glass'], excluded: [] } : undefined);
  });

  test('by an earlier release, the backfill lets them follow', async () => {
    const pair = await storePair();
    await decide(pair, { decision: 'merge', keep: article });
    const left = { ...emptyOutput(outputId(publication(preprint))), added: ['glass'], version: 1 };
    const item = { ...left, own: { added: ['glass'], excluded: [] }, shape: 1 };
    await putItem({ ...keys.groupsOfPublication(preprint), ...item });
    await putItem({
      ...keys.groupOutputRow(left.id),
      id: left.id,
      added: ['glass'],
      excluded: [],
      shape: 1,
      changed: 1,
    });
    expect(await rewriteGroupOutput(left.id)).toBe('rewritten');
    expect(await groupsIn(publication(article))).toEqual({ added: ['glass'], excluded: [] });
    expect(await rewriteGroupOutput(left.id)).toBe('current');
  });
});

describe('a work', () => {
  async function storeWork() {
    const preferred = aSummary({ title: 'A report' });
    await saveWork(applyWork(undefined, { id: 'work-1', orcid: carberry, preferred, putCodes: [1] }, now), undefined);
  }
  const replaced = async (change: object) => {
    const before = await getWork('work-1');
    if (!before) throw new Error('no work');
    expect(await saveWork({ ...before, ...change, version: before.version + 1 }, before)).toBe('saved');
  };

  test('that becomes a publication leaves its groups to it once that takes over, and has them again if it returns', async () => {
    await storeWork();
    await put(work, ['glass'], ['iron']);
    await replaced({ replaced_by: article, deleted_at: now.toISOString() });
    expect(await groupsIn(publication(article))).toBeUndefined();
    await fetchPublication(article, { orcids: [carberry] });
    const nothing = { edit: null, orcids: [], not_authors: [], is_hidden: false, is_deleted: false };
    await replaced({ taken_over: { doi: article, ...nothing } });
    expect(await groupsIn(publication(article))).toEqual({ added: ['glass'], excluded: ['iron'] });
    expect(await groupsIn(work)).toEqual({ added: [], excluded: [] });
    await replaced({ replaced_by: null, deleted_at: null, taken_over: null });
    expect(await groupsIn(work)).toEqual({ added: ['glass'], excluded: ['iron'] });
    expect(await groupsIn(publication(article))).toEqual({ added: [], excluded: [] });
    expect(findInconsistencies(await allItems())).toEqual([]);
  });

  test('that is deleted for good takes its groups with it, also those given meanwhile', async () => {
    await storeWork();
    await put(work, ['glass']);
    await deleteRecords('WORK', ['work-1'], () => {});
    expect(await getGroupOutput(outputId(work))).toBeUndefined();
    expect(await groupsIn(work)).toBeUndefined();
    expect(await put(work, ['glass'])).toBe(false);
    await storeWork();
    await Promise.all([put(work, ['glass']), deleteRecords('WORK', ['work-1'], () => {})]);
    expect(findInconsistencies(await allItems())).toEqual([]);
  });

  test('of which an earlier release has left only the row of its groups: the backfill removes it', async () => {
    await storeWork();
    await put(work, ['glass']);
    await deleteItems([keys.groupsOfWork('work-1')]);
    expect(await rewriteGroupOutput(outputId(work))).toBe('rewritten');
    expect(await groupsIn(work)).toBeUndefined();
    expect(await rewriteGroupOutput(outputId(work))).toBe('gone');
  });
});
