import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Cloud } from '../../local/cloud.ts';
import { seedSynthetic } from '../../local/data/seed.ts';
import type { ReplayOptions } from '../../local/sources/replay.ts';
import { startTestCloud, startTimeoutMs, tableEnvironment } from '../support/cloud.ts';
import { placeOf, startBrowser } from './browser.ts';

export type Role = keyof Cloud['stack']['dashboard_tokens'];
type AnswerOfSource = NonNullable<ReplayOptions['intercept']>;

/** The web dashboard of a laptop cloud with the sample and synthetic publications, in a browser. */
export interface Dashboard {
  cloud: Cloud;
  /**
   * A new window at a path, signed in with this role, or not signed in. Nothing is asked ahead, as in a browser that did so
   * a moment ago, unless `asksAhead`.
   */
  open(path: string, role?: Role, options?: { asksAhead: boolean }): Promise<Page>;
  /**
   * Script errors and violations of the content security policy in all windows, and console messages other than
   * refused API requests. A test must not leave any.
   */
  problems: string[];
  /** Closes all windows and forgets their problems. */
  closeWindows(): Promise<void>;
  stop(): Promise<void>;
}

/** More than one page of the list. Their DOIs start with `10.5555/synthetic.`. */
export const syntheticCount = 120;

/** Synthetic publications, because those of the sample are newer. Few, because Tab visits each row. */
export const oldestFirst = '/publications?sort=last_fetched_at&dir=asc&perPage=25';

/** The console has a line for each answer above 399; tests cause these on purpose. */
const refusedByApi = /^Failed to load resource: the server responded with a status of 4\d\d/;

/** Answers of the sources in place of their recordings, in the current test. */
let answerOfSource: AnswerOfSource | undefined;

/** Replaces the sources' answers for the rest of the test. */
export function setSources(answer: AnswerOfSource): void {
  answerOfSource = answer;
}

/** The dashboard of the test file that called `useDashboard`. */
export let dashboard: Dashboard;

/** Loads a page as for people who save data: nothing is loaded before it is needed. */
export async function openSavingData(path: string): Promise<Page> {
  const page = await dashboard.open('/account', 'workspace_admin');
  await page.addInitScript("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })");
  await page.goto(`${dashboard.cloud.dashboardUrl}${path}`);
  return page;
}

/**
 * Starts a dashboard for the tests of this file. Each test starts without windows, and fails if a window had a
 * problem.
 */
export function useDashboard(): void {
  beforeAll(async () => {
    dashboard = await startDashboard();
  }, startTimeoutMs * 2);
  afterAll(() => dashboard?.stop());
  afterEach(async () => {
    answerOfSource = undefined;
    const problems = [...dashboard.problems];
    await dashboard.closeWindows();
    expect(problems).toEqual([]);
  });
}

/** Starts a cloud and a browser. Call it in `beforeAll`, with `startTimeoutMs`. */
export async function startDashboard(): Promise<Dashboard> {
  const cloud = await startTestCloud({
    seed: { kind: 'sample' },
    intercept: async (request) => answerOfSource?.(request),
  });
  const browser: Browser = await startBrowser().catch(async (error) => {
    await cloud.stop();
    throw error;
  });
  const environment = tableEnvironment(cloud);
  // Also for tests that store data directly.
  Object.assign(process.env, environment);
  await seedSynthetic(syntheticCount, environment);
  const problems: string[] = [];
  const windows = new Set<BrowserContext>();
  return {
    cloud,
    problems,
    async open(path, role, { asksAhead } = { asksAhead: false }) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' });
      windows.add(context);
      context.setDefaultTimeout(90_000);
      context.on('weberror', (error) => problems.push(error.error().message));
      context.on('console', (message) => {
        if (message.type() === 'error' && !refusedByApi.test(message.text())) problems.push(message.text());
      });
      const { dashboardUrl, stack } = cloud;
      if (role) {
        const session = { name: '__Host-registry_session', value: stack.dashboard_tokens[role] };
        await context.addCookies([
          { ...session, ...placeOf(dashboardUrl), httpOnly: true, secure: true, sameSite: 'Lax' },
        ]);
      }
      // Empty pages, and frames without an origin, have no storage.
      const asked = "try { localStorage.setItem('registry.askedAheadAt', String(Date.now())); } catch {}";
      if (!asksAhead) await context.addInitScript(asked);
      const page = await context.newPage();
      await page.goto(`${dashboardUrl}${path}`);
      return page;
    },
    async closeWindows() {
      await Promise.all([...windows].map((context) => context.close()));
      windows.clear();
      problems.splice(0);
    },
    async stop() {
      await browser.close();
      await cloud.stop();
    },
  };
}

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the answers of many routes
  body: any;
}

/** Calls the Dashboard API outside the browser, as a user with this role. */
export async function ask(
  role: Role,
  method: string,
  path: string,
  body?: unknown,
  workspace?: string,
): Promise<Answer> {
  const { dashboardUrl, stack } = dashboard.cloud;
  const response = await fetch(`${dashboardUrl}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${stack.dashboard_tokens[role]}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(workspace && { 'X-Workspace-Id': workspace }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : undefined };
}
