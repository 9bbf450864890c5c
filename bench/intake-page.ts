import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { startBrowser } from '../test/browser/browser.ts';
import { progress, runCommand } from './shared/command.ts';
import { peakMemoryMbOf } from './shared/processes.ts';

const dist = join(import.meta.dirname, '../web/dist');
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:";

const session = {
  email: 'curator@example.org',
  is_superadmin: false,
  memberships: [{ workspace_id: 'library', role: 'workspace_admin' }],
  expires_at: null,
};

/** The pages with the content security policy of the product, and an API that has nothing but a session. */
async function servePages(): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (path.startsWith('/api/')) {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(path === '/api/session' ? session : {}));
      return;
    }
    const isAsset = path.startsWith('/assets/');
    response.setHeader('Content-Security-Policy', policy);
    response.setHeader('Content-Type', isAsset ? (types[extname(path)] ?? 'text/plain') : 'text/html');
    response.end(readFileSync(join(dist, isAsset ? `assets/${basename(path)}` : 'index.html')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/** Runs in the page: how long it was blocked, whenever that was for 50 ms or more. */
const observe = `{
  const tasks = (globalThis.longTasks = []);
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask', buffered: true });
}`;

const abstract = 'Pots crack, and glazes are found in the kilns of the valley. '.repeat(19);

const entryOf = (n: number): string => `@article{kiln${n},
  author = {M{\\"u}ller, J{\\'o}zef and van der Berg, Jan and {Kiln and Clay Group}},
  title = {Glazes and kilns of the valley, part ${n}},
  journal = {Journal of Pots},
  year = 2020, month = mar, volume = {${n}}, pages = {1--13},
  doi = {10.5555/intake.${n}},
  abstract = {${abstract}}
}
`;

/** Runs in the page: a task that is long for certain, to see that such are reported. */
const blockPage = 'setTimeout(() => { const until = performance.now() + 70; while (performance.now() < until); })';
const sawMoreThan = (tasks: number) => `longTasks.length > ${tasks}`;

const longTasksOf = (page: Page) => page.evaluate<number[]>('longTasks');

await runCommand({
  name: 'bench:intake-page',
  summary:
    'Reads one BibTeX file on the import page in Chromium: how long it takes, how long the page is blocked at once, and the\n' +
    'memory of the tab with its worker. Exit code 1 if the page was blocked for 100 ms.',
  options: {
    entries: { defaultValue: 20_000, describe: 'entries of the file' },
    slowdown: { defaultValue: 1, describe: 'how much slower the page is than this computer' },
  },
  async run({ entries, slowdown }) {
    const folder = mkdtempSync(join(tmpdir(), 'intake-page-'));
    const file = join(folder, 'file.bib');
    const text = Array.from({ length: entries }, (_, n) => entryOf(n)).join('\n');
    writeFileSync(file, text);
    const { url, server } = await servePages();
    const browser = await startBrowser();
    try {
      progress('opening the page');
      const page = await browser.newPage();
      const problems: string[] = [];
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
      await page.addInitScript(observe);
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
      await page.goto(`${url}/import?kind=file`);
      const choose = page.getByLabel('File of references');
      await choose.waitFor({ state: 'attached' });
      const before = await longTasksOf(page);
      progress('reading the file');
      const startedAtMs = performance.now();
      await choose.setInputFiles(file);
      await page.getByRole('heading', { name: 'What is in it' }).waitFor({ timeout: 120_000 });
      const seconds = (performance.now() - startedAtMs) / 1_000;
      await page.getByRole('button', { name: 'Next page' }).click();
      await page.getByText(`26–50 of ${entries.toLocaleString('en')}`).waitFor();
      const tasks = (await longTasksOf(page)).slice(before.length);
      await page.evaluate(blockPage);
      const seen = await page
        .waitForFunction(sawMoreThan(before.length + tasks.length), undefined, { timeout: 10_000 })
        .catch(() => undefined);
      const longestMs = Math.max(0, ...tasks);
      const faults = [
        ...problems,
        ...(seen ? [] : ['Chromium does not report long tasks']),
        ...(longestMs >= 100 ? [`The page was blocked for ${Math.round(longestMs)} ms`] : []),
      ];
      progress(`long tasks: ${tasks.map(Math.round).join(', ')} ms`);
      const row = {
        entries,
        slowdown,
        'file MB': Math.round(text.length / 100_000) / 10,
        seconds: Math.round(seconds * 10) / 10,
        'longest task ms': Math.round(longestMs),
        'tab MB': peakMemoryMbOf('--type=renderer'),
      };
      return { rows: [row], facts: {}, faults };
    } finally {
      await browser.close();
      server.close();
      rmSync(folder, { recursive: true });
    }
  },
});
