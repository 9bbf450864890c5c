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

/** An answer in a line: its status, total and language, what was found, and where its links lead. */
const lineOf = ({ status, body, headers: { link, 'content-language': language } }: TestResponse) => {
  const found = typeof body === 'string' ? (body.match(/\b10\.5555\/\w+/g) ?? []) : entriesOf(body).map(entryText);
  const links = [...(link ?? '').matchAll(/<[^?>]*([^>]*)>; rel="(\w+)"/g)].map(([, query, rel]) => `${rel} ${query}`);
  return [`${status} ${body.total ?? ''} ${language ?? ''}`.trim(), found.join(', ') || '-', ...links].join(' | ');
};

const entriesOf = (body: object) => Object.values(body).find(Array.isArray) as Record<string, unknown>[];
const entryText = ({ doi, orcid, id, title, name }: Record<string, unknown>) =>
  `${String(doi ?? orcid ?? id)
    .split('/')
    .at(-1)} ${JSON.stringify(title ?? name)}`;

describe.each(Object.keys(searchedLists) as SearchedList[])('%s', (list) => {
  test('with each text and language', async () => {
    const lines: string[] = [];
    const varies = new Set<string | undefined>();
    for (const q of texts) {
      const answers = new Map<string, string[]>();
      for (const language of languages) {
        const response = await ask(list, `?q=${encodeURIComponent(q)}`, language);
        varies.add(response.headers.vary);
        const line = lineOf(response);
        answers.set(line, [...(answers.get(line) ?? []), language['accept-language'] ?? 'none']);
      }
      for (const [line, asked] of answers)
        lines.push(
          `${q || '(nothing)'}${asked.length === languages.length ? '' : ` in ${asked.join(' and ')}`}: ${line}`,
        );
    }
    expect(`\nvary: ${[...varies].join(' or ')}\n${lines.join('\n')}\n`).toMatchSnapshot();
  });

  if (list.startsWith('integrations')) {
    test('by cursors', async () => {
      const pages: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await ask(list, `?per_page=1&q=a&cursor=${cursor}`, { 'accept-language': 'de' });
        pages.push(lineOf(page));
        cursor = page.body.next_cursor;
      }
      expect(`\n${pages.join('\n')}\n`).toMatchSnapshot();
    });
  }

  if (['consumer/publications', 'dashboard/publications'].includes(list)) {
    test.each(['csv', 'bibtex'])('as %s', async (format) => {
      expect(lineOf(await ask(list, `?q=cafés&format=${format}`, { 'accept-language': 'tr' }))).toMatchSnapshot();
    });
  }
});
