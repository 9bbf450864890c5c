import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { loadRoutes } from '../lib/load-declarations.ts';
import { buildLambdas } from '../scripts/build-lambdas.ts';
import { buildNaive } from './peers/naive-bundles.ts';
import { progress, runCommand } from './shared/command.ts';
import { geometricMean, median } from './shared/statistics.ts';

const run = promisify(execFile);
const kb = 1024;

interface Load {
  wallMs: number;
  processorMs: number;
}

await runCommand({
  name: 'bench:cold',
  summary:
    'Loads the bundle of every route in fresh processes, beside a bundle of the same code as\n' +
    'bundlers make it unasked, in turns.',
  options: { runs: { fallback: 15, describe: 'fresh processes for each bundle' } },
  async run({ runs }) {
    const folder = mkdtempSync(join(tmpdir(), 'registry-bench-'));
    try {
      const routes = await loadRoutes();
      progress('bundling');
      const [shipped, naive] = [join(folder, 'shipped'), join(folder, 'naive')];
      await buildLambdas(shipped);
      await buildNaive(
        routes.map(({ file }) => file),
        naive,
      );
      const rows: ({ route: string } & Awaited<ReturnType<typeof compare>>)[] = [];
      for (const { file } of routes) {
        const place = join(relative('lambdas', file).replace(/\.ts$/, ''), 'index.cjs');
        progress(place);
        rows.push({
          route: relative('lambdas', file),
          ...(await compare(join(shipped, place), join(naive, place), runs)),
        });
      }
      const mean = (ratio: 'load ratio' | 'processor ratio') => geometricMean(rows.map((row) => row[ratio]));
      return {
        rows,
        facts: {
          'runs of each': runs,
          'load, shipped / naive, geometric mean': mean('load ratio'),
          'processor time, shipped / naive, geometric mean': mean('processor ratio'),
        },
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

async function compare(shipped: string, naive: string, runs: number) {
  const ours: Load[] = [];
  const theirs: Load[] = [];
  // The first of each fills the file system's cache.
  for (let n = 0; n <= runs; n++) {
    const [one, other] = [await load(shipped), await load(naive)];
    if (n === 0) continue;
    ours.push(one);
    theirs.push(other);
  }
  const ms = (loads: Load[], of: keyof Load) => median(loads.map((each) => each[of]));
  return {
    KB: statSync(shipped).size / kb,
    'load ms': ms(ours, 'wallMs'),
    'processor ms': ms(ours, 'processorMs'),
    'naive KB': statSync(naive).size / kb,
    'naive load ms': ms(theirs, 'wallMs'),
    'naive processor ms': ms(theirs, 'processorMs'),
    'load ratio': ms(ours, 'wallMs') / ms(theirs, 'wallMs'),
    'processor ratio': ms(ours, 'processorMs') / ms(theirs, 'processorMs'),
  };
}

/** Requires a bundle in a process of its own and measures nothing else. */
async function load(bundle: string): Promise<Load> {
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
