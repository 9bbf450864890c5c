import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { isActive } from '#src/ingestion/domain/job.ts';
import { itemsOfJob } from '#src/ingestion/store/job-items.ts';
import { getPerson } from '#src/records/people/store/people.ts';
import { getPublication } from '#src/records/publications/store/publications.ts';
import { jobWorkView } from '#src/responses/ingestion/jobs.ts';
import { db } from '#src/table/table.ts';
import { faults, ingest, isolde } from './ingestion-fixture.ts';

const doi = '10.5555/acp.2019.0042';
type Json = Record<string, unknown>;

const sample = (path: string): Json =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../local/sample', path), 'utf8'));
const work = sample('crossref/works/10.5555%2Facp.2019.0042.json') as { message: Json };
const crossref = (fields: Json): string => JSON.stringify({ ...work, message: { ...work.message, ...fields } });
/** Crossref's response with a JSON text in place of a field. */
const spliced = (field: string, json: string): string => crossref({ [field]: '@@' }).replace('"@@"', () => json);
const many = <T>(length: number, of: (index: number) => T): T[] => Array.from({ length }, (_, index) => of(index));
const megabytes = (unit: string, size: number) => unit.repeat((size * 1_000_000) / unit.length);
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const headers = { 'content-type': 'application/json' };

const recorded = sample(`orcid/v3.0/${isolde}/works.json`) as { group: Json[] };
const worksPath = `orcid /v3.0/${isolde}/works`;

/** Ingests a record with only this work, unless the answers are about the record's works. */
async function ingestAnswers(answers: Record<string, string>, of = doi) {
  const group = recorded.group.filter((each) => JSON.stringify(each).includes(of));
  expect(group).toHaveLength(1);
  for (const [path, body] of Object.entries({ [worksPath]: JSON.stringify({ group }), ...answers })) {
    faults.set(path, { status: 200, headers, body });
  }
  const job = await ingest(isolde);
  const works = (await itemsOfJob(job.job_id)).map((each) => jobWorkView(each, job));
  return { job, work: works.find(({ id }) => id === of) };
}

describe('whatever Crossref answers, the work ends within one delivery', () => {
  const title = expect.arrayContaining(['Crossref: title was cut to 2,000 characters']);
  test.each<[string, () => string, unknown]>([
    ['a title of 1 MB', () => crossref({ title: [megabytes('pots ', 1)] }), title],
    ['a title of TeX', () => crossref({ title: [megabytes('\\(\\a', 1)] }), title],
    ['a title of formulas', () => crossref({ title: [megabytes('$x_{a}$ ', 1)] }), title],
    ['a title of entities', () => crossref({ title: [megabytes('&amp;amp;lt;', 1)] }), title],
    ['a title of open elements', () => crossref({ title: [megabytes('<i>a<sub>', 1)] }), expect.anything()],
    ['an abstract of MathML', () => crossref({ abstract: megabytes('<math><mi>', 1) }), expect.anything()],
    [
      '20 subtitles of 200 kB',
      () => crossref({ subtitle: many(20, () => megabytes('Kiln ', 0.2)) }),
      expect.anything(),
    ],
    [
      'as many subtitles as authors',
      () =>
        crossref({ subtitle: many(20_000, (n) => `Kiln ${n}`), author: many(20_000, (n) => ({ family: `K${n}` })) }),
      [],
    ],
    [
      '30,000 authors',
      () => crossref({ author: many(30_000, (n) => ({ given: 'A.', family: `Kiln${n}` })) }),
      expect.arrayContaining(['Crossref: message.author was cut to the first 25,000 of 30,000']),
    ],
    [
      'an author with 30,000 affiliations',
      () => crossref({ author: [{ family: 'Kiln', affiliation: many(30_000, (n) => ({ name: `Pottery ${n}` })) }] }),
      expect.arrayContaining(['Crossref: authors.affiliations was cut to the first 50 of 25,000']),
    ],
    [
      'funders that join one after the other, with long names',
      () => crossref({ funder: many(1_000, (n) => ({ name: megabytes(`${n}a`, 0.005), award: many(500, String) })) }),
      expect.arrayContaining(['Crossref: funders.awards was cut to the first 200 of 500']),
    ],
    [
      'a relation with 100,000 identifiers',
      () => spliced('relation', `{"is-part-of":[${'{"id":"10.5555/a"},'.repeat(1e5)}{}]}`),
      expect.anything(),
    ],
    [
      'fields of other types',
      () => crossref({ title: { a: 1 }, author: 'Kiln', abstract: [[]], funder: 7, ISSN: {} }),
      [],
    ],
    [
      'a field that is called __proto__',
      () => spliced('relation', `{"__proto__":["${megabytes('a', 0.2)}"]}`),
      expect.anything(),
    ],
  ])('stored, with %s', async (_, body, warnings) => {
    const { job, work } = await ingestAnswers({ [`crossref /works/${doi}`]: body() });
    expect(work).toMatchObject({ outcome: 'created', warnings });
    expect(job.status).toBe('completed');
    expect(await getPublication(doi)).toMatchObject({ source: 'crossref' });
  });

  test.each<[string, () => string, string]>([
    ['JSON 100,000 deep', () => spliced('relation', nested(100_000)), 'nested more than 64 deep'],
    [
      'objects 100,000 deep',
      () => spliced('title', `${'{"a":'.repeat(1e5)}1${'}'.repeat(1e5)}`),
      'nested more than 64 deep',
    ],
    [
      'more than three million values',
      () => spliced('reference', `[${'0,'.repeat(3e6)}0]`),
      'more than 3 million values',
    ],
    ['34 MB', () => crossref({ title: [megabytes('a', 34)] }), 'more than 32 MB'],
  ])('failed, with the reason: %s', async (_, body, reason) => {
    const { job, work } = await ingestAnswers({ [`crossref /works/${doi}`]: body() });
    expect(work).toMatchObject({ outcome: 'failed', reason: expect.stringContaining(reason) });
    expect(job.status).toBe('partial_failure');
    faults.clear();
    expect(await ingest(isolde)).toMatchObject({ status: 'completed' });
  });
});

test.each<[string, string, () => string]>([
  ['deep JSON', `openalex /works/doi:${doi}`, () => nested(100_000)],
  [
    '100,000 keywords',
    `openalex /works/doi:${doi}`,
    () => {
      const body = sample('openalex/works/10.5555%2Facp.2019.0042.json');
      return JSON.stringify({ ...body, keywords: many(100_000, (n) => ({ display_name: `Kiln ${n}` })) });
    },
  ],
])('OpenAlex cannot hold up a work: %s', async (_, path, body) => {
  const { work } = await ingestAnswers({ [path]: body() });
  expect(work).toMatchObject({ outcome: 'created' });
});

describe('whatever DataCite answers, the work ends within one delivery', () => {
  const dataset = '10.5072/sherds.v2';
  const path = `datacite /dois/${dataset}`;
  const known = sample('datacite/dois/10.5072%2Fsherds.v2.json') as { data: { attributes: Json } };
  const answer = (fields: Json) =>
    JSON.stringify({ ...known, data: { ...known.data, attributes: { ...known.data.attributes, ...fields } } });
  const splice = (field: string, json: string) => answer({ [field]: '@@' }).replace('"@@"', () => json);
  const cutTo = (limit: string) => expect.arrayContaining([`DataCite: ${limit}`]);

  test.each<[string, () => string, unknown]>([
    [
      'a title of 1 MB',
      () => answer({ titles: [{ title: megabytes('pots ', 1) }] }),
      cutTo('title was cut to 2,000 characters'),
    ],
    ['a title of TeX', () => answer({ titles: [{ title: megabytes('\\(\\a', 1) }] }), expect.anything()],
    [
      'titles in 20,000 languages',
      () => answer({ titles: many(20_000, (n) => ({ title: `Kiln ${n}`, lang: `de-x-a${n}` })) }),
      expect.anything(),
    ],
    [
      '30,000 creators',
      () => answer({ creators: many(30_000, (n) => ({ name: `Kiln${n}, A.`, nameType: 'Personal' })) }),
      cutTo('data.attributes.creators was cut to the first 25,000 of 30,000'),
    ],
    [
      'one name that lists 50,000 people',
      () => answer({ creators: [{ name: many(50_000, (n) => `Kiln${n}, A.`).join('; ') }] }),
      expect.anything(),
    ],
    ['a name of blanks', () => answer({ creators: [{ name: `K${megabytes(' ', 1)}, A.` }] }), expect.anything()],
    [
      'a creator with 30,000 affiliations',
      () => answer({ creators: [{ name: 'Kiln', affiliation: many(30_000, (n) => ({ name: `Pottery ${n}` })) }] }),
      cutTo('authors.affiliations was cut to the first 50 of 25,000'),
    ],
    [
      'as many editors as contributors',
      () =>
        answer({
          contributors: many(24_000, (n) => ({
            name: `Kiln${n}, A.`,
            contributorType: n % 2 ? 'Editor' : `Role${n}`,
          })),
        }),
      expect.anything(),
    ],
    [
      'descriptions of markup',
      () => answer({ descriptions: many(20, () => ({ description: megabytes('<i>a<sub>&amp;amp;lt;', 0.2) })) }),
      expect.anything(),
    ],
    [
      '25,000 related identifiers, subjects, dates and rights',
      () =>
        answer({
          relatedIdentifiers: many(25_000, (n) => ({
            relatedIdentifier: `10.5555/${n}`,
            relatedIdentifierType: 'DOI',
            relationType: 'IsVersionOf',
          })),
          subjects: many(25_000, (n) => ({ subject: `Kilns ${n}` })),
          dates: many(25_000, () => ({ date: megabytes('2020-', 0.0001), dateType: 'Issued' })),
          rightsList: many(25_000, (n) => ({ rightsUri: `https://example.org/${n}` })),
        }),
      expect.anything(),
    ],
    [
      'funding references with long names',
      () => answer({ fundingReferences: many(1_000, (n) => ({ funderName: megabytes(`${n}a`, 0.005) })) }),
      cutTo('funders.name was cut to 500 characters'),
    ],
    [
      'fields of other types',
      () =>
        answer({ titles: 'Pots', creators: 7, container: [], types: null, dates: {}, publisher: [[]], version: {} }),
      [],
    ],
    ['a field that is called __proto__', () => splice('container', '{"__proto__":{"title":"a"}}'), []],
  ])('stored, with %s', async (_, body, warnings) => {
    const { job, work } = await ingestAnswers({ [path]: body() }, dataset);
    expect(work).toMatchObject({ outcome: 'created', warnings });
    expect(job.status).toBe('completed');
    expect(await getPublication(dataset)).toMatchObject({ source: 'datacite' });
  });

  test.each<[string, () => string, string]>([
    ['JSON 100,000 deep', () => splice('container', nested(100_000)), 'nested more than 64 deep'],
    [
      'more than three million values',
      () => splice('subjects', `[${'0,'.repeat(3e6)}0]`),
      'more than 3 million values',
    ],
    ['34 MB', () => answer({ titles: [{ title: megabytes('a', 34) }] }), 'more than 32 MB'],
  ])('failed, with the reason: %s', async (_, body, reason) => {
    const { job, work } = await ingestAnswers({ [path]: body() }, dataset);
    expect(work).toMatchObject({ outcome: 'failed', reason: expect.stringContaining(reason) });
    expect(job.status).toBe('partial_failure');
    faults.clear();
    expect(await ingest(isolde)).toMatchObject({ status: 'completed' });
  });
});

describe('Europe PMC cannot hold up a work', () => {
  beforeEach(() => {
    process.env.OPTIONAL_SOURCES = 'europepmc';
  });
  afterEach(() => {
    delete process.env.OPTIONAL_SOURCES;
  });
  const article = (abstractText: unknown) => ({ doi, abstractText });
  const found = (result: unknown[]) => JSON.stringify({ resultList: { result } });
  const pending = { pending: true, length: 0 };

  test.each<[string, () => string, { pending: boolean; length: number }]>([
    ['an abstract of 1 MB', () => found([article(megabytes('pots ', 1))]), { pending: false, length: 50_000 }],
    ['an abstract of markup', () => found([article(megabytes('<h4>a<sub>', 1))]), { pending: false, length: 50_000 }],
    [
      'an abstract of entities',
      () => found([article(megabytes('&amp;amp;lt;', 1))]),
      { pending: false, length: 50_000 },
    ],
    ['an abstract that is none', () => found([article({ a: [1] })]), { pending: false, length: 0 }],
    ['100,000 articles', () => found(many(100_000, (n) => ({ doi: `10.5555/${n}` }))), { pending: false, length: 0 }],
    [
      'the article after 24,000 others of the same DOI',
      () => found([...many(24_000, () => article('')), article('Pots crack.')]),
      { pending: false, length: 11 },
    ],
    ['JSON 100,000 deep', () => nested(100_000), pending],
    ['34 MB', () => found([article(megabytes('a', 34))]), pending],
    ['no list', () => JSON.stringify({ resultList: 7 }), pending],
  ])('%s', async (_, body, expected) => {
    const { job, work } = await ingestAnswers({
      [`crossref /works/${doi}`]: crossref({ abstract: null }),
      'europepmc /search': body(),
    });
    expect([job.status, work?.outcome]).toEqual(['completed', 'created']);
    const record = await getPublication(doi);
    expect(record?.enrichment_pending_sources.includes('europepmc')).toBe(expected.pending);
    const { abstract } = record?.supplements.europepmc ?? { abstract: null };
    expect(abstract?.length ?? 0).toBeLessThanOrEqual(expected.length);
    expect((abstract?.length ?? 0) > 0).toBe(expected.length > 0);
  });
});

describe('whatever ORCID answers, the job ends within one delivery', () => {
  const person = sample(`orcid/v3.0/${isolde}/person.json`);
  test.each<[string, string, () => string]>([
    [
      'a biography of 1 MB',
      'person',
      () => JSON.stringify({ ...person, biography: { content: megabytes('&amp;lt;i&amp;gt;', 1) } }),
    ],
    [
      'a biography of TeX',
      'person',
      () => JSON.stringify({ ...person, biography: { content: megabytes('\\(\\a{', 1) } }),
    ],
    ['a deep person', 'person', () => nested(100_000)],
    ['deep works', 'works', () => nested(100_000)],
    [
      'works with 100,000 values each',
      'works',
      () => JSON.stringify({ group: [...recorded.group, { 'work-summary': many(100_000, Number) }] }),
    ],
    [
      'a group of 200 summaries and 4,000 DOIs',
      'works',
      () => {
        const [first] = recorded.group as { 'work-summary': Json[] }[];
        const summary = first?.['work-summary'][0];
        const ids = many(4_000, (n) => ({
          'external-id-type': 'doi',
          'external-id-value': `10.5555/${'a'.repeat(900)}${n}`,
          'external-id-relationship': 'self',
        }));
        const title = { title: { value: 'pot '.repeat(5_000) } };
        const summaries = many(200, (n) => ({ ...summary, 'put-code': n + 1, title }));
        return JSON.stringify({ group: [{ 'external-ids': { 'external-id': ids }, 'work-summary': summaries }] });
      },
    ],
  ])('%s', async (_, section, body) => {
    const { job } = await ingestAnswers({ [`orcid /v3.0/${isolde}/${section}`]: body() });
    expect(isActive(job)).toBe(false);
    expect((await getPerson(isolde))?.biography?.length ?? 0).toBeLessThanOrEqual(5_000);
    faults.clear();
    expect(await ingest(isolde)).toMatchObject({ status: 'completed' });
  });
});

test('the DOIs of one group are stored one after the other: no write of one repeats another', async () => {
  const group = recorded.group as { 'work-summary': Json[] }[];
  const ids = many(20, (n) => ({
    'external-id-type': 'doi',
    'external-id-value': `10.5555/grouped.${n}`,
    'external-id-relationship': 'self',
  }));
  const works = { group: [{ 'external-ids': { 'external-id': ids }, 'work-summary': group[0]?.['work-summary'] }] };
  const refused: unknown[] = [];
  const send = db.send.bind(db) as (command: object) => Promise<unknown>;
  const watched = async (command: object) => {
    try {
      return await send(command);
    } catch (error) {
      if (error instanceof TransactionCanceledException) refused.push(...(error.CancellationReasons ?? []));
      throw error;
    }
  };
  jest.spyOn(db, 'send').mockImplementation(watched as never);
  const { job } = await ingestAnswers({ [worksPath]: JSON.stringify(works) });
  expect(job).toMatchObject({ status: 'completed', counts: { found: 21 } });
  expect(refused.length).toBeLessThan(10);
});
