import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Cloud } from '../../local/cloud.ts';
import { startTestCloud } from '../support/cloud.ts';
import { startBrowser } from './browser.ts';

export type Role = keyof Cloud['stack']['dashboard_tokens'];

/** The web dashboard of a laptop cloud with the sample, in a browser. */
export interface Dashboard {
  cloud: Cloud;
  /** A new window at a path, of somebody with this role; without a role, of nobody. */
  open(path: string, role?: Role): Promise<Page>;
  /**
   * Errors of scripts and of the content security policy in all windows, and what the console has besides refusals by the
   * API. No test may leave one.
   */
  problems: string[];
  /** Closes all windows, and forgets their problems. */
  closeWindows(): Promise<void>;
  stop(): Promise<void>;
}

/** The console has a line for each answer above 399, which tests provoke. */
const refusedByApi = /^Failed to load resource: the server responded with a status of 4\d\d/;

/** Starts a cloud and a browser. Call it in `beforeAll`, with `startTimeoutMs`. */
export async function startDashboard(): Promise<Dashboard> {
  const cloud = await startTestCloud({ seed: { kind: 'sample' } });
  const browser: Browser = await startBrowser().catch(async (error) => {
    await cloud.stop();
    throw error;
  });
  const problems: string[] = [];
  const windows = new Set<BrowserContext>();
  return {
    cloud,
    problems,
    async open(path, role) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' });
      windows.add(context);
      context.setDefaultTimeout(15_000);
      context.on('weberror', (error) => problems.push(error.error().message));
      context.on('console', (message) => {
        if (message.type() === 'error' && !refusedByApi.test(message.text())) problems.push(message.text());
      });
      const { dashboardUrl, stack } = cloud;
      if (role) {
        const session = { name: 'registry_session', value: stack.dashboard_tokens[role], url: dashboardUrl };
        await context.addCookies([{ ...session, httpOnly: true, sameSite: 'Lax' }]);
      }
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
