import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { loadRoutes } from '../lib/load-declarations.ts';
import { buildLambdas, standIns } from '../scripts/build-lambdas.ts';
import { buildNaive } from './peers/naive-bundles.ts';
import { progress, runCommand } from './shared/command.ts';
import { geometricMean, median } from './shared/statistics.ts';

const run = promisify(execFile);
const kb = 1024;

/** One way to bundle a route: its size, and medians of loading it. */
interface Measured {
  kb: number;
  loadMs: number;
  processorMs: number;
}

await runCommand({
  name: 'bench:cold',
  summary:
    'Loads the bundle of every route in fresh processes, in turns with a naive bundle of the same\n' +
    'code and with bundles that lack a stand-in.',
  options: { runs: { fallback: 15, describe: 'fresh processes for each bundle' } },
  async run({ runs }) {
    const folder = mkdtempSync(join(tmpdir(), 'registry-bench-'));
    try {
      const files = (await loadRoutes()).map(({ file }) => file);
      progress('bundling');
      const kinds = await buildKinds(files, folder);
      const measured: Record<string, Measured>[] = [];
      for (const file of files) {
        progress(file);
        const bundle = join(relative('lambdas', file).replace(/\.ts$/, ''), 'index.cjs');
        measured.push(await measureInTurns(kinds, bundle, runs));
      }
      const of = (kind: string) => measured.map((route) => route[kind] as Measured);
      return {
        rows: files.map((file, n) => ({
          route: relative('lambdas', file),
          ...beside(of('shipped')[n] as Measured, of('naive')[n] as Measured),
        })),
        summary: Object.keys(kinds).map((kind) => ({
          bundles: kind,
          ...overall(of(kind), of('naive'), of('shipped')),
        })),
        facts: { 'runs of each': runs, routes: files.length },
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

/** Builds all that is compared. The folder of each kind, by its name. */
async function buildKinds(files: string[], folder: string): Promise<Record<string, string>> {
  const kinds: Record<string, string> = { naive: join(folder, 'naive') };
  await buildNaive(files, join(folder, 'naive'));
  const build = async (kind: string, replacements: typeof standIns) => {
    const place = join(folder, String(Object.keys(kinds).length));
    await buildLambdas(place, replacements);
    kinds[kind] = place;
  };
  await build('no stand-ins', {});
  for (const left of Object.keys(standIns)) {
    const others = Object.entries(standIns).filter(([module]) => module !== left);
    await build(`without ${standIns[left]}`, Object.fromEntries(others));
  }
  await build('shipped', standIns);
  return kinds;
}

async function measureInTurns(kinds: Record<string, string>, bundle: string, runs: number) {
  const each = Object.entries(kinds).map(([kind, folder]) => ({
    kind,
    file: join(folder, bundle),
    loads: [] as Awaited<ReturnType<typeof load>>[],
  }));
  for (let n = 0; n <= runs; n++) {
    for (const { file, loads } of each) {
      const one = await load(file);
      // The first of each fills the file system's cache.
      if (n > 0) loads.push(one);
    }
  }
  return Object.fromEntries(
    each.map(({ kind, file, loads }) => [
      kind,
      {
        kb: statSync(file).size / kb,
        loadMs: median(loads.map(({ wallMs }) => wallMs)),
        processorMs: median(loads.map(({ processorMs }) => processorMs)),
      },
    ]),
  );
}

function beside(shipped: Measured, naive: Measured) {
  return {
    KB: shipped.kb,
    'load ms': shipped.loadMs,
    'processor ms': shipped.processorMs,
    'naive KB': naive.kb,
    'naive load ms': naive.loadMs,
    'naive processor ms': naive.processorMs,
    'load ratio': shipped.loadMs / naive.loadMs,
    'processor ratio': shipped.processorMs / naive.processorMs,
  };
}

/** Means over all routes: of sizes, and (geometric) of what each route's times are to those of another kind. */
function overall(kind: Measured[], naive: Measured[], shipped: Measured[]) {
  const ratio = (others: Measured[], time: 'loadMs' | 'processorMs') =>
    geometricMean(kind.map((route, n) => route[time] / (others[n]?.[time] ?? Number.NaN)));
  const sizes = kind.map((route) => route.kb);
  return {
    'mean KB': sizes.reduce((sum, size) => sum + size, 0) / sizes.length,
    'largest KB': Math.max(...sizes),
    'load / naive': ratio(naive, 'loadMs'),
    'processor / naive': ratio(naive, 'processorMs'),
    'load / shipped': ratio(shipped, 'loadMs'),
    'processor / shipped': ratio(shipped, 'processorMs'),
  };
}

/** Requires a bundle in a process of its own and measures nothing else. */
async function load(bundle: string): Promise<{ wallMs: number; processorMs: number }> {
  const script = `
    const before = process.cpuUsage();
    const startedAtMs = performance.now();
    require(${JSON.stringify(bundle)});
    const wallMs = performance.now() - startedAtMs;
    const { user, system } = process.cpuUsage(before);
    console.log(JSON.stringify({ wallMs, processorMs: (user + system) / 1000 }));
    process.exit();`;
  const { stdout } = await run(process.execPath, ['-e', script], { env: { AWS_REGION: 'us-east-1' } });
  return JSON.parse(stdout);
}
