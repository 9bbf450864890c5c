import { beforeEach, describe, expect, test } from '@jest/globals';
import { curatedPublications } from '#src/lists/curated-publications.ts';
import { namesOf } from '#src/records/people/person.ts';
import { getPeople } from '#src/records/people/store/people.ts';
import { applyIncoming } from '#src/records/publications/publication.ts';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import type { Author } from '#src/vocabulary/bibliography.ts';
import * as repair from '../../../../lambdas/dashboard/site-tools/repair-author-links.ts';
import { aBibliography, anAuthor, anIncoming, carberry } from '../../../support/builders.ts';
import { dyingAt } from '../../../support/crash.ts';
import {
  decide,
  deletePublication,
  getDetail,
  getMatches,
  linkResearcher,
  set,
  unlinkResearcher,
} from '../../../support/curation.ts';
import { fetchPublication } from '../../../support/duplicates.ts';
import { freshTable } from '../../../support/engine.ts';
import { call, sessionOf } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { storePerson } from '../../../support/people.ts';
import { events } from '../../../support/table.ts';

captureLog();
const doi = '10.5555/pots';
const everything = { page: 1, per_page: 10, q: '', sort: 'title', dir: 'asc', where: [] } as const;
const ada = '0009-9999-0000-0019';
const unclear = ['J. Carberry', 'Josiah Carberry', 'Ada Lovelace'].map((name) => anAuthor(name));

/** Stores the publication, or fetches it again, with these authors. */
async function fetchAgain(authors: Author[], editors: Author[] = [], orcids = [carberry]): Promise<void> {
  const before = await getPublication(doi);
  const incoming = anIncoming({ aliases: ['10.5555/preprint'], original: aBibliography({ authors, editors }), orcids });
  const people = (await getPeople([carberry, ada])).map(namesOf);
  await savePublication(applyIncoming(before, incoming, people, new Date()), before, []);
}

const accept = (author_position: number, headers = {}) =>
  decide(doi, { orcid: carberry, author_position, decision: 'accept' }, headers);
const linkOf = async () => (await getMatches(doi)).body.researchers[0];

beforeEach(async () => {
  await freshTable();
  await storePerson(carberry, 'Josiah', 'Carberry');
  await storePerson(ada, 'Ada', 'Lovelace');
  await fetchAgain(unclear);
});

describe('GET', () => {
  test('200: researchers with their evidence, and who else there is', async () => {
    const { status, body, headers } = await getMatches(`https://doi.org/${doi.toUpperCase()}`);
    expect(status).toBe(200);
    expect(headers.etag).toMatch(/^"1-[\w-]{16}"$/);
    expect(body).toMatchObject({
      id: doi,
      author_match_state: 'needs_attention',
      researchers: [{ orcid: carberry, is_open: true, candidates: [{ author_position: 1 }, { author_position: 0 }] }],
      authors: unclear.map(({ name }) => ({ name, orcid: null })),
      editors: [],
    });
    expect((await getDetail(doi)).body.researchers).toEqual(body.researchers);
  });

  test('404: unknown', async () => {
    expect((await getMatches('10.5555/unknown')).status).toBe(404);
  });
});

describe('POST', () => {
  test('200: accepts an author; the publication is complete, and the log says so', async () => {
    const { status, body } = await accept(0);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        author_match_state: 'complete',
        researchers: [
          {
            author_position: 0,
            match_state: 'complete',
            is_open: false,
            decided_by: 'curator',
            evidence: 'name',
            score: 1,
            reasons: ['curator', 'initials'],
            candidates: [],
            decision: {
              accepted: { author_position: 0, editor_position: null, name: 'J. Carberry' },
              rejected: [],
              is_none: false,
              in_force: true,
              actor_id: 'user:curator@example.org',
            },
          },
        ],
      },
    });
    expect((await getMatches(doi)).body).toEqual(body);
    expect((await getDetail(doi)).body).toMatchObject({ edit_count: 0, author_match_state: 'complete' });
    const [event] = await events();
    expect(event).toMatchObject({ event_type: 'publication.edited', resource_id: doi });
    expect(JSON.parse(String(event?.metadata_json))).toEqual({
      match: 'accept',
      changes: [
        {
          field: `/researchers/${carberry}`,
          before: {
            author_position: null,
            editor_position: null,
            decided_by: null,
            accepted: null,
            rejected: [],
            is_none: false,
          },
          after: {
            author_position: 0,
            editor_position: null,
            decided_by: 'curator',
            accepted: 'J. Carberry',
            rejected: [],
            is_none: false,
          },
        },
      ],
    });
  });

  test('200: rejects one author, which leaves one', async () => {
    const { body } = await decide(doi, { orcid: carberry, author_position: 0, decision: 'reject' });
    expect(body.researchers[0]).toMatchObject({ author_position: 1, match_state: 'complete', decided_by: 'name' });
  });

  test('200: rejects all; it is not complete, and no question', async () => {
    const { body } = await decide(doi, { orcid: carberry, decision: 'reject' });
    expect(body.author_match_state).toBe('needs_attention');
    expect(body.researchers[0]).toMatchObject({ is_open: false, candidates: [], decision: { is_none: true } });
  });

  test('200: takes the publication from somebody who is no author; no source links them again, until it is undone', async () => {
    const notAnAuthor = () => decide(doi, { orcid: carberry, decision: 'not_an_author' });
    const listed = async () =>
      (await curatedPublications.find({ ...everything, equals: { orcid_id: carberry } }, 0)).rows.map((row) => row.doi);
    expect(await listed()).toEqual([doi]);
    const { status, body } = await notAnAuthor();
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        researchers: [],
        author_match_state: 'complete',
        not_authors: [{ orcid: carberry, name: 'Josiah Carberry', actor_id: 'user:curator@example.org' }],
      },
    });
    expect((await getDetail(doi)).body.not_authors).toEqual(body.not_authors);
    expect(await listed()).toEqual([]);
    // For copies of the lists, the person has left the publication.
    expect(await getPublication(doi)).toMatchObject({ withdrawn_at: expect.any(Number), left_orcids: [carberry] });
    const [event] = await events();
    expect(JSON.parse(String(event?.metadata_json))).toMatchObject({
      match: 'not_an_author',
      changes: [{ field: `/researchers/${carberry}`, before: {}, after: null }],
    });
    await notAnAuthor();
    expect(await events()).toHaveLength(1);
    await fetchAgain(unclear);
    expect((await getMatches(doi)).body).toMatchObject({ researchers: [], not_authors: [{ orcid: carberry }] });
    const undone = await decide(doi, { orcid: carberry, decision: 'undo' });
    expect(undone.body).toMatchObject({
      researchers: [{ orcid: carberry, is_open: true, decision: null, candidates: [{}, {}] }],
      not_authors: [],
    });
    expect(await listed()).toEqual([doi]);
    expect(await getPublication(doi)).toMatchObject({ left_orcids: null });
  });

  test.each([
    [{ orcid: '0000-0001-5109-3700', decision: 'not_an_author' }, 'orcid'],
    [{ orcid: carberry, decision: 'not_an_author', author_position: 0 }, 'author_position'],
    [{ orcid: carberry, decision: 'not_an_author', editor_position: 0 }, 'editor_position'],
  ])('400: %j names the field %s', async (body, field) => {
    const { status, body: answer } = await decide(doi, body);
    expect({ status, answer: JSON.stringify(answer) }).toEqual({ status: 400, answer: expect.stringContaining(field) });
  });

  test('200: accepts an editor', async () => {
    await fetchAgain([], [anAuthor('Ada Lovelace'), anAuthor('Carberry')]);
    const { body } = await decide(doi, { orcid: carberry, editor_position: 1, decision: 'accept' });
    expect(body.researchers[0]).toMatchObject({ author_position: null, editor_position: 1, match_state: 'complete' });
  });

  test('200: takes a decision back', async () => {
    const before = (await getMatches(doi)).body;
    await accept(0);
    const { body } = await decide(doi, { orcid: carberry, decision: 'undo' });
    expect(body).toEqual(before);
    const log = await events();
    expect(log.map(({ metadata_json }) => JSON.parse(String(metadata_json)).match).sort()).toEqual(['accept', 'undo']);
  });

  test.each([
    ['orcid', { orcid: ada, author_position: 0, decision: 'accept' }],
    ['orcid', { orcid: 'x', author_position: 0, decision: 'accept' }],
    ['author_position', { orcid: carberry, author_position: 3, decision: 'accept' }],
    ['author_position', { orcid: carberry, author_position: -1, decision: 'accept' }],
    ['author_position', { orcid: carberry, decision: 'accept' }],
    ['editor_position', { orcid: carberry, editor_position: 0, decision: 'reject' }],
    ['editor_position', { orcid: carberry, author_position: 0, editor_position: 0, decision: 'accept' }],
    ['decision', { orcid: carberry, author_position: 0, decision: 'maybe' }],
    ['decision', { orcid: carberry, author_position: 0 }],
  ])('400: a wrong %s, and nothing is written: %j', async (path, body) => {
    const before = await getPublication(doi);
    const answer = await decide(doi, body);
    expect(answer).toMatchObject({ status: 400, body: { details: { issues: [{ path }] } } });
    expect(await getPublication(doi)).toEqual(before);
  });

  test('400: a deleted publication; 404: an unknown one', async () => {
    await deletePublication(doi);
    expect((await accept(0)).status).toBe(400);
    expect((await decide('10.5555/unknown', { orcid: carberry, decision: 'undo' })).status).toBe(404);
  });

  test('409: an author who has been accepted for another researcher', async () => {
    await fetchAgain(unclear, [], [ada]);
    await accept(2);
    const { status, body } = await decide(doi, { orcid: ada, author_position: 2, decision: 'accept' });
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'conflict' });
  });

  test('412: another version than If-Match names; 200: that version', async () => {
    const tag = String((await getMatches(doi)).headers.etag);
    const first = await accept(0, { 'If-Match': tag });
    expect(first.status).toBe(200);
    expect((await accept(1, { 'If-Match': tag })).status).toBe(412);
    expect((await accept(1, { 'If-Match': String(first.headers.etag) })).status).toBe(200);
  });
});

describe('a decision stays', () => {
  test('when the publication is fetched again with more authors', async () => {
    await accept(0);
    await fetchAgain([anAuthor('Grace Hopper'), ...unclear], [], [ada]);
    expect(await linkOf()).toMatchObject({ author_position: 1, decided_by: 'curator', decision: { in_force: true } });
  });

  test('when an editor corrects the authors, as far as the author is the same', async () => {
    await accept(0);
    await set(doi, '/data/authors', [{ name: 'Ada Lovelace' }, { name: 'Josiah Carberry' }]);
    expect(await linkOf()).toMatchObject({ author_position: 1, decided_by: 'curator' });
    await set(doi, '/data/authors', [{ name: 'Grace Hopper' }]);
    expect(await linkOf()).toMatchObject({ author_position: null, is_open: true, decision: { in_force: false } });
    expect((await decide(doi, { orcid: carberry, author_position: 0, decision: 'reject' })).status).toBe(200);
  });

  test('for editors of the publication, too, who are matched again when their list is corrected', async () => {
    await fetchAgain([]);
    await set(doi, '/data/editors', [{ name: 'Ada Lovelace' }, { name: 'Josiah Carberry' }]);
    expect(await linkOf()).toMatchObject({ author_position: null, editor_position: 1, decided_by: 'name' });
    await decide(doi, { orcid: carberry, editor_position: 0, decision: 'accept' });
    await set(doi, '/data/editors', [{ name: 'Josiah Carberry' }, { name: 'Ada Lovelace' }]);
    expect(await linkOf()).toMatchObject({ editor_position: 1, decided_by: 'curator' });
  });

  test('when the links are repaired', async () => {
    await accept(0);
    const authorizer = sessionOf('superadmin');
    const { body } = await call(repair, { url: '/api/site-tools/repair-author-links', body: { doi }, authorizer });
    expect(body).toMatchObject({ changed: false, after: { author_match_state: 'complete' } });
  });
});

describe('people', () => {
  const listedOf = async (orcid: string) =>
    (await curatedPublications.find({ ...everything, equals: { orcid_id: orcid } }, 0)).rows.map((row) => row.doi);
  const hopper = '0009-9999-0000-0027';

  test('200: are linked and matched, and unlinked, each once, with an event; no source links them again', async () => {
    const { status, body } = await linkResearcher(doi, ada);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { researchers: [{ orcid: carberry }, { orcid: ada, author_position: 2 }] },
    });
    await linkResearcher('https://doi.org/10.5555/PREPRINT', ada);
    expect(await listedOf(ada)).toEqual([doi]);
    // Her own record does not list it. That changes nothing.
    await fetchAgain(unclear);
    expect((await getPublication(doi))?.researchers.map(({ orcid }) => orcid)).toEqual([carberry, ada].sort());
    const unlinked = await unlinkResearcher(doi, ada);
    expect(unlinked.body).toMatchObject({ researchers: [{ orcid: carberry }], not_authors: [{ orcid: ada }] });
    await unlinkResearcher(doi, ada);
    await unlinkResearcher(doi, hopper);
    expect(await listedOf(ada)).toEqual([]);
    expect(await getPublication(doi)).toMatchObject({ withdrawn_at: expect.any(Number), left_orcids: [ada] });
    await fetchAgain(unclear, [], [carberry, ada]);
    expect(await listedOf(ada)).toEqual([]);
    expect((await linkResearcher(doi, ada)).body).toMatchObject({ not_authors: [] });
    const log = (await events()).map(({ message, metadata_json }) => [
      message,
      JSON.parse(String(metadata_json)).match,
    ]);
    expect(log).toEqual([
      [`Publication ${doi} was linked to a person`, 'linked'],
      [`Publication ${doi} was matched to its authors by hand`, 'not_an_author'],
      [`Publication ${doi} was linked to a person`, 'linked'],
    ]);
  });

  test('404: who are unknown, or at an unknown publication; 400: at a deleted one; 412: at another version', async () => {
    expect((await linkResearcher(doi, hopper)).status).toBe(404);
    expect((await linkResearcher('10.5555/unknown', ada)).status).toBe(404);
    expect((await unlinkResearcher('10.5555/unknown', ada)).status).toBe(404);
    const tag = String((await getMatches(doi)).headers.etag);
    expect((await linkResearcher(doi, ada, { 'If-Match': tag })).status).toBe(200);
    expect((await unlinkResearcher(doi, ada, { 'If-Match': tag })).status).toBe(412);
    await deletePublication(doi);
    expect((await linkResearcher(doi, ada)).status).toBe(400);
    expect((await unlinkResearcher(doi, ada)).status).toBe(400);
  });

  test('killed between any two calls, are linked once; and of many at once, beside an ingestion, none is lost', async () => {
    for (let n = 1, died = true; died; n++) died = await dyingAt(n, () => linkResearcher(doi, ada));
    expect(await events()).toHaveLength(1);
    await storePerson(hopper, 'Grace', 'Hopper');
    const import_ = fetchPublication(doi, { fields: { authors: unclear }, orcids: [carberry] });
    const answers = await Promise.all([
      unlinkResearcher(doi, ada),
      linkResearcher(doi, hopper),
      linkResearcher(doi, hopper),
      unlinkResearcher(doi, carberry),
    ]);
    await import_;
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const record = await getPublication(doi);
    expect(record?.researchers.map(({ orcid }) => orcid)).toEqual([hopper]);
    expect(record?.not_authors.map(({ orcid }) => orcid).sort()).toEqual([carberry, ada].sort());
  });
});

test('200: somebody who is only a translator or supervisor is chosen in that role', async () => {
  const contributors = ['translator', 'supervisor'].map((role, at) => ({ ...anAuthor(`J${at}. Carberry`), role }));
  const original = aBibliography({ authors: [anAuthor('Eve Clay')], contributors });
  const before = await getPublication(doi);
  const people = (await getPeople([carberry])).map(namesOf);
  const incoming = anIncoming({ aliases: ['10.5555/preprint'], original, orcids: [carberry] });
  await savePublication(applyIncoming(before, incoming, people, new Date()), before, []);
  const asked = await getMatches(doi);
  expect(asked.body).toMatchObject({
    researchers: [{ is_open: true }],
    contributors: [{ name: 'J0. Carberry', role: 'translator' }, { role: 'supervisor' }],
  });
  const { status, body } = await decide(doi, { orcid: carberry, contributor_position: 1, decision: 'accept' });
  expect(status).toBe(200);
  expect(body.researchers).toMatchObject([
    {
      author_position: null,
      contributor_position: 1,
      match_state: 'complete',
      decision: { accepted: { editor_position: null, contributor_position: 1, name: 'J1. Carberry' } },
    },
  ]);
  const wrong = await decide(doi, { orcid: carberry, contributor_position: 2, decision: 'accept' });
  expect(wrong).toMatchObject({ status: 400, body: { details: { issues: [{ path: 'contributor_position' }] } } });
  const both = await decide(doi, { orcid: carberry, author_position: 0, contributor_position: 1, decision: 'accept' });
  expect(both).toMatchObject({ status: 400, body: { details: { issues: [{ path: 'contributor_position' }] } } });
  const undone = await decide(doi, { orcid: carberry, contributor_position: 1, decision: 'undo' });
  expect(undone.body.researchers).toMatchObject([{ is_open: true, decision: null }]);
});
