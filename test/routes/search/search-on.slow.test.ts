import { beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { queryNames } from '#src/http/links.ts';
import { db } from '#src/table/table.ts';
import * as embed from '../../../lambdas/consumer/embed/list.ts';
import * as ids from '../../../lambdas/dashboard/publications/ids.ts';
import { loadRoutes } from '../../../lib/load-declarations.ts';
import { carberry } from '../../support/builders.ts';
import { freshTable } from '../../support/engine.ts';
import { call, sessionOf, type TestResponse } from '../../support/event.ts';
import { captureLog } from '../../support/log.ts';
import { ingestPublication } from '../../support/publicity.ts';
import { ask, type SearchedList, searchedLists, setStage, setTime, storeTexts } from '../../support/search.ts';

const lines = captureLog();
const lastRequest = () => lines.findLast(({ message }) => message === 'request');
const lists = Object.keys(searchedLists) as SearchedList[];

/** Tests share the process, which caches the rollout for a minute, so each has its own hour. */
let nowMs = Date.UTC(2026, 0, 31, 12);
const nextHour = () => {
  nowMs += 3_600_000;
  setTime(nowMs);
};
beforeAll(async () => {
  setTime(nowMs);
  await freshTable();
  await storeTexts(new Date(nowMs));
});
beforeEach(nextHour);

const itemsOf = ({ body }: TestResponse): unknown[] =>
  body.publications ?? body.works ?? body.projects ?? body.researchers ?? body.people;
/** The identifier of an item in any language. */
const idOf = (item: unknown) => {
  const { doi, id, orcid, slug } = item as Record<string, unknown>;
  return doi ?? id ?? orcid ?? slug;
};
const matchOf = ({ body: { matched_locale, fallback_used, total } }: TestResponse) => [
  total,
  matched_locale,
  fallback_used,
];
const inTurkish = { 'accept-language': 'tr, en;q=0.5' };

describe('with locale-aware search, every list finds by the rules of the language', () => {
  /** A text that only folding finds, and the number of results. */
  const texts: Record<SearchedList, [q: string, found: number]> = {
    'consumer/publications': ['cafes', 1],
    'consumer/projects': ['cafes', 1],
    'consumer/people': ['cafer', 1],
    'integrations/publications': ['cafes', 1],
    'integrations/works': ['cafes', 1],
    'integrations/projects': ['cafes', 1],
    'integrations/people': ['αντα', 1],
    'dashboard/publications': ['soren angstrom', 5],
    'dashboard/projects': ['cafes', 1],
    'dashboard/researchers': ['cafer', 1],
    'dashboard/people': ['αντα', 1],
    'dashboard/works': ['cafes', 1],
  };
  test.each(lists)('%s', async (list) => {
    await setStage(100);
    const [q, found] = texts[list];
    const answered = await ask(list, `?q=${encodeURIComponent(q)}`, inTurkish);
    expect(answered.status).toBe(200);
    expect(itemsOf(answered)).toHaveLength(found);
    expect(matchOf(answered)).toEqual([found, 'en', true]);
    expect(answered.headers.vary).toContain('Accept-Language');
    expect(lastRequest()).toMatchObject({
      event: `list.${list.split('/')[1]}`,
      entity_id: 'primary_entity',
      duration_ms: expect.any(Number),
      rollout: { stage: 100, enabled: true, auto_disabled: false, effective_locale: 'tr', locale_search_active: true },
      Requests: 1,
      Errors: 0,
    });
    // The parameter wins. Plain strings count as English; the name in Greek does not.
    const inEnglish = await ask(list, `?q=${encodeURIComponent(q)}&locale=en`, inTurkish);
    expect(matchOf(inEnglish)).toEqual([found, 'en', q === 'αντα']);
    // Without a text there is no search.
    const all = await ask(list, '', inTurkish);
    expect(Object.keys(all.body)).not.toContain('matched_locale');
    expect(lastRequest()).toMatchObject({ rollout: { effective_locale: 'en', locale_search_active: false } });
  });

  test.each([
    ['ısparta’da', 'tr', [1, 'tr', false]],
    ['isparta', 'tr', [2, 'en', true]],
    ['ısparta', 'tr', [2, 'tr', true]],
    ['STRASSEN', 'de-AT', [1, 'de-AT', false]],
    ['strasse', 'de', [2, 'de', true]],
    // The German title does not hide the English one.
    ['streets', 'de', [1, 'en', true]],
    ['strasse', 'en', [1, 'en', false]],
    ['हिन्दी', 'hi', [1, 'hi', false]],
    ['हन्द', 'hi', [0, 'hi', false]],
    ['nino', 'es', [1, 'es', false]],
    ['nino', 'en', [0, 'en', false]],
    ['cafes', 'es', [2, 'es', true]],
    ['\u0301', 'es', [5, 'es', false]],
  ])('%s in %s: %j', async (q, locale, expected) => {
    await setStage(100);
    expect(matchOf(await ask('consumer/publications', `?q=${encodeURIComponent(q)}&locale=${locale}`))).toEqual(
      expected,
    );
  });

  test.each(lists)('%s finds all that plain search finds', async (list) => {
    const asked = ['isparta', 'str', 'streets', 'Lovelace', 'Å', 'a'];
    const totals = async (stage: number, language: string) => {
      await setStage(stage);
      nextHour();
      const answers = [];
      for (const q of asked)
        answers.push(await ask(list, `?q=${encodeURIComponent(q)}`, { 'accept-language': language }));
      return answers.map((answered) => itemsOf(answered).map((item) => JSON.stringify(idOf(item))));
    };
    for (const language of ['de', 'tr']) {
      const [off, on] = [await totals(0, language), await totals(100, language)];
      expect(off.flat().length).toBeGreaterThan(0);
      for (const [n, found] of off.entries()) expect(on[n]).toEqual(expect.arrayContaining(found));
    }
  });

  test('and lists of curators and people of plugins fall back to any language', async () => {
    await setStage(100);
    expect(matchOf(await ask('dashboard/publications', '?q=nino&locale=de'))).toEqual([1, 'en', true]);
    expect(matchOf(await ask('integrations/people', '?q=λαβλεις&locale=el'))).toEqual([1, 'el', false]);
    expect(
      matchOf(await ask('dashboard/researchers', '?q=a&sort=publication_count&locale=el&perPage=1'))[1],
    ).toBeDefined();
  });

  test('exports, fragments and ids search in the same way', async () => {
    await ingestPublication('10.5555/exported', carberry, 'Crème brûlée');
    const countOf = async (list: SearchedList) => {
      const { body } = await ask(list, '?format=csv&q=creme%20brulee&locale=de');
      return String(body).trim().split('\n').length - 1;
    };
    const embedded = async (locale: string) =>
      String((await call(embed, { url: `/v1/embed?q=creme%20brulee&locale=${locale}` })).body);
    const idsOf = async () =>
      (
        await call(ids, {
          url: '/api/publications/ids?q=creme%20brulee&locale=de',
          authorizer: sessionOf('workspace_member'),
        })
      ).body.ids;
    const exported = ['consumer/publications', 'dashboard/publications'] as const;
    await setStage(0);
    for (const list of exported) expect(await countOf(list)).toBe(0);
    const nothing = await embedded('de');
    for (const absent of ['Crème brûlée', 'data-']) expect(nothing).not.toContain(absent);
    expect(await idsOf()).toEqual([]);
    nextHour();
    await setStage(100);
    // The first one reads the stage.
    expect(await idsOf()).toEqual(['10.5555/exported']);
    for (const list of exported) expect(await countOf(list)).toBe(1);
    expect(lastRequest()).toMatchObject({ event: 'list.publications', rollout: { effective_locale: 'de' } });
    const list = await embedded('de');
    // A plain title counts as English.
    expect(list).toMatch(/^<publication-list [^>]*data-matched-locale="en" data-fallback-used="true">/);
    expect(list).toContain('Crème brûlée');
    expect(lastRequest()).toMatchObject({ event: 'list.embed', rollout: { effective_locale: 'de' } });
  });

  test('400: a locale that is no language tag', async () => {
    for (const list of lists) {
      const { status, body } = await ask(list, '?q=a&locale=de_DE');
      expect([status, JSON.stringify(body.details)]).toEqual([400, expect.stringContaining('locale')]);
    }
  });
});

test('no route with a search text is left out', async () => {
  const routes = (await loadRoutes()).map(({ declaration }) => declaration);
  const searching = routes.filter((route) => queryNames(route).includes('q'));
  const searches = ['/v1/search', '/integrations/v1/search', '/api/search'];
  const ofGroups = ['/v1/groups', '/integrations/v1/groups', '/api/groups', '/api/groups/{id}/members'];
  const others = [...searches, ...ofGroups, '/v1/embed', '/api/publications/ids'];
  const paths = [...Object.values(searchedLists), ...others];
  expect(searching.map(({ path }) => path).sort()).toEqual(paths.sort());
  for (const { path, grants } of searching)
    expect(ofGroups.includes(path) || grants.includes('rollout:count')).toBe(true);
});

test('without it, no list searches other languages than English', async () => {
  await setStage(0);
  for (const list of lists) {
    for (const q of ['αντα', 'Άντα', 'Λάβλεϊς', 'niño', 'Straßen und', 'शोध', 'IŞIK']) {
      expect([list, q, (await ask(list, `?q=${encodeURIComponent(q)}`, inTurkish)).body.total]).toEqual([list, q, 0]);
    }
  }
  // Authors have names in no language.
  expect((await ask('dashboard/publications', '?q=søren')).body.total).toBe(5);
});

describe('who has it', () => {
  // The numbers of these workspaces: 0, 1, 98, 99; of the public one 93.
  test.each([
    [0, 'lab-227', false],
    [1, 'lab-227', true],
    [1, 'lab-228', false],
    [99, 'lab-225', true],
    [99, 'lab-226', false],
    [100, 'lab-226', true],
    [93, 'primary_entity', false],
    [94, 'primary_entity', true],
  ])('at stage %i, %s: %s', async (stage, workspace, isActive) => {
    await setStage(stage);
    for (const list of ['integrations/works', 'dashboard/publications'] as const) {
      const { body } = await ask(list, '?q=cafes', {}, workspace);
      expect([list, body.total > 0, 'matched_locale' in body]).toEqual([list, isActive, isActive]);
      expect(lastRequest()).toMatchObject({ entity_id: workspace, rollout: { stage, locale_search_active: isActive } });
    }
    // Without a credential the request counts for the public workspace, whatever the client states.
    const { body } = await ask('consumer/publications', '?q=cafes', {}, workspace);
    expect('matched_locale' in body).toBe(stage > 93);
  });

  test('nobody while it is disabled', async () => {
    await setStage(100, false);
    expect((await ask('integrations/works', '?q=cafes')).body).not.toHaveProperty('matched_locale');
  });

  test('nobody if the rollout cannot be read', async () => {
    await setStage(100);
    const send = db.send.bind(db) as (command: { input?: object }) => Promise<unknown>;
    jest
      .spyOn(db, 'send')
      .mockImplementation(((command: { input?: object }) =>
        JSON.stringify(command.input).includes('ROLLOUT#')
          ? Promise.reject(new Error('Throttled'))
          : send(command)) as never);
    const { status, body } = await ask('integrations/works', '?q=cafés');
    expect([status, body.total, 'matched_locale' in body]).toEqual([200, 1, false]);
    expect(lines).toContainEqual(expect.objectContaining({ message: expect.stringContaining('search is plain') }));
  });
});

describe('what is kept of an answer', () => {
  test('its tag changes with the language and with the rollout, and an unchanged one is 304', async () => {
    await setStage(0);
    const plain = await ask('integrations/people', '?q=Lovelace', { 'accept-language': 'el' });
    nextHour();
    await setStage(100);
    const greek = await ask('integrations/people', '?q=Lovelace', { 'accept-language': 'el' });
    const english = await ask('integrations/people', '?q=Lovelace');
    expect(new Set([plain, greek, english].map(({ headers }) => headers.etag)).size).toBe(3);
    const again = { 'accept-language': 'el', 'if-none-match': greek.headers.etag ?? '' };
    expect((await ask('integrations/people', '?q=Lovelace', again)).status).toBe(304);
    nextHour();
    await setStage(0);
    const back = await ask('integrations/people', '?q=Lovelace', again);
    expect([back.status, back.headers.etag]).toEqual([200, plain.headers.etag]);
  });

  test('links to other pages keep the language', async () => {
    await setStage(100);
    const { headers } = await ask('dashboard/researchers', '?q=a&perPage=1&locale=el');
    expect(headers.link).toContain('q=a&perPage=1&locale=el&page=2');
  });

  test('a cursor goes on in the same language only, and not after the rollout has changed', async () => {
    await setStage(100);
    const first = await ask('integrations/publications', '?q=a&per_page=1&cursor=', { 'accept-language': 'de' });
    expect(matchOf(first)).toEqual([4, 'de', false]);
    const next = `?q=a&per_page=1&cursor=${first.body.next_cursor}`;
    const second = await ask('integrations/publications', next, { 'accept-language': 'de' });
    expect([second.status, ...matchOf(second)]).toEqual([200, 4, 'en', true]);
    const refused = { status: 400, body: { code: 'invalid_query', details: { issues: [{ path: 'cursor' }] } } };
    expect(await ask('integrations/publications', next, { 'accept-language': 'tr' })).toMatchObject(refused);
    nextHour();
    await setStage(0);
    expect(await ask('integrations/publications', next, { 'accept-language': 'de' })).toMatchObject(refused);
  });
});
