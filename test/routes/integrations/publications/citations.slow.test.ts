import { BatchGetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { saveOrcidPerson } from '#src/ingestion/store/add-people.ts';
import { lateCommitMs } from '#src/lists/load/shards.ts';
import { namesOf } from '#src/records/people/person.ts';
import { changePerson, getPeople } from '#src/records/people/store/people.ts';
import { applyIncoming, type PublicationRecord } from '#src/records/publications/publication.ts';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import { keys } from '#src/table/keys.ts';
import { db, tableName } from '#src/table/table.ts';
import type { Bibliography } from '#src/vocabulary/bibliography.ts';
import * as consumer from '../../../../lambdas/consumer/publications/list.ts';
import * as changes from '../../../../lambdas/integrations/changes/list.ts';
import * as synced from '../../../../lambdas/integrations/publications/list.ts';
import { aBibliography, anAuthor, anIncoming, carberry } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { authorizerOf, call } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { storePerson } from '../../../support/people.ts';
import { curatePublication } from '../../../support/publicity.ts';

captureLog();
const lovelace = '0009-9999-0000-0019';
const [pots, kilns, crowd, plain] = ['10.5555/pots', '10.5555/kilns', '10.5555/crowd', '10.5555/plain'];
const teapots = { doi: '10.5555/teapots', type: 'has-preprint' } as const;

async function store(doi: string, fields: Partial<Bibliography>, enrichment: Record<string, unknown> | null = null) {
  const before = await getPublication(doi);
  const people = (await getPeople([carberry, lovelace])).map(namesOf);
  const incoming = anIncoming({ doi, original: aBibliography(fields), enrichment, orcids: [carberry, lovelace] });
  await savePublication(applyIncoming(before, incoming, people, new Date()), before, []);
}

beforeAll(async () => {
  await freshTable();
  await storePerson(carberry, 'Josiah', 'Carberry');
  await storePerson(lovelace, 'Ada', 'Lovelace');
  const journal = { container_title: 'Annals of Pots', volume: '5', issue: '11', pages: '1-13', publisher: 'Press' };
  await store(
    pots,
    {
      title: { en: 'On cracked pots', de: 'Über Töpfe' },
      authors: [
        anAuthor('Josiah Carberry', carberry),
        { ...anAuthor('Ada Lovelace'), suffix: 'Jr.' },
        { ...anAuthor('Kiln'), name: 'Kiln <Group>', given: null, family: null },
      ],
      ...journal,
      publication_type: 'journal-article',
      publication_date: '2008-02-03',
      publication_year: 2008,
      is_retracted: true,
      integrity: [{ kind: 'retraction', date: '2010-01', doi: '10.5555/notice', source: 'publisher' }],
      relations: [teapots, { type: 'has-review', doi: '10.5555/review' }],
      open_access_status: 'gold',
      license_url: 'https://creativecommons.org/licenses/by/4.0/',
    },
    { oa_url: 'https://example.org/pots.pdf' },
  );
  await store(kilns, { title: 'Kilns', article_number: '42' }, { oa_url: 'javascript:alert(1)' });
  const many = Array.from({ length: 200 }, (_, n) => anAuthor(`A${n} Crowd${n}`));
  await store(crowd, { title: 'Crowd', authors: [...many, anAuthor('Josiah Carberry', carberry), ...many] });
  await store(plain, { title: 'Plain', publication_type: 'book' });
});

const lists = {
  consumer: (query: string) => call(consumer, { url: `/v1/publications?per_page=100${query}` }),
  synced: (query: string) =>
    call(synced, {
      url: `/integrations/v1/publications?per_page=100${query}`,
      authorizer: authorizerOf(synced.route.auth) ?? {},
    }),
  changes: async (query: string) => {
    const authorizer = { ...authorizerOf(changes.route.auth), scopes: 'publications.read people.read' };
    const response = await call(changes, { url: `/integrations/v1/changes?list=publications${query}`, authorizer });
    const publications = response.body.changes?.map(({ item }: { item: unknown }) => item);
    return { ...response, body: { ...response.body, publications } };
  },
};
const names = Object.keys(lists) as (keyof typeof lists)[];
type Items = { doi: string; citation?: Record<string, unknown>; license?: unknown; researcher_orcids?: unknown }[];
const itemsOf = async (name: keyof typeof lists, query: string): Promise<Items> =>
  (await lists[name](query)).body.publications;
const citationIn = async (name: keyof typeof lists, doi: string, query = '&include=citation') =>
  (await itemsOf(name, query)).find((item) => item.doi === doi)?.citation;

describe.each(names)('the list %s', (name) => {
  test('200: all that is needed to cite a publication', async () => {
    const author = { given: null, family: null, suffix: null, orcid: null, is_member: false, person_slug: null };
    const [josiah, ada] = [
      { ...author, name: 'Josiah Carberry', given: 'Josiah', family: 'Carberry', orcid: carberry, is_member: true },
      { ...author, name: 'Ada Lovelace', given: 'Ada', family: 'Lovelace', suffix: 'Jr.', orcid: lovelace },
    ];
    expect(await citationIn(name, pots)).toEqual({
      authors: [
        { ...josiah, person_slug: 'josiah-carberry-18250097' },
        { ...ada, is_member: true, person_slug: 'ada-lovelace-00000019' },
        { ...author, name: 'Kiln <Group>' },
      ],
      author_count: 3,
      container_title: 'Annals of Pots',
      volume: '5',
      issue: '11',
      pages: '1-13',
      article_number: null,
      publisher: 'Press',
      open_access: { status: 'gold', url: 'https://example.org/pots.pdf' },
      retraction: { date: '2010-01', doi: '10.5555/notice' },
      versions: [teapots],
      style: 'apa',
      text:
        'Carberry, J., Lovelace, A., Jr., & Kiln <Group>. (2008). On cracked pots (Retracted). Annals of Pots, 5(11), ' +
        '1–13. https://doi.org/10.5555/pots',
    });
  });

  test('200: in the style that is asked for', async () => {
    expect((await citationIn(name, plain, '&include=citation&style=vancouver'))?.text).toBe('Plain. doi:10.5555/plain');
    expect(await citationIn(name, plain, '&include=citation&style=harvard')).toMatchObject({
      style: 'harvard',
      text: 'Plain (no date). Available at: https://doi.org/10.5555/plain.',
    });
  });

  test('200: of many authors the first and the people of the registry; no address that is none of the web', async () => {
    const { authors, author_count } = (await citationIn(name, crowd)) as { authors: object[]; author_count: number };
    expect(author_count).toBe(401);
    expect(authors).toHaveLength(31);
    expect(authors.at(-1)).toMatchObject({ name: 'Josiah Carberry', position: 200, is_member: true });
    expect(authors[29]).not.toHaveProperty('position');
    expect(await citationIn(name, kilns)).toMatchObject({
      open_access: { status: null, url: null },
      article_number: '42',
      retraction: null,
    });
  });

  test('200: without it, items are as they were', async () => {
    const without = await lists[name]('');
    expect(JSON.stringify(without.body)).not.toContain('citation"');
    const withThem = (await itemsOf(name, '&include=citation')).map(
      ({ citation: _, license: __, researcher_orcids: ___, ...item }) => item,
    );
    expect(withThem).toEqual(without.body.publications);
    // A style alone adds nothing, and an empty parameter is as none.
    expect(await itemsOf(name, '&style=harvard&include=')).toEqual(without.body.publications);
  });

  test('200: read in one batch, also where an older version has stored none', async () => {
    const before = await itemsOf(name, '&include=citation');
    const send = jest.spyOn(db, 'send');
    const batches = async () => {
      send.mockClear();
      const items = await itemsOf(name, '&include=citation');
      return { items, count: send.mock.calls.filter(([command]) => command instanceof BatchGetCommand).length };
    };
    // The feed also reads the relations.
    const all = name === 'changes' ? 2 : 1;
    expect((await batches()).count).toBe(all);
    const UpdateExpression = 'REMOVE citation';
    const of = (doi: string) => ({ TableName: tableName(), Key: keys.publication(doi), UpdateExpression });
    for (const doi of [pots, crowd]) await db.send(new UpdateCommand(of(doi)));
    expect(await batches()).toEqual({ items: before, count: all + 1 });
    send.mockRestore();
    for (const doi of [pots, crowd]) await curatePublication(doi, {});
  });

  test.each(['include=authors', 'include=citation,citations', 'include=citation&style=mla'])(
    '400: %s',
    async (query) => {
      const { status, body } = await lists[name](`&${query}`);
      expect([status, body.code]).toEqual([400, 'invalid_query']);
    },
  );
});

test('400: citations of another list of changes', async () => {
  const authorizer = { ...authorizerOf(changes.route.auth), scopes: 'people.read' };
  const { status, body } = await call(changes, {
    url: '/integrations/v1/changes?list=people&include=citation',
    authorizer,
  });
  expect([status, body.code]).toEqual([400, 'invalid_query']);
});

test.each(['synced', 'changes'] as const)('200: what a copy needs to filter as the list does: %s', async (name) => {
  const items = await itemsOf(name, '&include=citation');
  const of = (doi: string) => items.find((item) => item.doi === doi);
  expect(of(pots)).toMatchObject({ license: 'cc-by-4.0', researcher_orcids: [carberry, lovelace] });
  // Nobody of whom it is undecided which author they are is in the citation, and the filter `orcid` finds them.
  expect(of(plain)).toMatchObject({
    license: null,
    researcher_orcids: [carberry, lovelace],
    citation: { authors: [] },
  });
  expect((await itemsOf(name, ''))[0]).not.toHaveProperty('license');
});

describe('a copy with citations', () => {
  const authorizer = { ...authorizerOf(changes.route.auth), scopes: 'publications.read people.read' };
  const since = async (cursor: string, query = '&include=citation') => {
    const { body } = await call(changes, {
      url: `/integrations/v1/changes?list=publications&cursor=${cursor}${query}`,
      authorizer,
    });
    return { ...body, ids: body.changes.map(({ id }: { id: string }) => id) };
  };
  let nowMs = Date.now();
  beforeEach(() => {
    nowMs += 100 * lateCommitMs;
    jest.spyOn(Date, 'now').mockImplementation(() => nowMs);
  });
  const current = async () => {
    nowMs += 2 * lateCommitMs;
    return (await since('')).cursor;
  };

  test('200: is told of an edited co-author', async () => {
    const cursor = await current();
    await curatePublication(plain, { edits: { data: { authors: [anAuthor('Grace Hopper')] } } });
    const { ids, changes: told } = await since(cursor);
    expect(ids).toEqual([plain]);
    expect(told[0].item.citation).toMatchObject({ author_count: 1, authors: [{ name: 'Grace Hopper' }] });
  });

  test('200: is told of the publications of a person who is renamed, and of nobody else', async () => {
    const grace = '0009-9997-0000-0012';
    const [mine = '', ...others] = ['10.5555/compilers', '10.5555/compilers-2', '10.5555/compilers-3'];
    await saveOrcidPerson(
      { orcid: grace, givenName: null, familyName: null, creditName: null, biography: null },
      new Date(),
    );
    for (const doi of [mine, ...others]) {
      const original = aBibliography({ authors: [anAuthor('Grace Hopper')] });
      const record = applyIncoming(undefined, anIncoming({ doi, orcid: grace, original }), [], new Date());
      const matched = { ...record, researchers: [{ ...record.researchers[0], author_position: 0 }] };
      await savePublication(matched as PublicationRecord, undefined, []);
    }
    const cursor = await current();
    const slugOf = async () => (await citationIn('changes', mine))?.authors;
    expect(await slugOf()).toMatchObject([{ is_member: true, person_slug: null }]);
    const curator = { actor: 'user:ada@example.org', now: new Date(), requestId: 'request-1' };
    // A change of anything else is none of a citation.
    await changePerson(grace, { people_type: 'staff' }, curator);
    expect((await since(cursor)).ids).toEqual([]);
    nowMs += 1_000;
    await changePerson(grace, { name: 'Grace Hopper' }, curator);
    const told = await since(cursor);
    expect([told.ids, told.reset]).toEqual([[mine, ...others], false]);
    expect(told.changes[0].changed_at).toBe(nowMs);
    expect(await slugOf()).toMatchObject([{ person_slug: expect.stringMatching(/^grace-hopper-/) }]);
    nowMs += 2 * lateCommitMs;
    const settled = await since(told.cursor);
    expect((await since(settled.cursor)).ids).toEqual([]);
    // Page by page, each is told, also if all have the same time.
    const paged = [];
    for (let at = cursor, more = true; more; ) {
      const page = await since(at, '&include=citation&limit=1');
      paged.push(...page.ids);
      [at, more] = [page.cursor, page.has_more];
    }
    expect(paged).toEqual([mine, ...others]);
    expect((await since(cursor, '')).reset).toBe(true);
  });

  test('200: starts over when a copy without them asks for them', async () => {
    const { cursor } = await since('', '');
    expect(await since(cursor, '')).toMatchObject({ reset: false });
    expect(await since(cursor)).toMatchObject({ reset: true });
  });

  test('200: starts over once where its items have no licences and people, as those of the release before', async () => {
    const { cursor } = await since('');
    const { rules, ...rest } = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    expect(rules).toBe('filtered-citations');
    const before = Buffer.from(JSON.stringify({ ...rest, rules: 'citations' })).toString('base64url');
    expect(await since(before)).toMatchObject({ reset: true });
    expect(await since(cursor)).toMatchObject({ reset: false });
  });
});
