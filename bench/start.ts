import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { progress, type Report, runCommand, UsageError } from './shared/command.ts';
import { ProcessorTime } from './shared/processes.ts';
import { median } from './shared/statistics.ts';

const root = join(import.meta.dirname, '..');
/** Below the ports that systems assign. */
const port = 20_000 + (process.pid % 10_000);
const readyTimeoutMs = 900_000;
/** The longest that a first start is used: behind it, the archive of the classes of DynamoDB Local is made. */
const mostUsedMs = 120_000;
/** A file on which every function and the templates depend, and one on which hardly anything does. */
const edited = {
  'edit of what one route uses': 'lambdas/consumer/health/get.ts',
  'edit of what all use': 'src/http/lambda.ts',
};
const starts = ['first start', 'second start', ...Object.keys(edited)] as const;
/** The most that a start may take, compared with the other checkout. */
const targets: Record<string, number> = { 'first start': 1 / 3, 'second start': 1 / 2 };

interface Measured {
  wallS: number;
  processorS: number;
}

await runCommand({
  name: 'bench:start',
  summary:
    'Measures how long a start of the laptop cloud takes until it is ready, and the processor time of all its processes: the\n' +
    'first start of a fresh clone, the second, and those after an edit of one file. Needs Linux. Copies the checkouts first,\n' +
    'and leaves them as they are.',
  options: { runs: { defaultValue: 3, describe: 'of each start; the medians count' } },
  folders: { against: 'another checkout, with its node_modules, which is measured in turns with this one' },
  async run({ runs }, _, { against }): Promise<Report> {
    if (!existsSync('/proc/self/stat')) throw new UsageError('bench:start needs /proc, which only Linux has');
    if (against && !existsSync(join(against, 'local/main.ts'))) throw new UsageError(`${against} is not a checkout`);
    mkdirSync(join(root, '.local'), { recursive: true });
    // Beside the checkout, so that packages are linked instead of copied.
    const folder = mkdtempSync(join(root, '.local/bench-start-'));
    try {
      const copies = [root, ...(against ? [resolve(against)] : [])].map((checkout, n) =>
        copyOf(checkout, join(folder, String(n))),
      );
      const measured = copies.map(() => Object.fromEntries(starts.map((start) => [start, [] as Measured[]])));
      for (let run = 0; run < runs; run++)
        for (const [n, copy] of copies.entries())
          for (const [start, result] of await measureStarts(
            copy,
            `${n === 0 ? 'this' : 'other'} checkout, run ${run + 1} of ${runs}`,
          ))
            measured[n]?.[start]?.push(result);
      return reportOf(measured, runs);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

/** A copy of the files of a checkout, with its packages as hard links. */
function copyOf(checkout: string, to: string): string {
  progress(`copying ${checkout}`);
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: checkout,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  for (const file of listed.split('\0').filter((path) => path && existsSync(join(checkout, path)))) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    copyFileSync(join(checkout, file), join(to, file));
  }
  for (const packages of ['node_modules', 'web/node_modules', 'clients/typescript/node_modules'])
    if (existsSync(join(checkout, packages))) execFileSync('cp', ['-al', join(checkout, packages), join(to, packages)]);
  return to;
}

async function measureStarts(copy: string, name: string): Promise<[string, Measured][]> {
  for (const made of ['dist', '.local', 'web/dist', 'web/src/api/schema.ts'])
    rmSync(join(copy, made), { recursive: true, force: true });
  const results: [string, Measured][] = [];
  for (const start of starts) {
    progress(`${name}: ${start}`);
    const file = (edited as Record<string, string>)[start];
    const before = file && readFileSync(join(copy, file));
    if (file) appendFileSync(join(copy, file), `\nconsole.debug(${Date.now()});\n`);
    results.push([start, await measureStart(copy, start === 'first start')]);
    if (file && before) writeFileSync(join(copy, file), before);
  }
  return results;
}

async function measureStart(copy: string, isFirst: boolean): Promise<Measured> {
  const startedAtMs = performance.now();
  const child = spawn(process.execPath, ['local/main.ts', '--port', String(port)], { cwd: copy });
  const exited = once(child, 'exit');
  const used = new ProcessorTime(Number(child.pid));
  try {
    await ready(child);
    const measured = { wallS: (performance.now() - startedAtMs) / 1000, processorS: used.seconds() };
    if (isFirst) await archiveIsMade(copy);
    return measured;
  } finally {
    used.stop();
    child.kill('SIGINT');
    await exited;
  }
}

/** At once for a checkout that makes none. */
async function archiveIsMade(copy: string): Promise<void> {
  if (!existsSync(join(copy, 'local/engines/make-class-archive.ts'))) return;
  const untilMs = Date.now() + mostUsedMs;
  while (Date.now() < untilMs && !existsSync(join(copy, '.local/java/made-of.json'))) await sleep(200);
}

async function ready(child: ChildProcess): Promise<void> {
  let printed = '';
  await new Promise<void>((onReady, onError) => {
    const timer = setTimeout(() => onError(new Error(`Not ready:\n${printed}`)), readyTimeoutMs);
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
        if (printed.includes('Ready in')) onReady();
      });
    child.once('exit', (code) => onError(new Error(`The start ended with code ${code}:\n${printed}`)));
    child.once('exit', () => clearTimeout(timer));
  });
}

function reportOf(measured: Record<string, Measured[]>[], runs: number): Report {
  const [ours, theirs] = measured;
  const of = (side: typeof ours, start: string, key: keyof Measured) =>
    side ? median((side[start] ?? []).map((each) => each[key])) : null;
  const ratio = (start: string, key: keyof Measured) => Number(of(ours, start, key)) / Number(of(theirs, start, key));
  const rows = starts.map((start) => ({
    start,
    'wall s': of(ours, start, 'wallS'),
    'processor s': of(ours, start, 'processorS'),
    ...(theirs && {
      'other wall s': of(theirs, start, 'wallS'),
      'other processor s': of(theirs, start, 'processorS'),
      'wall ratio': ratio(start, 'wallS'),
      'processor ratio': ratio(start, 'processorS'),
    }),
  }));
  const report: Report = { rows, facts: { runs } };
  if (!theirs) return report;
  const missed = Object.entries(targets).filter(([start, most]) => ratio(start, 'wallS') > most);
  return {
    ...report,
    targets: Object.entries(targets).map(([start, most]) => ({ start, 'at most': most, ratio: ratio(start, 'wallS') })),
    figures: Object.fromEntries(starts.map((start) => [`${start.replaceAll(' ', '_')}_ratio`, ratio(start, 'wallS')])),
    faults: missed.map(
      ([start, most]) => `the ${start} takes ${ratio(start, 'wallS').toFixed(2)} instead of ${most.toFixed(2)}`,
    ),
  };
}
