import { beforeAll, expect, test } from '@jest/globals';
import { stateJournals } from '#src/records/journals/store/journals.ts';
import { applyIncoming } from '#src/records/publications/publication.ts';
import { savePublication } from '#src/records/publications/store/publications.ts';
import * as get from '../../../../lambdas/consumer/journals/get.ts';
import { aBibliography, anIncoming } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { call } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';

captureLog();
const now = new Date('2026-01-31T12:00:00Z');
const [print, online, hidden] = ['0264-3561', '1945-2101', '2049-3630'] as const;

async function stored(doi: string, issn: string[], visible = true) {
  const original = {
    ...aBibliography({ issn }),
    publication_type: 'journal-article',
    container_title: 'Kiln Review',
    publisher: 'Kiln Press',
  };
  const record = { ...applyIncoming(undefined, anIncoming({ doi, original }), [], now), visible };
  await savePublication(record, undefined, []);
  await stateJournals(record, now);
}
const at = (issn: string) => call(get, { url: `/v1/journals/${issn}` });

beforeAll(async () => {
  await freshTable();
  await stored('10.5555/a', [print, online]);
  await stored('10.5555/b', [online]);
  await stored('10.5555/c', [hidden], false);
});

test.each([print, online, '19452101'])(
  '200: the journal with the ISSN %s, with the number of its publications',
  async (issn) => {
    expect(await at(issn)).toMatchObject({
      status: 200,
      body: {
        id: print,
        issn_l: null,
        issns: [print, online],
        title: 'Kiln Review',
        titles: [{ title: 'Kiln Review', sources: ['crossref'] }],
        publisher: 'Kiln Press',
        is_in_doaj: null,
        publication_count: 2,
      },
    });
  },
);

test('404: a journal that is unknown or has no public publications; 400: what is no ISSN', async () => {
  const [unknown, secret] = [await at('0378-5955'), await at(hidden)];
  expect(secret).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(secret.body).toEqual(unknown.body);
  expect((await at('0264-3562')).status).toBe(400);
});
