import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import * as consumer from '../../../lambdas/consumer/search/list.ts';
import * as integrations from '../../../lambdas/integrations/search/list.ts';
import { freshTable } from '../../support/engine.ts';
import { authorizerOf, call } from '../../support/event.ts';
import { captureLog } from '../../support/log.ts';
import { setStage, setTime, storeTexts } from '../../support/search.ts';

const lines = captureLog();
const lastRequest = () => lines.findLast(({ message }) => message === 'request');

/** Tests share the process, which caches the rollout for a minute, so each has its own hour. */
let nowMs = Date.UTC(2026, 0, 31, 12);
beforeAll(async () => {
  setTime(nowMs);
  await freshTable();
  await storeTexts(new Date(nowMs));
});
beforeEach(() => {
  nowMs += 3_600_000;
  setTime(nowMs);
});

const publicly = (query: string, headers: Record<string, string> = {}) =>
  call(consumer, { url: `/v1/search${query}`, headers });
const asPlugin = (query: string, scopes = 'publications.read people.read', headers: Record<string, string> = {}) =>
  call(integrations, {
    url: `/integrations/v1/search${query}`,
    headers,
    authorizer: { ...authorizerOf(integrations.route.auth), scopes },
  });

test('200: plain without locale-aware search: publications only, in the language of the reader', async () => {
  await setStage(0);
  const { status, body, headers } = await publicly('?q=%20strass', { 'accept-language': 'de' });
  expect(status).toBe(200);
  expect(body).toMatchObject({ q: 'strass', limit: 20, total_publications: 0, publications: [] });
  const found = await publicly('?q=streets', { 'accept-language': 'de' });
  expect(found.body).toEqual({
    q: 'streets',
    limit: 20,
    matched_locale: 'en',
    fallback_used: false,
    total_publications: 1,
    total_people: 0,
    publications: [expect.objectContaining({ doi: '10.5555/german', title: 'Straßen und Wege' })],
    people: [],
  });
  expect(headers).toMatchObject({
    vary: expect.stringContaining('Accept-Language'),
    'cache-control': expect.stringContaining('public'),
  });
  expect(found.headers['content-language']).toBe('de');
});

test('200: by the rules of a language', async () => {
  await setStage(100);
  const { body } = await publicly('?q=strasse&locale=de');
  expect(body).toMatchObject({ matched_locale: 'de', fallback_used: true, total_publications: 2, total_people: 0 });
  expect(lastRequest()).toMatchObject({
    event: 'list.search',
    rollout: { effective_locale: 'de', locale_search_active: true },
    Requests: 1,
  });
});

test('200: an installation gets people, too, if it has their scope', async () => {
  await setStage(100);
  const query = '?q=LOVELÁCE&locale=el';
  const { body, headers } = await asPlugin(query);
  expect(body).toEqual({
    q: 'LOVELÁCE',
    limit: 20,
    matched_locale: 'en',
    fallback_used: true,
    total_publications: 0,
    total_people: 1,
    publications: [],
    people: [expect.objectContaining({ name: { en: 'Ada Lovelace', el: 'Άντα Λάβλεϊς' } })],
  });
  expect(headers.vary).toContain('Accept-Language');
  const withoutScope = await asPlugin(query, 'publications.read');
  expect(withoutScope.body).toMatchObject({ total_people: 0, people: [], matched_locale: 'el', fallback_used: false });
});

test('200: the match is of both arrays', async () => {
  await setStage(100);
  const { body } = await asPlugin('?q=caf&locale=es');
  // A title in Spanish and one in no language; a name in no language.
  expect([body.total_publications, body.total_people]).toEqual([2, 1]);
  expect(body).toMatchObject({ matched_locale: 'es', fallback_used: true });
  // The languages of all, with all texts.
  expect(body.publications[0]).toHaveProperty('author_match_state');
});

test('200: at most so many of each', async () => {
  await setStage(0);
  const { body } = await asPlugin('?q=a&limit=1');
  expect([body.publications.length, body.people.length]).toEqual([1, 1]);
  expect([body.total_publications, body.total_people]).toEqual([3, 2]);
});

describe('400: what cannot be searched is named', () => {
  test.each([
    ['', 'q'],
    ['?q=', 'q'],
    ['?q=%20%20', 'q'],
    [`?q=${'x'.repeat(501)}`, 'q'],
    ['?q=a&limit=0', 'limit'],
    ['?q=a&limit=101', 'limit'],
    ['?q=a&limit=', 'limit'],
    ['?q=a&locale=de_DE', 'locale'],
  ])('%s', async (query, name) => {
    for (const { status, body } of [await publicly(query), await asPlugin(query)]) {
      expect([status, body.code, JSON.stringify(body.details)]).toEqual([
        400,
        'invalid_query',
        expect.stringContaining(name),
      ]);
    }
  });
});

test('403: an installation without the scope of publications', async () => {
  const { status, body } = await asPlugin('?q=a', 'people.read');
  expect([status, body.code]).toEqual([403, 'scope_not_granted']);
});
