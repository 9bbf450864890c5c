import { describe, expect, jest, test } from '@jest/globals';
import { findAwards } from '#src/ingestion/proposals/find/awards.ts';
import { getProject } from '#src/records/projects/store/projects.ts';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import { keys } from '#src/table/keys.ts';
import { db, getItem, putItem, updateIf } from '#src/table/table.ts';
import { job } from '../../../../lambdas/background/find-proposals.ts';
import { ingested, isolde } from '../../../background/ingestion-fixture.ts';
import { aProject } from '../../../support/builders.ts';
import { dyingAt, send } from '../../../support/crash.ts';
import { upsertProject } from '../../../support/projects.ts';
import { outsideRole, underRole } from '../../../support/roles.ts';
import { allItems, auditRecords } from '../../../support/table.ts';
import { decide, onlyProposal, openProposals, proposalsOf } from './proposals-fixture.ts';

const find = underRole(job, findAwards);
const doi = '10.5555/acp.2019.0042';
const context = { actor: null, now: new Date(), requestId: 'request' };
const project = (fields: object = {}) => ({
  ...aProject(),
  id: 'pots',
  funding_entities: [{ name: 'Fund for the Useless', award: 'FU 1930/29' }],
  ...fields,
});
const run = () => find(new Date(), Number.MAX_SAFE_INTEGER);
const linked = async () => (await getProject('pots'))?.publication_dois;

/** A publication and a project with the same award, and the proposal to link them. */
async function shared() {
  await ingested(isolde);
  await upsertProject(project(), context);
  await run();
  return onlyProposal('award');
}

describe('an award of a publication and of a project', () => {
  test('is proposed once, with what was seen; nothing is linked', async () => {
    const proposal = await shared();
    expect(proposal).toMatchObject({
      doi,
      project_id: 'pots',
      orcids: [],
      evidence: {
        source: 'crossref',
        seen: {
          awards: [
            {
              number: 'FU-1930-29',
              project_number: 'FU 1930/29',
              funder: 'Fund for the Useless',
              same_funder: true,
            },
          ],
        },
      },
    });
    expect(await run()).toMatchObject({ proposed: 1 });
    expect(await openProposals('award')).toEqual([proposal]);
    expect(await linked()).toEqual([]);
  });

  test('is not proposed of a deleted project, and projects without awards cost nothing', async () => {
    await ingested(isolde);
    await upsertProject(project({ funding_entities: [] }), context);
    expect(await run()).toEqual({ compared: 0, proposed: 0 });
  });

  test('nothing is read again while nothing has changed, then only what has', async () => {
    await ingested(isolde);
    await upsertProject(project(), context);
    const hoursLater = (hours: number) => find(new Date(Date.now() + hours * 3_600_000), Number.MAX_SAFE_INTEGER);
    const { compared: all } = await run();
    // Writes of the last seconds may have been committed later.
    await hoursLater(1);
    const read: string[] = [];
    const spy = jest.spyOn(db, 'send').mockImplementation(((command: { input: object }) => {
      read.push(...(JSON.stringify(command.input).match(/"(PUB|PROJECT|LIST)#[^"]*"/g) ?? []));
      return send(command);
    }) as never);
    expect(await hoursLater(2)).toEqual({ compared: 0, proposed: 0 });
    // The last row of each shard, and the rows after the compared ones.
    expect(new Set(read.filter((key) => !key.startsWith('"LIST#')))).toEqual(new Set());
    spy.mockRestore();
    const record = await getPublication(doi);
    if (!record) throw new Error('no publication');
    await savePublication({ ...record, version: record.version + 1 }, record, []);
    expect(await hoursLater(3)).toEqual({ compared: 1, proposed: 1 });
    await upsertProject(project({ title: 'Another title' }), context);
    expect(await hoursLater(4)).toEqual({ compared: 0, proposed: 0 });
    await upsertProject(project({ funding_entities: [{ name: 'Fund for the Useless', award: 'FU 1/1' }] }), context);
    expect(await hoursLater(5)).toEqual({ compared: all, proposed: 0 });
  });

  test('one publication that cannot be compared keeps no other from it, and is tried again later', async () => {
    await ingested(isolde);
    await upsertProject(project(), context);
    const [bad = ''] = (await allItems()).flatMap(({ pk, kind, doi: each }) =>
      String(pk).startsWith('PUB#') && kind === 'publication' && each !== doi ? String(each) : [],
    );
    const record = await getItem(keys.publication(bad));
    await updateIf({
      Key: keys.publication(bad),
      UpdateExpression: 'SET body = :bad',
      ExpressionAttributeValues: { ':bad': 1 },
    });
    await expect(run()).rejects.toThrow('1 records failed');
    expect(await openProposals('award')).toHaveLength(1);
    const failed = async () => (await allItems()).filter(({ pk, reason }) => pk === 'PASS#awards' && reason);
    expect(await failed()).toMatchObject([{ id: bad, attempts: 1 }]);
    await run();
    if (record) await putItem(record as Parameters<typeof putItem>[0]);
    await find(new Date(Date.now() + 3_600_000), Number.MAX_SAFE_INTEGER);
    expect(await failed()).toEqual([]);
  });

  test('a run that was killed is continued', async () => {
    await ingested(isolde);
    await upsertProject(project(), context);
    for (let n = 1; await dyingAt(n, run); n += 5);
    await onlyProposal('award');
  });
});

describe('deciding', () => {
  test('accept links them, and an import of the project keeps that; undo takes it back', async () => {
    const { id } = await shared();
    expect((await decide(id, 'accept')).body).toMatchObject({ status: 'accepted', project_id: 'pots' });
    expect(await linked()).toEqual([doi]);
    expect((await auditRecords()).at(-1)).toMatchObject({
      action: 'project.updated',
      resource_id: 'pots',
      after: { publication_dois: [doi] },
    });
    await upsertProject(project({ title: 'Another title' }), context);
    expect(await linked()).toEqual([doi]);
    await run();
    expect(await openProposals('award')).toEqual([]);
    await decide(id, 'undo');
    expect(await linked()).toEqual([]);
  });

  test('reject is remembered', async () => {
    const { id } = await shared();
    await decide(id, 'reject');
    await run();
    expect(await proposalsOf('award')).toMatchObject([{ status: 'rejected' }]);
  });

  test('twice at once, and with a change of the project at the same time: done once, and both kept', async () => {
    const { id } = await shared();
    const send = db.send.bind(db) as (command: object) => Promise<unknown>;
    const spy = jest.spyOn(db, 'send').mockImplementation((async (command: { input: unknown }) => {
      if ('TransactItems' in (command.input as object)) {
        spy.mockRestore();
        await outsideRole(() => upsertProject(project({ title: 'Changed meanwhile' }), context));
      }
      return send(command);
    }) as never);
    const answers = await Promise.all([decide(id, 'accept'), decide(id, 'accept')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await getProject('pots')).toMatchObject({ title: 'Changed meanwhile', publication_dois: [doi] });
  });

  test('killed at any call: done or not done', async () => {
    const { id } = await shared();
    for (let n = 1; await dyingAt(n, () => decide(id, 'accept')); n++) {
      const [stored] = await proposalsOf('award');
      expect((await linked())?.length).toBe(stored?.status === 'accepted' ? 1 : 0);
    }
    expect(await linked()).toEqual([doi]);
  });
});
