import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { freshTable } from '../../support/engine.ts';
import type { TestResponse } from '../../support/event.ts';
import { captureLog } from '../../support/log.ts';
import { ask, type SearchedList, searchedLists, setStage, setTime, storeTexts } from '../../support/search.ts';

/**
 * Whoever does not have locale-aware search gets the same answer as before it was there, byte for byte: the snapshot was
 * taken then. The entity tag is a hash of the body, its type and its language.
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

const shown = ({ status, headers: { etag, vary, link } }: TestResponse) => [status, etag, vary, link].join(' | ');

describe.each(Object.keys(searchedLists) as SearchedList[])('%s', (list) => {
  test('with each text and language', async () => {
    const answers: string[] = [];
    for (const q of texts) {
      for (const language of languages) answers.push(shown(await ask(list, `?q=${encodeURIComponent(q)}`, language)));
    }
    expect(answers).toMatchSnapshot();
  });

  if (list.startsWith('integrations')) {
    test('by cursors', async () => {
      const pages: string[] = [];
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
