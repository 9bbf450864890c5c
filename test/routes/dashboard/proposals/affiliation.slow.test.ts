import { afterAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { affiliationsOf, changeAffiliation } from '#src/records/people/store/affiliations.ts';
import { getPerson } from '#src/records/people/store/people.ts';
import { db } from '#src/table/table.ts';
import { faults, ingest, ingested } from '../../../background/ingestion-fixture.ts';
import { carberry } from '../../../support/builders.ts';
import { dyingAt } from '../../../support/crash.ts';
import { auditRecords, events } from '../../../support/table.ts';
import { decide, onlyProposal, openProposals, proposalsOf } from './proposals-fixture.ts';

beforeEach(() => {
  process.env.INSTITUTION = JSON.stringify({ ror: ['https://ror.org/05gq02987'], names: ['University of Invention'] });
});
afterAll(() => {
  delete process.env.INSTITUTION;
});

const context = { actor: null, now: new Date(), requestId: 'request' };
const at = { entity_id: 'primary_entity', status: 'primary_entity' } as const;
const kilns = { ...at, starts_at: Date.UTC(2015, 9), ends_at: null };
const lecturer = { ...at, starts_at: Date.UTC(2001, 0), ends_at: Date.UTC(2005, 9) };
const shown = async () =>
  (await affiliationsOf(carberry)).map(({ entity_id, status, starts_at, ends_at }) => ({
    entity_id,
    status,
    starts_at,
    ends_at,
  }));

/** The proposals for the two employments on the record: a current one and an ended one. */
async function proposals() {
  await ingested(carberry);
  const open = await openProposals('affiliation');
  const [current] = open.filter(({ period }) => period?.ends_at === null);
  const [past] = open.filter(({ period }) => period?.ends_at !== null);
  if (!current || !past || open.length !== 2) throw new Error('other proposals');
  return { current, past };
}

describe('an employment at the institution on an ORCID record', () => {
  test('is proposed as a period, with what was seen', async () => {
    const { current, past } = await proposals();
    expect(current).toMatchObject({
      orcids: [carberry],
      period: kilns,
      evidence: {
        source: 'orcid',
        seen: {
          put_code: 9001,
          organization: 'University of Invention',
          matched_by: 'name',
          department: 'Kilns',
          role: 'Professor',
          start_date: '2015-10',
          end_date: null,
        },
      },
    });
    expect(past).toMatchObject({ period: lecturer, evidence: { seen: { matched_by: 'ror', end_date: '2005-09-30' } } });
    expect(await shown()).toEqual([]);
    await ingest(carberry);
    expect(await openProposals('affiliation')).toEqual(expect.arrayContaining([current, past]));
  });

  test('is not asked for without a setting, and a failure is no failure of the ingestion', async () => {
    process.env.INSTITUTION = '{}';
    faults.set('/employments', { status: 500, body: '' });
    expect(await ingest(carberry)).toMatchObject({ status: 'completed' });
    expect(await proposalsOf('affiliation')).toEqual([]);
    process.env.INSTITUTION = JSON.stringify({ names: ['University of Invention'] });
    expect(await ingest(carberry)).toMatchObject({ status: 'completed' });
    faults.clear();
    await ingest(carberry);
    await onlyProposal('affiliation');
    faults.set('/employments', { status: 500, body: '' });
    await ingest(carberry);
    await onlyProposal('affiliation');
  });

  test('is not proposed while a period covers it; withdrawn when one does, or when it leaves the record', async () => {
    const { current } = await proposals();
    await changeAffiliation(carberry, { ...at, starts_at: Date.UTC(2010, 0) }, context);
    await ingest(carberry);
    expect((await openProposals('affiliation')).map(({ period }) => period)).toEqual([lecturer]);
    expect((await decide(current.id, 'accept')).status).toBe(409);
    const headers = { 'content-type': 'application/json' };
    faults.set('/employments', { status: 200, headers, body: '{"affiliation-group": []}' });
    await ingest(carberry);
    expect(await openProposals('affiliation')).toEqual([]);
  });
});

describe('accepting', () => {
  test('adds both periods, each as it is, with an audit record; the person has the one in effect', async () => {
    const { current, past } = await proposals();
    for (const { id } of [current, past]) {
      expect(await decide(id, 'accept')).toMatchObject({ status: 200, body: { status: 'accepted' } });
    }
    expect(await shown()).toEqual([lecturer, kilns]);
    expect((await getPerson(carberry))?.affiliations).toEqual([kilns]);
    expect(await auditRecords()).toMatchObject([
      { action: 'person.affiliation_changed', before: { affiliation: null }, after: { affiliation: kilns } },
      { action: 'person.affiliation_changed', before: { affiliation: null }, after: { affiliation: lecturer } },
    ]);
    expect((await events()).filter(({ event_type }) => event_type === 'proposal.accepted')).toHaveLength(2);
    await ingest(carberry);
    expect(await openProposals('affiliation')).toEqual([]);
  });

  test('409: a period that overlaps is named, and nothing changes', async () => {
    const { current, past } = await proposals();
    await changeAffiliation(
      carberry,
      { entity_id: 'primary_entity', status: 'external', starts_at: Date.UTC(2004, 0) },
      context,
    );
    for (const { id } of [current, past]) {
      const { status, body } = await decide(id, 'accept');
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'conflict' });
      expect(body.details.issues).toEqual([
        { path: 'period', message: expect.stringContaining('primary_entity, external, from 2004-01-01 with no end') },
      ]);
    }
    expect(await shown()).toHaveLength(1);
    expect(await openProposals('affiliation')).toHaveLength(2);
  });

  test('409: also one that ends later than any date', async () => {
    const { current } = await proposals();
    const external = { entity_id: 'primary_entity', status: 'external' } as const;
    await changeAffiliation(carberry, { ...external, starts_at: Date.UTC(2004, 0) }, context);
    await changeAffiliation(carberry, { ...external, starts_at: Number.MAX_SAFE_INTEGER }, context);
    const { status, body } = await decide(current.id, 'accept');
    expect({ status, message: body.details?.issues[0].message }).toEqual({
      status: 409,
      message: expect.stringMatching(/from 9007199254740991 with no end$|until 9007199254740991$/),
    });
  });

  test('a period that ended does not end one that begins later, and a later start ends the open one as ever', async () => {
    const { current, past } = await proposals();
    await decide(current.id, 'accept');
    await decide(past.id, 'accept');
    const external = { entity_id: 'primary_entity', status: 'external', starts_at: Date.UTC(2020, 0) } as const;
    await changeAffiliation(carberry, external, context);
    expect(await shown()).toEqual([
      lecturer,
      { ...kilns, ends_at: external.starts_at },
      { ...external, ends_at: null },
    ]);
  });

  test('undo takes the period back; reject is remembered', async () => {
    const { current, past } = await proposals();
    await decide(current.id, 'accept');
    await decide(past.id, 'accept');
    expect((await decide(current.id, 'undo')).body.status).toBe('open');
    expect(await shown()).toEqual([lecturer]);
    expect((await getPerson(carberry))?.affiliations).toEqual([]);
    await decide(current.id, 'reject');
    await ingest(carberry);
    expect(await openProposals('affiliation')).toEqual([]);
  });

  test('twice at once, and against a membership update at the same time: one period, or a refusal', async () => {
    const { current } = await proposals();
    const answers = await Promise.all([decide(current.id, 'accept'), decide(current.id, 'accept')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await shown()).toEqual([kilns]);
    await decide(current.id, 'undo');
    const send = db.send.bind(db) as (command: object) => Promise<unknown>;
    const spy = jest.spyOn(db, 'send').mockImplementation((async (command: { input: unknown }) => {
      if ('TransactItems' in (command.input as object)) {
        spy.mockRestore();
        await changeAffiliation(carberry, { ...at, starts_at: Date.UTC(2018, 0) }, context);
      }
      return send(command);
    }) as never);
    expect((await decide(current.id, 'accept')).status).toBe(409);
    expect(await shown()).toEqual([{ ...at, starts_at: Date.UTC(2018, 0), ends_at: null }]);
  });

  test('killed at any call: done or not done; sent again it is done', async () => {
    const { current } = await proposals();
    for (let n = 1; await dyingAt(n, () => decide(current.id, 'accept')); n++) {
      const [stored] = (await proposalsOf('affiliation')).filter(({ id }) => id === current.id);
      expect((await shown()).length).toBe(stored?.status === 'accepted' ? 1 : 0);
    }
    expect(await shown()).toEqual([kilns]);
  });
});
