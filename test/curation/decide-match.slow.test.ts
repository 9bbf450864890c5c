import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { namesOf } from '#src/records/people/person.ts';
import { getPeople } from '#src/records/people/store/people.ts';
import { applyIncoming, authorMatchState } from '#src/records/publications/publication.ts';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { db } from '#src/table/table.ts';
import { aBibliography, anAuthor, anIncoming, carberry } from '../support/builders.ts';
import { dyingAt, send } from '../support/crash.ts';
import { decide, set } from '../support/curation.ts';
import { freshTable } from '../support/engine.ts';
import { captureLog } from '../support/log.ts';
import { storePerson } from '../support/people.ts';
import { allItems, events } from '../support/table.ts';

captureLog();
const doi = '10.5555/pots';
const unclear = ['J. Carberry', 'Josiah Carberry'].map((name) => anAuthor(name));

/** Fetches the publication like an ingestion; `meanwhile` runs between its read and its write. */
function fetchAgain(names: string[], meanwhile: () => Promise<unknown> = async () => undefined): Promise<unknown> {
  let isFirst = true;
  return retryIfStale('The publication', async () => {
    const before = await getPublication(doi);
    const people = (await getPeople([carberry])).map(namesOf);
    if (isFirst) await meanwhile();
    isFirst = false;
    const original = aBibliography({ title: names.join(), authors: names.map((name) => anAuthor(name)) });
    const record = applyIncoming(before, anIncoming({ original }), people, new Date());
    return (await savePublication(record, before, [])) === 'saved' ? 'saved' : stale;
  });
}

const accept = (author_position: number, headers = {}) =>
  decide(doi, { orcid: carberry, author_position, decision: 'accept' }, headers);

beforeEach(async () => {
  await freshTable();
  await storePerson(carberry, 'Josiah', 'Carberry');
  const record = applyIncoming(
    undefined,
    anIncoming({ original: aBibliography({ authors: unclear }) }),
    [],
    new Date(1),
  );
  await savePublication(record, undefined, []);
});

/** Asserts that the record, its row and its events agree, and returns the record. */
async function expectWhole(decisions: number) {
  const record = await getPublication(doi);
  if (!record) throw new Error('no publication');
  const row = (await allItems()).find(({ pk, sk }) => String(pk).startsWith('LIST#PUB#') && sk === doi);
  const state = authorMatchState(record);
  expect(row).toMatchObject({ author_match_state: state, has_open_match: state === 'needs_attention' });
  expect(await events()).toHaveLength(decisions);
  return record;
}

test('killed between any two calls, and sent again, it is made completely or not at all, and once', async () => {
  const isMade = async () => (await getPublication(doi))?.researchers[0]?.decision !== null;
  for (let n = 1, died = true; died; n++) {
    died = await dyingAt(n, () => accept(0));
    const made = await isMade();
    expect((await expectWhole(made ? 1 : 0)).version).toBe(made ? 2 : 1);
    expect(n).toBeLessThan(20);
  }
  const once = await allItems();
  expect((await accept(0)).status).toBe(200);
  expect(await allItems()).toEqual(once);
});

test('no author, and an author again: killed between any two calls, and sent again, completely or not at all', async () => {
  for (const decision of ['not_an_author', 'undo']) {
    const isMade = async () => ((await getPublication(doi))?.researchers.length === 0) === (decision !== 'undo');
    for (let n = 1, died = true; died; n++) {
      died = await dyingAt(n, () => decide(doi, { orcid: carberry, decision }));
      const record = await getPublication(doi);
      expect([...(record?.researchers ?? []), ...(record?.not_authors ?? [])].map(({ orcid }) => orcid)).toEqual([
        carberry,
      ]);
      await expectWhole((decision === 'undo' ? 1 : 0) + ((await isMade()) ? 1 : 0));
      expect(n).toBeLessThan(20);
    }
    const once = await allItems();
    expect((await decide(doi, { orcid: carberry, decision })).status).toBe(200);
    expect(await allItems()).toEqual(once);
  }
});

describe('at the same time', () => {
  test('the same decision is made once, and of different ones the last is in force', async () => {
    const answers = await Promise.all([accept(0), accept(0), accept(0)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await expectWhole(1);
    const others = await Promise.all([accept(1), decide(doi, { orcid: carberry, decision: 'undo' })]);
    expect(others.map(({ status }) => status)).toEqual([200, 200]);
    await expectWhole(3);
  });

  test('of decisions with the same If-Match, one is made', async () => {
    const tag = { 'If-Match': String((await accept(0)).headers.etag) };
    const undo = () => decide(doi, { orcid: carberry, decision: 'undo' }, tag);
    const answers = await Promise.all([accept(1, tag), undo()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    await expectWhole(2);
  });

  test('a decision and an edit of the authors are both kept', async () => {
    const authors = [{ name: 'Ada Lovelace' }, { name: 'J. Carberry' }, { name: 'Josiah Carberry' }];
    const answers = await Promise.all([accept(0), set(doi, '/data/authors', authors)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const record = await expectWhole(2);
    // Decided before the edit, it concerns J. Carberry; after it, Ada Lovelace: the position refers to the list of
    // that time.
    expect([0, 1]).toContain(record.researchers[0]?.author_position);
    expect(record.researchers[0]?.reasons).toContain('curator');
  });
});

describe('against a running ingestion of the same publication', () => {
  test('somebody who has become no author meanwhile is not linked', async () => {
    await fetchAgain(['Ada Lovelace', 'J. Carberry'], () =>
      decide(doi, { orcid: carberry, decision: 'not_an_author' }),
    );
    expect(await expectWhole(1)).toMatchObject({ researchers: [], not_authors: [{ orcid: carberry }] });
  });

  test('a decision made meanwhile stays, at the new place of the author', async () => {
    await fetchAgain(['Ada Lovelace', 'J. Carberry', 'Josiah Carberry'], () => accept(0));
    expect((await expectWhole(1)).researchers[0]).toMatchObject({
      author_position: 1,
      reasons: ['curator', 'initials'],
    });
  });

  test('a fetch that overtakes a decision is what it is made on', async () => {
    let isFirst = true;
    // The ingestion writes after the decision has read the record and while it reads the names of the researchers.
    const spy = jest.spyOn(db, 'send').mockImplementation((async (command: { input: object }) => {
      if (isFirst && JSON.stringify(command.input).includes('PERSON#')) {
        isFirst = false;
        await fetchAgain(['Ada Lovelace', 'Josiah Carberry', 'J. Carberry']);
      }
      return send(command);
    }) as never);
    const { status, body } = await accept(1);
    spy.mockRestore();
    expect({ status, isFirst }).toEqual({ status: 200, isFirst: false });
    expect(body.researchers[0]).toMatchObject({
      author_position: 1,
      decision: { accepted: { name: 'Josiah Carberry' } },
    });
    await expectWhole(1);
  });
});
