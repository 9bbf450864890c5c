import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { loadRoutes } from '../../lib/load-declarations.ts';
import { buildLambdas, standIns } from '../../scripts/build-lambdas.ts';
import { buildNaive } from '../peers/naive-bundles.ts';
import { progress, type Report } from '../shared/command.ts';
import { geometricMean, median } from '../shared/statistics.ts';

const run = promisify(execFile);
const kb = 1024;

/** One kind of bundle of a route: its size, and medians of its load times. */
interface Measurement {
  kb: number;
  loadMs: number;
  processorMs: number;
}

/** How long the bundle of every route takes to load, compared with others of the same code. */
export async function compareBundles(runs: number): Promise<Pick<Report, 'rows' | 'summary'>> {
  const folder = mkdtempSync(join(tmpdir(), 'registry-bench-'));
  try {
    const files = (await loadRoutes()).map(({ file }) => file);
    progress('bundling');
    const kinds = await buildKinds(files, folder);
    const measured: Record<string, Measurement>[] = [];
    for (const file of files) {
      progress(file);
      const bundle = join(relative('lambdas', file).replace(/\.ts$/, ''), 'index.cjs');
      measured.push(await measureInTurns(kinds, bundle, runs));
    }
    const samplesOf = (kind: string) => measured.map((route) => route[kind] as Measurement);
    return {
      rows: files.map((file, n) => ({
        route: relative('lambdas', file),
        ...routeRow(samplesOf('shipped')[n] as Measurement, samplesOf('naive')[n] as Measurement),
      })),
      summary: Object.keys(kinds).map((kind) => ({
        bundles: kind,
        ...summarize(samplesOf(kind), samplesOf('naive'), samplesOf('shipped')),
      })),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Builds every kind of bundle. Returns the folder of each kind. */
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
    const otherStandIns = Object.entries(standIns).filter(([module]) => module !== left);
    await build(`without ${standIns[left]}`, Object.fromEntries(otherStandIns));
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
      // The first load of each only fills the file system's cache.
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

function routeRow(shipped: Measurement, naive: Measurement) {
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

/** Averages over all routes: means of the sizes, geometric means of the time ratios to other kinds. */
function summarize(kind: Measurement[], naive: Measurement[], shipped: Measurement[]) {
  const ratio = (baseline: Measurement[], time: 'loadMs' | 'processorMs') =>
    geometricMean(kind.map((route, n) => route[time] / (baseline[n]?.[time] ?? Number.NaN)));
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

/** Loads a bundle in a new process and returns the time of the `require` alone. */
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
