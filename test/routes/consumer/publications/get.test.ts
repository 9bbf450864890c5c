import { beforeAll, expect, test } from '@jest/globals';
import { newLink } from '#src/matching/link.ts';
import { applyIncoming, type PublicationRecord } from '#src/records/publications/publication.ts';
import { savePublication } from '#src/records/publications/store/publications.ts';
import * as get from '../../../../lambdas/consumer/publications/get.ts';
import { aBibliography, anAuthor, anIncoming, carberry, lovelace } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { call } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { checkManyAuthors } from './get-fixture.ts';

captureLog();
const now = new Date('2026-01-31T12:00:00Z');
const stored = (doi: string, over: Partial<PublicationRecord> = {}, aliases: string[] = []) =>
  savePublication({ ...applyIncoming(undefined, anIncoming({ doi, aliases }), [], now), ...over }, undefined, []);
const strange = '10.1603/0046-225x(2008)37[808:rohbha]2.0.co;2';
const angled = '10.1002/(sici)1097-0258<1::aid-sim1>3.0.co;2-x';

beforeAll(async () => {
  await freshTable();
  await stored('10.5555/pots', {}, ['10.5555/preprint']);
  await stored(strange);
  await stored(angled);
  await stored('10.5555/100%25');
  await stored('10.5555/ends/');
  await stored('10.5555/hidden', { visible: false });
  await stored('10.5555/deleted', { deleted_at: now.toISOString() });
});

const at = (path: string) => call(get, { url: `/v1/doi/${path}` });

test('200: of many authors the first 1,000 and every linked one, the others by their offset, and all in an export', () =>
  checkManyAuthors(2_100));

test("200: the institution's own authors, by ROR iD and by person", async () => {
  const at021 = [{ printed: 'Clay University', name: null, ror: 'https://ror.org/021nxhr62', country: null }];
  const authors = [
    { ...anAuthor('Ann Other', lovelace), affiliation_details: at021 },
    anAuthor('Eve Kiln'),
    anAuthor('Josiah Carberry'),
    { ...anAuthor('Ada Clay'), affiliation_details: at021 },
  ];
  const incoming = anIncoming({ doi: '10.5555/own', original: aBibliography({ authors }) });
  const researchers = [
    { ...newLink(carberry), author_position: 2 },
    { ...newLink(lovelace), author_position: 0 },
    { ...newLink('0000-0001-5000-0007'), author_position: null },
  ];
  await savePublication({ ...applyIncoming(undefined, incoming, [], now), researchers }, undefined, []);
  process.env.INSTITUTION = JSON.stringify({ ror: ['021nxhr62'] });
  try {
    expect((await at('10.5555/own')).body.own_authors).toEqual([
      { position: 0, name: 'Ann Other', orcid: lovelace, reasons: ['affiliation', 'person'] },
      { position: 2, name: 'Josiah Carberry', orcid: carberry, reasons: ['person'] },
      { position: 3, name: 'Ada Clay', orcid: null, reasons: ['affiliation'] },
    ]);
  } finally {
    delete process.env.INSTITUTION;
  }
  const { own_authors } = (await at('10.5555/own')).body;
  expect(own_authors.map(({ position }: { position: number }) => position)).toEqual([0, 2]);
});

test('200: the whole publication', async () => {
  const { status, body } = await at('10.5555/pots');
  expect(status).toBe(200);
  expect(body).toEqual({
    doi: '10.5555/pots',
    data: expect.objectContaining({ title: 'On Cracked Pots', source: 'crossref' }),
    author_count: expect.any(Number),
    own_authors: [],
    publication_date: null,
    publication_year: null,
    publication_type: null,
    cited_by_count: null,
    is_retracted: false,
    open_access_status: null,
    enriched_metadata: null,
    last_fetched_at: now.getTime(),
    last_edited_at: null,
    edit_count: 0,
  });
});

test.each([
  ['raw', '10.5555/pots', '10.5555/pots'],
  ['encoded', '10.5555%2Fpots', '10.5555/pots'],
  ['encoded twice', '10.5555%252Fpots', '10.5555/pots'],
  ['encoded twice behind its slash', angled.replace(/[<>]/g, (c) => encodeURIComponent(encodeURIComponent(c))), angled],
  ['in upper case', '10.5555/POTS', '10.5555/pots'],
  ['with a label', 'doi:10.5555/pots', '10.5555/pots'],
  ['as a URL', 'https%3A%2F%2Fdoi.org%2F10.5555%2Fpots', '10.5555/pots'],
  ['by an alias', '10.5555/Preprint', '10.5555/pots'],
  ['with brackets and semicolons', strange, strange],
  ['with brackets and semicolons, encoded', encodeURIComponent(strange.toUpperCase()), strange],
  ['with angle brackets', angled, angled],
  ['with angle brackets, encoded', encodeURIComponent(angled), angled],
  ['with an escape of its own', '10.5555/100%2525', '10.5555/100%25'],
  ['with a slash too many', '10.5555/pots%2F', '10.5555/pots'],
  ['that ends in a slash', '10.5555/ends%2F', '10.5555/ends/'],
])('200: a DOI %s: %s', async (_, path, doi) => {
  expect((await at(path)).body.doi).toBe(doi);
});

test('404: hidden, deleted, unknown and what is no DOI look the same', async () => {
  const answers = await Promise.all(
    ['10.5555/hidden', '10.5555/deleted', '10.5555/unknown', 'no-doi', '%25E0', '10.5555%25252Fpots'].map(at),
  );
  for (const { status, body } of answers) {
    expect(status).toBe(404);
    expect(body).toEqual(answers[0]?.body);
  }
});

test('400: percent-encoding that means nothing', async () => {
  expect(await at('10.5555/%E0%A4%A')).toMatchObject({ status: 400, body: { code: 'invalid_id' } });
});
