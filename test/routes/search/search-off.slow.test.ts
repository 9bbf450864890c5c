import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { freshTable } from '../../support/engine.ts';
import type { TestResponse } from '../../support/event.ts';
import { captureLog } from '../../support/log.ts';
import { ask, type SearchedList, searchedLists, setStage, setTime, storeTexts } from '../../support/search.ts';

/**
 * The results without locale-aware search, with their languages: changes of the other search must not change them. Only
 * this, so that a new field or filter of a list changes nothing here.
 */

captureLog();
const nowMs = Date.UTC(2026, 0, 31, 12);
beforeAll(async () => {
  setTime(nowMs);
  await freshTable();
  await storeTexts(new Date(nowMs));
  await setStage(0);
});
beforeEach(() => setTime(nowMs));

const texts = ['isparta', 'ISPARTA', 'cafe', 'Café', 'strasse', 'Straßen', 'हिन्दी', 'lovelace', 'ά', 'the', ''];
const languages: Record<string, string>[] = [{ 'accept-language': 'tr, en;q=0.5' }, { 'accept-language': 'de' }, {}];

const shown = ({ status, body, headers: { vary, link, 'content-language': language } }: TestResponse) => ({
  found: typeof body === 'string' ? (body.match(/\b10\.5555\/\w+/g) ?? []) : entriesOf(body).map(told),
  others: [status, body.total, language, vary, link?.replaceAll('https://registry.example.org', '')].join(' | '),
});

const entriesOf = (body: object) => Object.values(body).find(Array.isArray) as Record<string, unknown>[];
const told = ({ doi, orcid, id, title, name }: Record<string, unknown>) =>
  `${doi ?? orcid ?? id}: ${JSON.stringify(title ?? name)}`;

describe.each(Object.keys(searchedLists) as SearchedList[])('%s', (list) => {
  test('with each text and language', async () => {
    const answers: Record<string, object> = {};
    for (const q of texts) {
      for (const language of languages) {
        const asked = `${q}, ${language['accept-language'] ?? 'no language'}`;
        answers[asked] = shown(await ask(list, `?q=${encodeURIComponent(q)}`, language));
      }
    }
    expect(answers).toMatchSnapshot();
  });

  if (list.startsWith('integrations')) {
    test('by cursors', async () => {
      const pages: object[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await ask(list, `?per_page=1&q=a&cursor=${cursor}`, { 'accept-language': 'de' });
        pages.push(shown(page));
        cursor = page.body.next_cursor;
      }
      expect(pages).toMatchSnapshot();
    });
  }

  if (['consumer/publications', 'dashboard/publications'].includes(list)) {
    test.each(['csv', 'bibtex'])('as %s', async (format) => {
      expect(shown(await ask(list, `?q=cafés&format=${format}`, { 'accept-language': 'tr' }))).toMatchSnapshot();
    });
  }
});
