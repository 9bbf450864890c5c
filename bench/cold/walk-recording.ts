import { setTimeout } from 'node:timers/promises';
import type { Browser, Page, Request } from 'playwright-core';

/** A request of the dashboard to its API. Times are in milliseconds since its page was asked for. */
export interface RecordedRequest {
  /** `GET /api/session`, with the names of the query's parameters. */
  name: string;
  /** The gateway's id of the request. */
  id: string;
  startMs: number;
  endMs: number;
}

/** A page of a walk: what was asked until it was complete, and what while the person stayed on it. */
export interface RecordedPage {
  page: string;
  requests: RecordedRequest[];
  later: RecordedRequest[];
}

export type WalkRole = 'superadmin' | 'workspace-member';

/** A page is complete when nothing was asked for this long. */
const quietMs = 800;
/** How long a page is watched for what it asks later: what is asked ahead begins at once, and is watched to its end. */
const watchMs = 1_500;

interface Step {
  page: string;
  open: (page: Page) => Promise<unknown>;
  only?: WalkRole;
}

const byNavigation = (name: string) => (page: Page) =>
  page.getByRole('navigation').getByRole('link', { name }).first().click();
const firstRow = (page: Page) => page.locator('tbody tr').first().getByRole('link').first().click();

/** The pages that a curator opens in the morning. */
const steps: readonly Step[] = [
  { page: 'publications', open: byNavigation('Publications') },
  {
    page: 'a search in the list',
    open: async (page) =>
      page
        .getByRole('searchbox')
        .first()
        .fill(await shownWord(page)),
  },
  { page: 'a publication', open: firstRow },
  { page: 'a search in everything', open: searchEverything },
  {
    page: 'review',
    open: async (page) => {
      await page.keyboard.press('Escape');
      await byNavigation('Review')(page);
    },
  },
  { page: 'people', open: byNavigation('People') },
  { page: 'a person', open: firstRow },
  { page: 'ingestion', open: byNavigation('Ingestion') },
  { page: 'activity', open: byNavigation('Activity') },
  { page: 'site tools', open: byNavigation('Site tools'), only: 'superadmin' },
  { page: 'works', open: byNavigation('Without a DOI'), only: 'workspace-member' },
];

/** A word of the first title that is shown, so that a search finds something. */
const shownWord = async (page: Page) => (await page.locator('tbody th').first().innerText()).split(/\s+/)[0] ?? '';

async function searchEverything(page: Page): Promise<void> {
  const [word = ''] = (await page.getByRole('heading', { level: 1 }).innerText()).split(' ');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(word);
}

export interface WalkOptions {
  dashboardUrl: string;
  password: string;
  role: WalkRole;
  /** Whether the browser says that it saves data: then nothing is asked ahead. */
  savesData: boolean;
  /** Whether this walk is only to start the functions, and not recorded to its end. */
  isRehearsal?: boolean;
}

/** Signs in and opens the pages one after the other. Throws if one does not appear. */
export async function recordWalk(browser: Browser, options: WalkOptions): Promise<RecordedPage[]> {
  const { dashboardUrl, role, password, savesData } = options;
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' });
  try {
    if (savesData)
      await context.addInitScript("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })");
    const page = await context.newPage();
    const watch = watchRequests(page, dashboardUrl);
    await page.goto(dashboardUrl);
    await page.getByLabel('E-mail address').fill(`${role}@example.org`);
    await page.getByLabel('Password').fill(password);
    const pages: RecordedPage[] = [];
    const signIn: Step = {
      page: 'sign-in and overview',
      open: async () => {
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
      },
    };
    for (const { page: name, open, only } of [signIn, ...steps]) {
      if (only !== undefined && only !== role) continue;
      const watched = watch();
      await open(page);
      const requests = await watched.settled();
      await setTimeout(options.isRehearsal ? 0 : watchMs);
      const all = await watched.settled();
      const isLater = (one: RecordedRequest) => !requests.some(({ id }) => id === one.id);
      pages.push({ page: name, requests, later: all.filter(isLater) });
    }
    return pages;
  } finally {
    await context.close();
  }
}

/** Watches the requests to the API. Returns how to begin anew, with a page. */
function watchRequests(page: Page, dashboardUrl: string) {
  let seen: Request[] = [];
  const pending = new Set<Request>();
  let lastMs = 0;
  const isApi = (request: Request) => request.url().startsWith(`${dashboardUrl}/api/`);
  page.on('request', (request) => {
    if (!isApi(request)) return;
    pending.add(request);
    lastMs = Date.now();
  });
  const ended = (request: Request) => {
    if (!pending.delete(request)) return;
    seen.push(request);
    lastMs = Date.now();
  };
  page.on('requestfinished', ended);
  page.on('requestfailed', (request) => pending.delete(request));
  return () => {
    seen = [];
    const startedAtMs = Date.now();
    lastMs = startedAtMs;
    return {
      async settled(): Promise<RecordedRequest[]> {
        // Opening it may have taken that long, and what it asks for begins afterwards.
        lastMs = Date.now();
        while (pending.size > 0 || Date.now() - lastMs < quietMs) await setTimeout(20);
        return Promise.all(seen.map((request) => recorded(request, startedAtMs)));
      },
    };
  };
}

async function recorded(request: Request, startedAtMs: number): Promise<RecordedRequest> {
  const { startTime, responseEnd } = request.timing();
  const url = new URL(request.url());
  const parameters = [...new Set(url.searchParams.keys())].sort().join('&');
  const headers = (await (await request.response())?.allHeaders()) ?? {};
  return {
    name: `${request.method()} ${url.pathname}${parameters && `?${parameters}`}`,
    id: headers['x-amzn-requestid'] ?? '',
    startMs: startTime - startedAtMs,
    endMs: startTime + responseEnd - startedAtMs,
  };
}
