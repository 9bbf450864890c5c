import { describe, expect, jest, test } from '@jest/globals';
import { job } from '../../../../lambdas/background/find-proposals.ts';
import { upsertProject } from '../../../../src/curation/projects.ts';
import { findAwards } from '../../../../src/proposals/find-awards.ts';
import { getProject } from '../../../../src/storage/projects.ts';
import { db } from '../../../../src/storage/table.ts';
import { ingested, isolde } from '../../../background/ingestion-fixture.ts';
import { aProject } from '../../../support/builders.ts';
import { dyingAt } from '../../../support/crash.ts';
import { underRole } from '../../../support/roles.ts';
import { auditRecords } from '../../../support/table.ts';
import { decide, onlyProposal, openProposals, proposalsOf } from './proposals-fixture.ts';

const find = underRole(job, findAwards);
const doi = '10.5555/acp.2019.0042';
const by = { actor: null, now: new Date(), requestId: 'request' };
const project = (fields: object = {}) => ({
  ...aProject(),
  id: 'pots',
  funding_entities: [{ name: 'Fund for the Useless', award: 'FU 1930/29' }],
  ...fields,
});
const run = () => find(new Date(), Number.MAX_SAFE_INTEGER);
const linked = async () => (await getProject('pots'))?.publication_dois;

/** A publication and a project of one award, and the proposal to link them. */
async function shared() {
  await ingested(isolde);
  await upsertProject(project(), by);
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
    await upsertProject(project({ funding_entities: [] }), by);
    expect(await run()).toEqual({ compared: 0, proposed: 0 });
  });

  test('a run that was killed is continued', async () => {
    await ingested(isolde);
    await upsertProject(project(), by);
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
    await upsertProject(project({ title: 'Another title' }), by);
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
        await upsertProject(project({ title: 'Changed meanwhile' }), by);
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
