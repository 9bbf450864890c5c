import { afterEach, expect, test } from '@jest/globals';
import { answerTo, type Json } from './answers.ts';
import { type Sent, TestWindow } from './browser.ts';

const session = {
  email: 'curator@example.org',
  is_superadmin: false,
  memberships: [{ workspace_id: 'library', role: 'workspace_member' }],
  expires_at: null,
};

let window: TestWindow | undefined;
afterEach(() => window?.close());

/** The page with an API that takes what it is sent. `answers` come first. */
function open(answers: Record<string, (sent: Sent) => Json> = {}, address = '/import?kind=file', language = 'en') {
  const page = new TestWindow(
    address,
    (sent) => {
      const own = answers[`${sent.method} ${sent.path}`];
      if (own) return { body: own(sent) };
      if (sent.path === '/api/session') return { body: session };
      if (sent.path === '/api/intake-mappings') return { body: { mappings: [] } };
      return { body: answerTo(sent.path, true) ?? {} };
    },
    language,
  );
  window = page;
  const sentTo = (path: string) => page.sent.filter((each) => each.method !== 'GET' && each.path === path);
  return { page, sentTo };
}

const bib = [
  '@article{one, title = {Kilns}, author = {Müller, Jana}, doi = {10.5555/one}, year = {2020}}',
  '@article{two, title = {Glazes}, year = {2021}}',
  '@article{open, title = {No end,',
].join('\n');

const latin1 = (text: string) => Uint8Array.from([...text].map((sign) => sign.charCodeAt(0)));

test('a file in Latin-1: offered with its first line, read, counted and shown before anything is sent', async () => {
  const { page } = open();
  await page.chooseFile('File of references', 'old.bib', latin1(bib));
  await page.has('The file is not in UTF-8.');
  await page.has('Müller, Jana');
  await page.click('Read it as Windows-1252');
  await page.has('What is in it');
  const numbers = page.all('dl.numbers > div').map(({ textContent }) => textContent);
  expect(numbers).toEqual(['Entries3', 'Without a fault2', 'Need a look1', 'With a DOI1', 'Without a DOI2']);
  // Entries that need a look come first, with their line, reason and text.
  await page.find('the entry', () => page.all('tbody tr')[0]);
  expect(page.all('tbody tr').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^3.*A brace is not closed.*As in the file@article\{open, title = \{No end,$/),
  ]);
  await page.choose('Show', 'all');
  await page.find('all entries', () => page.all('tbody tr').length === 3);
  expect(page.text).toContain('Jana Müller · 2020 · 10.5555/one');
  expect(page.sent.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('entries are sent in parts with the options, checked, and their page is opened', async () => {
  const many = Array.from({ length: 250 }, (_, n) => `@article{k${n}, title = {Kiln ${n}}, year = {2020}}`).join('\n');
  const { page, sentTo } = open({
    'POST /api/intakes': () => ({ ...(answerTo('/api/intakes/one', true) as object), id: 'one' }) as Json,
    'POST /api/intakes/one/rows': () => ({ received: 100 }),
    'POST /api/intakes/one/check': () => ({}),
  });
  await page.chooseFile('File of references', 'kilns.bib', many);
  await page.submit('Send 250 entries to be checked');
  await page.find('the page of the intake', () => page.address === '/intakes/one');
  expect(sentTo('/api/intakes').map(({ body }) => body)).toMatchObject([
    {
      kind: 'publications',
      name: 'kilns.bib',
      total: 250,
      options: { fetch: true, link_names: false, group_id: null },
      reading: { format: 'bibtex', encoding: 'utf-8' },
    },
  ]);
  const parts = sentTo('/api/intakes/one/rows').map(({ body }) => body as { first: number; rows: { key: string }[] });
  expect(parts.map(({ first, rows }) => [first, rows.length]).sort((a, b) => Number(a[0]) - Number(b[0]))).toEqual([
    [0, 100],
    [100, 100],
    [200, 50],
  ]);
  expect(sentTo('/api/intakes/one/check')).toHaveLength(1);
});

test('a refused part is told, and sending goes on from there', async () => {
  let refusals = 1;
  const page = new TestWindow('/import?kind=file', ({ method, path }) => {
    if (path === '/api/session') return { body: session };
    if (method === 'POST' && path.endsWith('/rows') && refusals-- > 0)
      return { status: 409, body: { error: 'Not now', code: 'conflict' } };
    if (path === '/api/intake-mappings') return { body: { mappings: [] } };
    return { body: { ...(answerTo('/api/intakes/one', true) as object), id: 'one' } as Json };
  });
  window = page;
  await page.chooseFile('File of references', 'kilns.bib', bib);
  await page.submit('Send 3 entries to be checked');
  await page.has('This no longer fits the current state');
  await page.click('Go on');
  await page.find('the page of the intake', () => page.address === '/intakes/one');
  // It is one intake still, not a second one.
  expect(page.sent.filter(({ method, path }) => method === 'POST' && path === '/api/intakes')).toHaveLength(1);
});

test('columns of a table are mapped on screen, and the mapping is saved for the workspace', async () => {
  const { page, sentTo } = open();
  await page.chooseFile('File of references', 'list.csv', 'Beitrag;Wer;Wann\nÖfen;Jana Müller;2020\n');
  await page.has('No column was recognised as a title or a DOI.');
  await page.choose('Field of the column Beitrag', 'title');
  await page.has('What is in it');
  await page.choose('Field of the column Wann', 'year');
  await page.has('Columns: 2 of 3 are read');
  await page.type('Name of the mapping', 'Old list');
  await page.click('Save the mapping');
  const saved = await page.find('the mapping', () => page.sent.find(({ method }) => method === 'PUT'));
  expect(saved).toMatchObject({
    body: { name: 'Old list', columns: { Beitrag: 'title', Wer: '', Wann: 'year' } },
  });
  expect(sentTo('/api/intakes')).toEqual([]);
});

test('a file whose columns a saved mapping has is read with it', async () => {
  const mapping = { id: 'm1', name: 'Old list', columns: { Beitrag: 'title', Wann: 'year' }, updated_at: 1 };
  const { page } = open({ 'GET /api/intake-mappings': () => ({ mappings: [mapping] }) });
  await page.chooseFile('File of references', 'list.csv', 'Beitrag;Wer;Wann\nÖfen;Jana Müller;2020\n');
  await page.has('What is in it');
  await page.has('Columns: 2 of 3 are read');
});

test('what is no file of references is refused in German, too', async () => {
  const { page } = open({}, '/import?kind=file', 'de');
  await page.chooseFile('Datei mit Literaturangaben', 'seite.html', '<!doctype html><p>Hallo</p>');
  await page.has('Das Format wurde nicht erkannt.');
  await page.choose('Format', 'ris');
  await page.has('In der Datei sind keine Einträge.');
  await page.click('Andere Datei');
  await page.has('Ziehen Sie eine Datei mit Literaturangaben hierher');
});
