import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { deleteGroup } from '#src/curation/groups/groups.ts';
import { changeMembership, removeMembership } from '#src/curation/groups/members.ts';
import { proposeOf } from '#src/ingestion/proposals/store/proposals.ts';
import { deleteRecords } from '#src/operations/deletion/delete-records.ts';
import { getGroup, saveGroup } from '#src/records/groups/store/groups.ts';
import { getGroupMember } from '#src/records/groups/store/members.ts';
import { db } from '#src/table/table.ts';
import { aMembership, context, storeGroup, storeMember } from '../../../groups/groups-fixture.ts';
import { carberry } from '../../../support/builders.ts';
import { dyingAt, isWrite } from '../../../support/crash.ts';
import { captureLog } from '../../../support/log.ts';
import { auditRecords, events } from '../../../support/table.ts';
import {
  decideAs,
  employment,
  emptyRegistry,
  ingestEmployments,
  look,
  membershipsOfCarberry,
  publish,
} from './membership-fixture.ts';
import { listProposals, onlyProposal, openProposals, proposalsOf } from './proposals-fixture.ts';

captureLog();
beforeEach(emptyRegistry);

const kind = 'group_membership';
const periodOf = async () => {
  const { membership } = await onlyProposal(kind);
  return `${membership?.group_id} ${membership?.starts_at} ${membership?.ends_at}`;
};
const printed = 'Department of Kilns, University of Invention';

/** The proposal of what two publications print. */
async function asked() {
  await publish('10.5555/a', '2019-03', printed);
  await publish('10.5555/b', '2021', printed, 'Department of Ovens');
  await look();
  return onlyProposal(kind);
}

describe('printed affiliations', () => {
  test('are proposed as one membership, with the evidence; nobody becomes a member', async () => {
    const proposal = await asked();
    expect(proposal).toMatchObject({
      orcids: [carberry],
      doi: null,
      membership: { group_id: 'kilns', starts_at: '2019-03-01', ends_at: '2021-12-31' },
      evidence: {
        source: 'crossref',
        seen: {
          printed: [printed],
          dois: ['10.5555/b', '10.5555/a'],
          publications: 2,
          first_year: 2019,
          last_year: 2021,
        },
      },
    });
    expect(await membershipsOfCarberry()).toEqual([]);
    await look();
    expect(await onlyProposal(kind)).toEqual(proposal);
  });

  test('of a publication that comes later are looked at in the next run, and added', async () => {
    const { id } = await asked();
    await publish('10.5555/c', '2023-05-05', printed);
    await look(new Date(Date.now() + 1000));
    expect(await onlyProposal(kind)).toMatchObject({ id, membership: { ends_at: '2023-05-05' } });
  });

  test('are looked at again when a group gets a printed name, or is new', async () => {
    await publish('10.5555/a', '2019-03', 'Ovens, University of Invention');
    await look();
    expect(await openProposals(kind)).toEqual([]);
    await storeGroup('ovens', { printed_names: ['Ovens'] });
    await look();
    expect(await periodOf()).toBe('ovens 2019-03-01 2019-03-31');
    const kilns = await getGroup('kilns');
    if (!kilns) throw new Error('no group');
    const more = { ...kilns, printed_names: ['Ovens, University'], version: kilns.version + 1 };
    expect(await saveGroup(more, kilns)).toBe('saved');
    await look();
    expect(await openProposals(kind)).toHaveLength(2);
  });

  test('are obsolete once the person is a member, and asked again when they are none', async () => {
    const { id } = await asked();
    await storeMember(carberry, [aMembership('kilns', { starts_at: '2019-01-01' })]);
    await look(new Date(Date.now() + 1000));
    expect(await proposalsOf(kind)).toMatchObject([{ id, status: 'obsolete' }]);
    await storeMember(carberry, []);
    await look(new Date(Date.now() + 2000));
    expect(await onlyProposal(kind)).toMatchObject({ id });
  });

  test('are obsolete when the group is deleted or had ended, and cannot be accepted before that is known', async () => {
    const { id } = await asked();
    await deleteGroup('kilns', context, () => {});
    expect(await decideAs(id, { decision: 'accept' })).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await look();
    expect(await proposalsOf(kind)).toMatchObject([{ status: 'obsolete' }]);
  });

  test('are looked at in several runs if one has no time, each person once', async () => {
    await publish('10.5555/a', '2019-03', printed);
    expect(await look(new Date(), 0)).toMatchObject({ people: 0 });
    expect(await look()).toMatchObject({ people: 1, publications: 1, claims: 1 });
    // A row that was written just before a run is looked at in the next one, too.
    const hours = (count: number) => new Date(Date.now() + count * 3_600_000);
    await look(hours(1));
    expect(await look(hours(2))).toMatchObject({ people: 0 });
    expect(await look(hours(8 * 24))).toMatchObject({ people: 1 });
  });

  test('of somebody who is erased while they are looked at are not proposed', async () => {
    const { id, ...question } = await asked();
    await deleteRecords('PROPOSAL', [id], () => {});
    const send = db.send.bind(db) as (command: object) => Promise<unknown>;
    const spy = jest.spyOn(db, 'send').mockImplementation((async (command: { input: unknown }) => {
      if ('TransactItems' in (command.input as object)) {
        spy.mockRestore();
        await deleteRecords('PERSON', [carberry], () => {});
      }
      return send(command);
    }) as never);
    await proposeOf(carberry, id, question, new Date());
    expect(await proposalsOf(kind)).toEqual([]);
  });

  test('killed at any write, the next run finds the same', async () => {
    await publish('10.5555/a', '2019-03', printed);
    for (let n = 1; await dyingAt(n, () => look(), isWrite); n++);
    await look();
    expect(await periodOf()).toBe('kilns 2019-03-01 2019-03-31');
  });
});

describe('employments on an ORCID record', () => {
  test('are proposed with their days, and once with the same days', async () => {
    await ingestEmployments(employment(1, 'Department of Kilns', ['2015', '2018']));
    const proposal = await onlyProposal(kind);
    expect(proposal).toMatchObject({
      membership: { group_id: 'kilns', starts_at: '2015-01-01', ends_at: '2018-12-31' },
      evidence: { source: 'orcid', seen: { department: 'Department of Kilns', matched_by: 'department', put_code: 1 } },
    });
    await look();
    await ingestEmployments(employment(1, 'Department of Kilns', ['2015', '2018']));
    expect(await onlyProposal(kind)).toEqual(proposal);
  });

  test('a rejected one is asked again only with other days', async () => {
    await ingestEmployments(employment(1, 'Department of Kilns', ['2015', null]));
    const { id } = await onlyProposal(kind);
    await decideAs(id, { decision: 'reject' });
    await ingestEmployments(employment(7, 'DEPARTMENT OF KILNS', ['2015', null]));
    await look();
    expect(await openProposals(kind)).toEqual([]);
    await ingestEmployments(employment(7, 'Department of Kilns', ['2015', '2019']));
    expect(await periodOf()).toBe('kilns 2015-01-01 2019-12-31');
  });

  test('of a group that is made later are found by the pass; withdrawn when they leave the record', async () => {
    await ingestEmployments(employment(1, 'Ovens', ['2015', null]));
    expect(await openProposals(kind)).toEqual([]);
    await storeGroup('ovens', { name: { en: 'Ovens', de: 'Öfen' } });
    await look();
    expect(await periodOf()).toBe('ovens 2015-01-01 null');
    await ingestEmployments();
    expect(await openProposals(kind)).toEqual([]);
  });

  test('say more than what is printed in their time, unless they were rejected', async () => {
    await publish('10.5555/a', '2016-03', printed);
    await ingestEmployments(employment(1, 'Department of Kilns', ['2015', '2018']));
    await look();
    const { id, evidence } = await onlyProposal(kind);
    expect(evidence.source).toBe('orcid');
    await decideAs(id, { decision: 'reject' });
    await look(new Date(Date.now() + 8 * 86_400_000));
    expect(await onlyProposal(kind)).toMatchObject({ evidence: { source: 'crossref' } });
  });
});

describe('accepting', () => {
  test('adds the membership, with an audit record and an event; again, it changes nothing', async () => {
    const { id } = await asked();
    const answer = await decideAs(id, { decision: 'accept' });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        status: 'accepted',
        membership: { group_id: 'kilns', starts_at: Date.UTC(2019, 2, 1), ends_at: Date.UTC(2022, 0, 1) },
      },
    });
    expect((await decideAs(id, { decision: 'accept' })).body).toEqual(answer.body);
    expect(await membershipsOfCarberry()).toEqual(['kilns 2019-03-01 2021-12-31 affiliations']);
    expect(await auditRecords()).toMatchObject([{ action: 'group.members_changed', resource_id: 'kilns' }]);
    expect(await events()).toMatchObject([
      { event_type: 'proposal.accepted', metadata_json: expect.stringContaining('"group_id":"kilns"') },
    ]);
    await look(new Date(Date.now() + 1000));
    expect(await openProposals(kind)).toEqual([]);
  });

  test('with other days adds these; only what is printed outside the proposed ones is asked again', async () => {
    const { id } = await asked();
    await decideAs(id, { decision: 'accept', starts_at: Date.UTC(2018, 0, 1), ends_at: null });
    expect(await membershipsOfCarberry()).toEqual(['kilns 2018-01-01 null affiliations']);
    await decideAs(id, { decision: 'undo' });
    await decideAs(id, { decision: 'accept', ends_at: Date.UTC(2020, 0, 1) });
    expect(await membershipsOfCarberry()).toEqual(['kilns 2019-03-01 2019-12-31 affiliations']);
    await look(new Date(Date.now() + 1000));
    expect(await openProposals(kind)).toEqual([]);
    await publish('10.5555/c', '2024-05-05', printed);
    await look(new Date(Date.now() + 2000));
    expect(await periodOf()).toBe('kilns 2021-01-01 2024-05-05');
  });

  test('409: of somebody who has become a member then, or after the person is gone', async () => {
    const { id } = await asked();
    await storeMember(carberry, [aMembership('kilns', { ends_at: '2019-03-31' })]);
    expect(await decideAs(id, { decision: 'accept' })).toMatchObject({
      status: 409,
      body: { code: 'conflict', details: { membership_id: 'kilns-1' } },
    });
    const after = await decideAs(id, { decision: 'accept', starts_at: Date.UTC(2019, 3, 1) });
    expect(after.status).toBe(200);
    expect(await membershipsOfCarberry()).toHaveLength(2);
  });

  test('400 and 403: days that are in the wrong order, or of something else; a member without the role', async () => {
    const { id } = await asked();
    const [early, late] = [Date.UTC(2010, 0, 1), Date.UTC(2030, 0, 1)];
    const bad = [
      { decision: 'accept', starts_at: late, ends_at: early },
      { decision: 'accept', starts_at: late },
      { decision: 'accept', ends_at: early },
      { decision: 'reject', starts_at: early },
    ];
    for (const body of bad) {
      expect(await decideAs(id, body)).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
    }
    expect(await decideAs(id, { decision: 'accept' }, 'workspace_member')).toMatchObject({ status: 403 });
    expect(await decideAs(id, { decision: 'reject' }, 'workspace_member')).toMatchObject({ status: 403 });
    expect(await decideAs(id, { decision: 'accept' }, 'workspace_admin', { 'If-Match': '"9"' })).toMatchObject({
      status: 412,
    });
    expect((await listProposals(`?group_id=kilns&kind=${kind}`)).body).toMatchObject({
      total: 1,
      group_id: 'kilns',
      group_names: { kilns: 'The kilns' },
    });
    expect((await listProposals('?group_id=ovens')).body.total).toBe(0);
    expect(await membershipsOfCarberry()).toEqual([]);
  });

  test('twice at once: one membership', async () => {
    const { id } = await asked();
    const answers = await Promise.all([1, 2].map(() => decideAs(id, { decision: 'accept' })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await membershipsOfCarberry()).toHaveLength(1);
  });

  test('killed at any call: done or not done; sent again it is done', async () => {
    const { id } = await asked();
    for (let n = 1; await dyingAt(n, () => decideAs(id, { decision: 'accept' })); n++) {
      const [stored] = await proposalsOf(kind);
      expect((await membershipsOfCarberry()).length).toBe(stored?.status === 'accepted' ? 1 : 0);
    }
    expect(await membershipsOfCarberry()).toHaveLength(1);
  });
});

describe('undo', () => {
  /** Accepts, and returns the id of the membership in addresses. */
  async function accepted(id: string): Promise<string> {
    await decideAs(id, { decision: 'accept' });
    const added = (await getGroupMember(carberry))?.memberships.find(({ source }) => source === 'affiliations');
    return `${carberry}~${added?.id}`;
  }

  test('takes exactly the membership back, and keeps others; reject is remembered', async () => {
    const { id } = await asked();
    await storeMember(carberry, [aMembership('kilns', { starts_at: '2010-01-01', ends_at: '2011-01-01' })]);
    await accepted(id);
    expect((await decideAs(id, { decision: 'undo' })).body.status).toBe('open');
    expect(await membershipsOfCarberry()).toEqual(['kilns 2010-01-01 2011-01-01 hand']);
    await decideAs(id, { decision: 'reject' });
    await publish('10.5555/c', '2024-05-05', printed);
    await look(new Date(Date.now() + 1000));
    expect(await openProposals(kind)).toEqual([]);
  });

  test('409: after somebody has changed the membership; one that was removed stays so', async () => {
    const { id } = await asked();
    const membership = await accepted(id);
    const later = { ...context, steward: undefined, now: new Date(Date.now() + 1000) };
    await changeMembership('kilns', membership, { role: 'professor' }, later);
    expect(await decideAs(id, { decision: 'undo' })).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await removeMembership('kilns', membership, later);
    expect((await decideAs(id, { decision: 'undo' })).status).toBe(200);
    expect(await membershipsOfCarberry()).toEqual([]);
  });

  test('killed at any call: done or not done; sent again it is done', async () => {
    const { id } = await asked();
    await accepted(id);
    for (let n = 1; await dyingAt(n, () => decideAs(id, { decision: 'undo' })); n++) {
      const [stored] = await proposalsOf(kind);
      expect((await membershipsOfCarberry()).length).toBe(stored?.status === 'accepted' ? 1 : 0);
    }
    expect(await membershipsOfCarberry()).toEqual([]);
  });
});
