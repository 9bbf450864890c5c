import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { requestIngestion } from '#src/ingestion/request.ts';
import { ingestResearcher } from '#src/ingestion/researcher.ts';
import { findPublication, getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import { db } from '#src/table/table.ts';
import {
  answerWorks,
  ingest,
  ingested,
  isolde,
  now,
  recordedWorks,
  requester,
} from '../../../background/ingestion-fixture.ts';
import { carberry } from '../../../support/builders.ts';
import { dyingAt } from '../../../support/crash.ts';
import { events, preparedOnce } from '../../../support/table.ts';
import { decide, onlyProposal, openProposals, proposalsOf } from './proposals-fixture.ts';

// A publication of both people.
const doi = '10.5555/acp.2019.0042';
let whole: Awaited<ReturnType<typeof recordedWorks>>;

beforeAll(async () => {
  whole = await recordedWorks(carberry);
});

/** Josiah Carberry's record without the publication. */
const withoutArticle = () => ({
  ...whole,
  group: whole.group.filter((group) => !JSON.stringify(group).toLowerCase().includes(doi)),
});

/** Ingests both, takes the publication off one record, and ingests that again. */
async function takeOff() {
  await ingestedAndTakenOff();
  answerWorks(carberry, withoutArticle());
  return onlyProposal('unlink');
}

const ingestedAndTakenOff = preparedOnce(async () => {
  await ingested(isolde, carberry);
  answerWorks(carberry, withoutArticle());
  await ingest(carberry);
});

const linked = async () => (await getPublication(doi))?.researchers.map(({ orcid }) => orcid);

describe('a work taken off the ORCID record', () => {
  test('is proposed once, with what was seen; nothing is unlinked', async () => {
    const proposal = await takeOff();
    expect(await linked()).toEqual([carberry, isolde]);
    expect(proposal).toMatchObject({
      kind: 'unlink',
      status: 'open',
      doi,
      orcids: [carberry],
      evidence: { source: 'orcid', seen: { listed_as: [doi], put_codes: [99000037, 99000074] } },
    });
    await ingest(carberry);
    expect(await openProposals('unlink')).toEqual([proposal]);
  });

  test('is not proposed for what is still there, or was never ingested', async () => {
    await ingested(carberry);
    await ingest(carberry);
    expect(await openProposals('unlink')).toEqual([]);
  });

  test('that comes back withdraws the proposal, and off again opens it again', async () => {
    const proposal = await takeOff();
    answerWorks(carberry, whole);
    await ingest(carberry);
    expect(await proposalsOf('unlink')).toMatchObject([{ id: proposal.id, status: 'obsolete' }]);
    expect(await openProposals('unlink')).toEqual([]);
    expect((await decide(proposal.id, 'accept')).status).toBe(409);
    answerWorks(carberry, withoutArticle());
    await ingest(carberry);
    expect(await openProposals('unlink')).toMatchObject([{ id: proposal.id, created_at: proposal.created_at }]);
  });

  test('that is only not found by its PubMed identifier this time is not proposed', async () => {
    await ingested(carberry);
    const group = structuredClone(whole.group) as { 'external-ids'?: unknown; 'work-summary': object[] }[];
    for (const one of group) {
      if (!JSON.stringify(one).toLowerCase().includes(doi)) continue;
      one['external-ids'] = null;
      one['work-summary'] = one['work-summary'].map((each) => ({ ...each, 'external-ids': null, url: null }));
    }
    answerWorks(carberry, { ...whole, group } as typeof whole);
    await ingest(carberry);
    expect(await openProposals('unlink')).toEqual([]);
  });

  test('is proposed although the worker is killed at any call', async () => {
    await ingested(isolde, carberry);
    answerWorks(carberry, withoutArticle());
    const { jobs } = await requestIngestion([carberry], requester, now);
    const { signal } = new AbortController();
    const read = () => ingestResearcher(String(jobs[0]?.job_id), { now, signal, isLast: false, receiveCount: 1 });
    for (let n = 1; await dyingAt(n, read); n++);
    expect(await onlyProposal('unlink')).toMatchObject({ doi, version: 1 });
  });
});

describe('deciding', () => {
  test('accept: removes the link and nothing else, and stays so when the record is read again', async () => {
    const proposal = await takeOff();
    const before = await getPublication(doi);
    const { status, body } = await decide(proposal.id, 'accept');
    expect({ status, body }).toMatchObject({ status: 200, body: { id: proposal.id, status: 'accepted', version: 2 } });
    expect(await linked()).toEqual([isolde]);
    const after = await getPublication(doi);
    expect({ ...after, researchers: [], version: 0, blocks: null }).toEqual({
      ...before,
      researchers: [],
      version: 0,
      blocks: null,
      withdrawn_at: expect.any(Number),
      left_orcids: [carberry],
    });
    expect((await events()).filter(({ event_type }) => event_type.startsWith('proposal'))).toMatchObject([
      { event_type: 'proposal.accepted', actor_id: 'user:curator@example.org', resource_id: proposal.id },
    ]);
    await ingest(carberry);
    await ingest(isolde);
    expect(await linked()).toEqual([isolde]);
    expect(await openProposals('unlink')).toEqual([]);
  });

  test('accept twice, and twice at once: done once', async () => {
    const proposal = await takeOff();
    const answers = await Promise.all([decide(proposal.id, 'accept'), decide(proposal.id, 'accept')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const again = await decide(proposal.id, 'accept');
    expect(again.body.version).toBe(2);
    expect((await events()).filter(({ event_type }) => event_type === 'proposal.accepted')).toHaveLength(1);
  });

  test('accept against an edit at the same time: both are kept', async () => {
    const proposal = await takeOff();
    const send = db.send.bind(db) as (command: object) => Promise<unknown>;
    const spy = jest.spyOn(db, 'send').mockImplementation((async (command: { input: unknown }) => {
      if ('TransactItems' in (command.input as object)) {
        spy.mockRestore();
        const before = await getPublication(doi);
        if (!before) throw new Error('no publication');
        const edited = { ...before, edits: { title: 'Edited' }, version: before.version + 1 };
        expect(await savePublication(edited, before, [])).toBe('saved');
      }
      return send(command);
    }) as never);
    expect((await decide(proposal.id, 'accept')).status).toBe(200);
    expect(await getPublication(doi)).toMatchObject({ edits: { title: 'Edited' }, researchers: [{ orcid: isolde }] });
  });

  test('accept, killed at any call: done or not done, never half; sent again it is done', async () => {
    const proposal = await takeOff();
    for (let n = 1; await dyingAt(n, () => decide(proposal.id, 'accept')); n++) {
      const isUnlinked = (await linked())?.length === 1;
      const [stored] = await proposalsOf('unlink');
      expect(stored?.status).toBe(isUnlinked ? 'accepted' : 'open');
    }
    expect(await linked()).toEqual([isolde]);
  });

  test('undo: the link is what it was', async () => {
    const proposal = await takeOff();
    const before = await getPublication(doi);
    await decide(proposal.id, 'accept');
    expect((await decide(proposal.id, 'undo')).body.status).toBe('open');
    expect((await getPublication(doi))?.researchers).toEqual(before?.researchers);
  });

  test('reject: remembered, whatever is ingested; another decision needs an undo', async () => {
    const proposal = await takeOff();
    expect((await decide(proposal.id, 'reject')).body.status).toBe('rejected');
    await ingest(carberry);
    expect(await openProposals('unlink')).toEqual([]);
    expect(await linked()).toEqual([carberry, isolde]);
    expect((await decide(proposal.id, 'accept')).status).toBe(409);
    await decide(proposal.id, 'undo');
    expect((await decide(proposal.id, 'accept')).status).toBe(200);
    expect(await linked()).toEqual([isolde]);
  });

  test('listed again after an accepted unlink: linked again, and off again proposed again', async () => {
    const proposal = await takeOff();
    await decide(proposal.id, 'accept');
    answerWorks(carberry, whole);
    await ingest(carberry);
    expect(await linked()).toEqual([carberry, isolde]);
    answerWorks(carberry, withoutArticle());
    await ingest(carberry);
    expect(await openProposals('unlink')).toMatchObject([{ id: proposal.id, status: 'open' }]);
  });

  test('412: not for a version that was changed; 404: unknown; 400: not a decision', async () => {
    const proposal = await takeOff();
    expect((await decide(proposal.id, 'accept', { 'If-Match': '"7"' })).status).toBe(412);
    expect((await decide('unknown', 'accept')).status).toBe(404);
    expect(await decide(proposal.id, 'maybe')).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
    expect((await findPublication(doi))?.researchers).toHaveLength(2);
  });
});
