import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { placeOf, startBrowser } from '../test/browser/browser.ts';
import { type Dashboard, startService } from './peers/process.ts';
import { progress, runCommand } from './shared/command.ts';
import { pageSizesOf } from './shared/page-sizes.ts';
import { median, percentile } from './shared/statistics.ts';

/**
 * Runs in the page: records the last key press or click, when the rows last changed and were painted, and the layout
 * shift.
 */
const observe = `{
  const seen = (globalThis.seen = { inputMs: 0, changedMs: 0, shift: 0 });
  for (const type of ['keydown', 'click']) addEventListener(type, ({ timeStamp }) => (seen.inputMs = timeStamp), true);
  const state = () => [...document.querySelectorAll('tbody tr')].map((row) => row.id + row.ariaSelected).join();
  let before = '';
  new MutationObserver(() => {
    const now = state();
    if (now === before) return;
    before = now;
    requestAnimationFrame(() => setTimeout(() => (seen.changedMs = performance.now())));
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-selected'] });
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) seen.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
}`;

await runCommand({
  name: 'bench:web',
  summary:
    'Measures the web dashboard in Chromium on the laptop cloud: how long the list of publications takes to appear, to\n' +
    'follow what is typed, to turn a page and to select a row, what jumps meanwhile, and the sizes of the build.',
  options: {
    rows: { defaultValue: 100_000, describe: 'synthetic publications' },
    repeats: { defaultValue: 10, describe: 'of each action' },
  },
  async run({ rows, repeats }) {
    progress(`starting the laptop cloud with ${rows} publications`);
    const service = await startService('cloud.ts', [String(rows)]);
    const browser = await startBrowser();
    try {
      if (!service.dashboard) throw new Error('The laptop cloud has named no dashboard');
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
      await context.addCookies([
        {
          name: '__Host-registry_session',
          value: service.dashboard.token,
          ...placeOf(service.dashboard.url),
          secure: true,
        },
      ]);
      await context.addInitScript(observe);
      const page = await context.newPage();
      const times = await measureList(page, service.dashboard, repeats);
      const { initialJsKb, firstTextsKb, largestPage, cssKb } = pageSizesOf(join(import.meta.dirname, '../web/dist'));
      return {
        rows: Object.entries(times).map(([action, { ms, budgetMs }]) => ({
          action,
          'p50 ms': median(ms),
          'worst ms': percentile(ms, 1),
          'budget ms': budgetMs,
        })),
        facts: {
          publications: rows,
          'layout shift (CLS), worst': times['the list appears'].shift,
          'scripts before the first page, KB gzip': initialJsKb,
          'texts before the first page, KB gzip': firstTextsKb,
          'scripts of the largest page, KB gzip': largestPage.jsKb,
          'styles, KB gzip': cssKb,
        },
      };
    } finally {
      await browser.close();
      await service.stop();
    }
  },
});

interface Seen {
  inputMs: number;
  changedMs: number;
  shift: number;
}

async function measureList(page: Page, { url }: Dashboard, repeats: number) {
  const seen = () => page.evaluate<Seen>('seen');
  const times = {
    'the list appears': { ms: [] as number[], budgetMs: 1000, shift: 0 },
    'typing to result': { ms: [] as number[], budgetMs: 300 },
    'a page further': { ms: [] as number[], budgetMs: 150 },
    'a row is selected': { ms: [] as number[], budgetMs: 50 },
  };
  /** From the press to the painted change. */
  const measure = async (into: { ms: number[] }, press: () => Promise<void>) => {
    const before = (await seen()).changedMs;
    await press();
    for (;;) {
      const { inputMs, changedMs } = await seen();
      if (changedMs > before) return into.ms.push(changedMs - inputMs);
      await sleep(20);
    }
  };
  // The function reads the list into memory the first time.
  for (let n = -1; n < repeats; n++) {
    progress(`the list appears, ${n + 1}`);
    await page.goto(`${url}/publications`);
    await page.locator('tbody tr').first().waitFor();
    await page.waitForLoadState('networkidle');
    const { changedMs, shift } = await seen();
    if (n < 0) continue;
    times['the list appears'].ms.push(changedMs);
    times['the list appears'].shift = Math.max(times['the list appears'].shift, shift);
  }
  const titles = await page.locator('tbody th').allTextContents();
  const field = page.getByRole('searchbox');
  for (let n = 0; n < repeats; n++) {
    // The last words of a shown title: the result has fewer rows, and differs from all others.
    const words = titles[n]?.split(' ').slice(-3).join(' ') ?? '';
    await measure(times['typing to result'], () => field.pressSequentially(words));
    await measure({ ms: [] }, () => field.fill(''));
  }
  await page.goto(`${url}/publications`);
  for (let n = 0; n < repeats; n++) {
    const next = page.getByRole('button', { name: 'Next page' });
    await measure(times['a page further'], () => next.click());
    await page.waitForLoadState('networkidle');
  }
  for (let n = 0; n < repeats; n++) {
    const box = page.locator('tbody input[type="checkbox"]').nth(n);
    await measure(times['a row is selected'], () => box.click());
  }
  return times;
}
