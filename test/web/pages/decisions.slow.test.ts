import { afterEach, expect, test } from '@jest/globals';
import { answerTo, type Json } from './answers.ts';
import { type Answer, type Sent, TestWindow } from './browser.ts';

const session = {
  email: 'curator@example.org',
  is_superadmin: false,
  memberships: [{ workspace_id: 'library', role: 'workspace_member' }],
  expires_at: null,
};

let window: TestWindow | undefined;
afterEach(() => window?.close());

/** Opens a page, with `api` in place of some answers that are made from the document. */
function open(address: string, api: (sent: Sent) => { [name: string]: Json } | undefined): TestWindow {
  window = new TestWindow(address, (sent): Answer => {
    if (sent.path === '/api/session') return { body: session };
    return { body: api(sent) ?? answerTo(sent.path, true) ?? {} };
  });
  return window;
}

type Filled = { [name: string]: Json[] };
const bodies = (page: TestWindow, method: string, start: string) =>
  page.sent
    .filter((sent) => sent.method === method && sent.path.startsWith(start))
    .map(({ path, body }) => [path, body]);

test('review: one question at a time, answered with a key; the next follows, and the undo is kept', async () => {
  const candidate = { ...((answerTo('/api/publication-matches', true) as Filled).matches?.[0] as object) } as Filled;
  const [researcher] = candidate.researchers as Filled[];
  const candidates = ['Ada L.', 'A. Lovelace'].map((name, position) => ({
    ...(researcher?.candidates?.[0] as object),
    ...{ name, author_position: position, editor_position: null },
  }));
  const open_ = { ...researcher, name: 'Ada Lovelace', is_open: true, decision: null, candidates };
  let left = ['10.5555/1', '10.5555/2', '10.5555/3'];
  const page = open('/review', ({ method, path, body }) => {
    if (path === '/api/publication-matches') {
      const matches = left.map((id) => ({ ...candidate, id, title: `Title ${id}`, researchers: [open_] }));
      return { matches, page: 1, per_page: 20, total: left.length, pages: 1, orcid_id: null } as never;
    }
    if (method !== 'POST' || !path.startsWith('/api/publication-matches/')) return undefined;
    const id = decodeURIComponent(path.slice('/api/publication-matches/'.length));
    left = (body as { decision: string }).decision === 'undo' ? [id, ...left] : left.filter((each) => each !== id);
    return {};
  });
  const shown = () => page.all('article h2').map(({ textContent }) => textContent);
  await page.has('0 decided, 3 left');
  expect(shown()).toEqual(['Title 10.5555/1']);
  page.press('j');
  await page.find('the second', () => shown()[0] === 'Title 10.5555/2');
  page.press('2');
  await page.has('1 decided, 2 left');
  await page.find('the third', () => shown()[0] === 'Title 10.5555/3');
  page.press('o');
  await page.has('2 decided, 1 left');
  const decided = bodies(page, 'POST', '/api/publication-matches/').map(([path, body]) => [
    decodeURIComponent(String(path)).slice(-9),
    (body as { decision: string }).decision,
    (body as { author_position: number }).author_position,
  ]);
  expect(decided).toEqual([
    ['10.5555/2', 'accept', 1],
    ['10.5555/3', 'not_an_author', null],
  ]);

  await page.click('Recent changes');
  await page.find('both undos', () => page.all('.recent-change').length === 2);
  const older = page.all('.recent-change button')[1];
  (older as unknown as { click(): void }).click();
  await page.has('1 decided, 2 left');
  expect(bodies(page, 'POST', '/api/publication-matches/').at(-1)?.[1]).toMatchObject({ decision: 'undo' });
  // Each is undone once.
  await page.find('what is undone', () => page.text.includes('Undone'));
  expect(older?.getAttribute('aria-disabled')).toBe('true');
});

/** An open pair of publications. */
const pairOf = (id: string) => {
  const [filled] = (answerTo('/api/duplicates', true) as Filled).duplicates as [Filled];
  const record = { ...(filled.records?.[0] as object), kind: 'publication', deleted_at: null };
  const records = ['a', 'b'].map((side) => ({ ...record, id: `10.5555/${id}${side}`, title: `Title ${id}` }));
  return { ...filled, id, records, status: 'open', kept: null, suggested_keep: `10.5555/${id}a` };
};
const pageOf = (ids: readonly string[], page: number, total: number) => ({
  ...{ duplicates: ids.map(pairOf), page, per_page: 2, total, pages: Math.ceil(total / 2) },
});

test('review: a merge into a hidden record says that the other one is not public then', async () => {
  const [pair] = pageOf(['one'], 1, 1).duplicates;
  const records = pair?.records.map((record, side) => ({ ...record, visible: side === 1 }));
  const page = new TestWindow('/review?queue=duplicates', ({ path }) => {
    if (path === '/api/session') return { body: session };
    if (path !== '/api/duplicates') return { body: answerTo(path, true) ?? {} };
    return { body: { ...pageOf(['one'], 1, 1), duplicates: [{ ...pair, records }] } as never };
  });
  window = page;
  await page.has('10.5555/onea is hidden: after the merge, neither of the two is public.');
  (page.all('input[type=radio]')[1] as unknown as { click(): void }).click();
  await page.find('no such note', () => !page.text.includes('is hidden'));
});

test('review: nothing is decided about the pairs of another page while theirs is read', async () => {
  const next = Promise.withResolvers<Answer>();
  const page = new TestWindow('/review?queue=duplicates', ({ method, path, query }) => {
    if (path === '/api/session') return { body: session };
    if (path !== '/api/duplicates') return { body: method === 'GET' ? (answerTo(path, true) ?? {}) : {} };
    return query.get('page') === '2' ? next.promise : { body: pageOf(['one', 'two'], 1, 4) as never };
  });
  window = page;
  const shown = () => page.all('article')[0]?.getAttribute('aria-label');
  await page.find('the first pair', () => shown() === 'Title one');
  page.press('j');
  await page.find('the second pair', () => shown() === 'Title two');
  page.press('j');
  await page.find('the wait', () => page.all('.queue[aria-busy]')[0]);
  page.press('m');
  await page.click('Different publicationsn');
  next.resolve({ body: pageOf(['three', 'four'], 2, 4) as never });
  await page.find('the third pair', () => shown() === 'Title three');
  page.press('n');
  await page.has('Remembered as different');
  expect(bodies(page, 'POST', '/api/duplicates/')).toEqual([['/api/duplicates/three', { decision: 'different' }]]);
});

test('review: a pair stays in view when another one before it was decided by somebody else', async () => {
  let left = ['one', 'two', 'three', 'four'];
  const page = open('/review?queue=duplicates', ({ method, path, body }) => {
    if (path === '/api/duplicates') return { ...pageOf(left, 1, left.length), per_page: 20, pages: 1 } as never;
    if (method !== 'POST' || !path.startsWith('/api/duplicates/')) return undefined;
    const id = path.slice('/api/duplicates/'.length);
    const isUndo = (body as { decision: string }).decision === 'undo';
    left = isUndo ? ['two', 'three', 'four'] : left.filter((each) => each !== id);
    return {};
  });
  const shown = () => page.all('article')[0]?.getAttribute('aria-label');
  await page.find('the first pair', () => shown() === 'Title one');
  page.press('j');
  await page.find('the second pair', () => shown() === 'Title two');
  page.press('j');
  await page.find('the third pair', () => shown() === 'Title three');
  // A colleague decides the first one; this decision then reads the list again.
  left = left.filter((id) => id !== 'one');
  page.press('n');
  await page.find('the pair after it', () => shown() === 'Title four');
  page.press('z');
  await page.find('the pair again', () => shown() === 'Title three');
});

test('review: an empty queue leads to one in which something waits', async () => {
  const empty = { page: 1, per_page: 20, total: 0, pages: 0 };
  const page = open('/review', ({ path }) => {
    if (path === '/api/publication-matches') return { ...empty, matches: [], orcid_id: null } as never;
    return path === '/api/duplicates' ? (pageOf(['one'], 1, 1) as never) : undefined;
  });
  await page.has('Nothing to decide');
  const link = await page.find('the link', () => page.all('main .empty a')[0]);
  expect([link.textContent, link.getAttribute('href')]).toEqual([
    'Continue with Duplicates (1)',
    '/review?queue=duplicates',
  ]);
  page.go('/review?matches=authors_unknown');
  await page.has('Nothing matches');
});

test('failed ingestions: all of them are dismissed, over pages, and the undo takes back those', async () => {
  const [filled] = (answerTo('/api/ingest/jobs', true) as Filled).jobs ?? [];
  const all = Array.from({ length: 230 }, (_, n) => `job-${n}`);
  let dismissed: string[] = [];
  const page = open('/ingestion?view=failed', ({ method, path, query, body }) => {
    if (path === '/api/ingest/jobs/dismiss' && method === 'POST') {
      const { job_ids, dismissed: isDismissed } = body as { job_ids: string[]; dismissed: boolean };
      const others = dismissed.filter((id) => !job_ids.includes(id));
      dismissed = isDismissed ? [...others, ...job_ids] : others;
      return { changed_ids: job_ids, not_found: [], not_failed: [] };
    }
    if (path !== '/api/ingest/jobs') return undefined;
    expect(query.get('dismissed')).toBe('false');
    const [size, number] = [Number(query.get('perPage')), Number(query.get('page'))];
    const left = all.filter((id) => !dismissed.includes(id));
    const jobs = left.slice(size * (number - 1), size * number).map((job_id) => ({
      ...(filled as object),
      ...{ job_id, status: 'failed', dismissed_at: null, dismissed_by: null, retried_by: null },
    }));
    return { jobs, page: number, per_page: size, total: left.length, pages: Math.ceil(left.length / size) } as never;
  });
  await page.click('Dismiss all 230 failed jobs');
  await page.has('230 failed jobs are dismissed');
  await page.has('No job has failed');
  expect(dismissed).toEqual(all);
  await page.click('Undo');
  await page.find('the list', () => page.text.includes('Dismiss all 230 failed jobs'));
  expect(dismissed).toEqual([]);
});

test('lists of jobs and proposals name people and projects, whose iDs alone say nothing', async () => {
  const [ada, unknown] = ['0009-0000-0000-0008', '0000-0002-1825-0097'];
  const [job] = (answerTo('/api/ingest/jobs', true) as Filled).jobs ?? [];
  const page = open('/ingestion?view=all', ({ path }) => {
    if (path !== '/api/ingest/jobs') return undefined;
    const jobs = [ada, unknown].map((orcid_id) => ({ ...(job as object), job_id: orcid_id, orcid_id }));
    const names = { [ada]: { en: 'Ada Lovelace', de: 'Ada von Lovelace' } };
    return { jobs, names, page: 1, per_page: 50, total: 2, pages: 1 } as never;
  });
  await page.has('Ada Lovelace');
  expect(page.all('tbody a').map(({ textContent }) => textContent)).toEqual(['Ada Lovelace', unknown]);
  await page.close();
  const proposals = open('/review?queue=proposals', ({ path }) => {
    if (path !== '/api/proposals') return undefined;
    const filled = answerTo(path, true) as Filled;
    const [proposal] = filled.proposals as object[];
    const about = { kind: 'affiliation', title: null, doi: null, doi_url: null, orcids: [ada], project_id: 'pots' };
    const ofOtherKinds = { membership: undefined };
    const named = { names: { [ada]: 'Ada Lovelace' }, project_titles: { pots: 'Pots of the north' } };
    return { ...filled, proposals: [{ ...proposal, ...ofOtherKinds, ...about }], ...named } as never;
  });
  await proposals.has('Pots of the north');
  const links = proposals.all('article a').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Ada Lovelace', `/people/${ada}`],
    ['Pots of the north', '/projects/pots'],
  ]);
  expect(proposals.all('article dt')[0]?.textContent).toBe('Person');
});

test('while a job is read, no other one stands at its address', async () => {
  const page = new TestWindow('/ingestion/job-1', ({ path }) => {
    if (path === '/api/session') return { body: session };
    // It is never answered.
    if (path === '/api/ingest/jobs/job-2') return undefined;
    const filled = (answerTo(path, true) ?? {}) as { [name: string]: object };
    if (path !== '/api/ingest/jobs/job-1') return { body: filled as never };
    return { body: { ...filled, job: { ...filled.job, job_id: 'job-1', orcid_id: '0009-0000-0000-0008' } } as never };
  });
  window = page;
  await page.has('Ingestion of 0009-0000-0000-0008');
  page.go('/ingestion/job-2');
  await page.find('the heading of the page alone', () => page.all('h1')[0]?.textContent === 'Ingestion');
});
