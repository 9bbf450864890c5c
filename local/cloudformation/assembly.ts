import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { laterPagesKey } from '../../lib/later-pages-key.ts';
import { currentPages } from '../../scripts/build-web.ts';
import { entryPoints } from '../../scripts/functions/bundle.ts';
import { Contents, makeCurrent } from '../../scripts/functions/current-bundles.ts';
import { hashOfFiles, readFiles, writeFiles } from '../files/copied-sources.ts';
import { type Lock, lockWhenFree, shareLock, tryLock } from '../files/lock.ts';
import { LaterBundles } from './later-bundles.ts';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);
/** The files of which templates and functions are made. */
const inputs = [
  'bin',
  'lib',
  'lambdas',
  'openapi',
  'scripts',
  'src',
  'cdk.json',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
const assembliesKept = 4;

/** The settings of lib/config.ts, as the CDK app reads them from its context. */
export type Settings = Record<string, unknown>;

/** A CDK assembly in use: later starts keep it until it is released or this process ends. */
export interface Assembly {
  folder: string;
  release(): void;
}

/** An assembly whose functions are bundled when they are first called, of the sources that its templates are made of. */
export interface LaptopAssembly extends Assembly {
  /** The folders of assets that the assembly does not have itself, by object key. */
  assets: Map<string, string>;
  /** Resolves when the code with this object key is in its folder. */
  bundled(objectKey: string): Promise<void>;
  /** Resolves when the web dashboard is among the assets. */
  pages: Promise<void>;
}

/** An assembly in a folder, which has its bundles and pages. */
export const givenAssembly = (folder: string): LaptopAssembly => ({
  folder,
  assets: new Map(),
  bundled: async () => {},
  pages: Promise.resolve(),
  release() {},
});

/** A copy of the sources, with all that is made of it: one folder is one state. */
interface State {
  folder: string;
  lock: Lock;
  release(): void;
}

interface AssemblyOptions {
  /** The entry points that are called first. */
  first?: readonly string[];
  /** Gets a line for each call of one that cannot be bundled. */
  print?: (line: string) => void;
  /** Called when the synthesis has been started, or is not necessary. */
  begun?: () => void;
}

/**
 * Synthesizes the templates for these settings, or reuses current ones. Builds the web dashboard, and starts to bundle
 * functions, meanwhile.
 */
export async function makeAssembly(
  settings: Settings,
  report: (step: string) => void,
  { first = [], print = () => {}, begun = () => {} }: AssemblyOptions = {},
): Promise<LaptopAssembly> {
  const { folder: state, lock, release } = await takeState([]);
  try {
    const synthesized = synthesize(state, { settings, name: 'templates', context: { builtLater: true } }, report);
    // Awaited below.
    synthesized.catch(() => {});
    begun();
    const outdir = join(state, 'dist');
    const entries = entryPoints(state);
    const others = [join(root, 'dist'), ...otherStates(state)];
    const bundles = new LaterBundles({ root: state, entries, outdir, others });
    for (const entry of first) bundles.ready(entry).catch(() => {});
    const assets = new Map(entries.map((entry) => [entry, bundles.folderOf(entry)]));
    const pages = makePages(state, report).then((made) => void assets.set(laterPagesKey, made));
    pages.catch(() => {});
    const templates = await synthesized;
    void pages.catch(() => {}).then(() => lock.release());
    const bundled = async (objectKey: string) => {
      await bundles.ready(objectKey).catch((error: Error) => {
        print(`${objectKey} cannot be bundled: calls of it fail. ${error.message}`);
        throw error;
      });
    };
    return { folder: templates, assets, bundled, pages, release };
  } catch (error) {
    lock.release();
    release();
    throw error;
  }
}

/** Makes an assembly that has its bundles and pages, as for a deployment. */
export async function makeWholeAssembly(
  settings: Settings,
  report: (step: string) => void,
  wholeNames = false,
): Promise<Assembly> {
  const { folder: state, lock, release } = await takeState(['whole', String(wholeNames)]);
  try {
    report('bundling the functions');
    const bundles = { root: state, outdir: join(state, 'dist'), wholeNames };
    await makeCurrent(entryPoints(state), bundles, { contents: new Contents(state), others: [join(root, 'dist')] });
    rmSync(join(state, 'web/dist'), { recursive: true, force: true });
    cpSync(await makePages(state, report), join(state, 'web/dist'), { recursive: true });
    return { folder: await synthesize(state, { settings, name: 'whole', context: {} }, report), release };
  } catch (error) {
    release();
    throw error;
  } finally {
    lock.release();
  }
}

/** Takes a copy of the sources as they are now, with the lock under which things are made of it. */
async function takeState(options: readonly string[]): Promise<State> {
  const folder = join(root, '.local/assemblies');
  mkdirSync(folder, { recursive: true });
  const lock = await lockWhenFree(join(folder, 'build.lock'));
  try {
    const files = readFiles(root, inputs);
    const state = join(folder, hashOfFiles(files, process.version, ...options));
    writeFiles(files, state);
    utimesSync(state, new Date(), new Date());
    const { release } = shareLock(lockOf(state));
    deleteOldAssemblies(folder);
    return { folder: state, lock, release };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The folders of bundles of other copies of the sources, the latest first. */
function otherStates(state: string): string[] {
  const folder = join(state, '..');
  return foldersByAge(folder)
    .filter((path) => path !== state)
    .map((path) => join(path, 'dist'));
}

interface Synthesis {
  settings: Settings;
  name: string;
  context: Record<string, unknown>;
}

/** Returns the folder of the templates of these settings. */
async function synthesize(
  state: string,
  { settings, name, context }: Synthesis,
  report: (step: string) => void,
): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, 16);
  const made = join(state, `${name}-${hash}`);
  if (existsSync(made)) {
    report('the templates are up to date');
    return made;
  }
  report('synthesizing the stacks');
  const draft = join(state, 'draft');
  rmSync(draft, { recursive: true, force: true });
  const variables = {
    CDK_OUTDIR: draft,
    // Validation would double the time. Stack tests and deployments validate.
    CDK_VALIDATION: 'false',
    CDK_TREE: 'false',
    CDK_CONTEXT_JSON: JSON.stringify({ ...cdkContext(state), ...context, registry: settings }),
  };
  await node(['bin/registry.ts'], { cwd: state, variables });
  renameSync(draft, made);
  return made;
}

/** Builds the web dashboard, unless it is current, and returns the folder of a copy, which no later build changes. */
async function makePages(state: string, report: (step: string) => void): Promise<string> {
  let made = currentPages();
  if (!made) {
    report('building the web dashboard');
    // One thread of Vite's bundler: more wait for each other, busily, while the templates are made.
    const variables = { ROLLDOWN_WORKER_THREADS: '1' };
    await node(['scripts/build-web.ts'], { cwd: root, variables, niceness: 5 });
    made = currentPages();
  }
  if (!made) throw new Error('The sources of the web dashboard have changed while it was built. Start again.');
  const copy = join(state, `pages-${made}`);
  if (existsSync(copy)) return copy;
  const draft = join(state, 'pages.draft');
  rmSync(draft, { recursive: true, force: true });
  cpSync(join(root, 'web/dist'), draft, { recursive: true });
  renameSync(draft, copy);
  return copy;
}

/** The context in cdk.json, which the CDK CLI would pass: its feature flags change the templates. */
function cdkContext(state: string): Record<string, unknown> {
  return (JSON.parse(readFileSync(join(state, 'cdk.json'), 'utf8')) as { context: Record<string, unknown> }).context;
}

interface NodeOptions {
  cwd: string;
  variables: Record<string, string>;
  /** Above 0 for less of the processors than what the start waits for. */
  niceness?: number;
}

async function node(args: string[], { cwd, variables, niceness = 0 }: NodeOptions): Promise<void> {
  try {
    const running = run(process.execPath, args, { cwd, env: { ...process.env, ...variables } });
    if (niceness > 0 && running.child.pid) setPriority(running.child.pid, niceness);
    await running;
  } catch (error) {
    const { stderr, stdout } = error as { stderr?: string; stdout?: string };
    throw new Error(`node ${args.join(' ')} failed:\n${(stderr || stdout || String(error)).trim()}`);
  }
}

const lockOf = (assembly: string) => `${assembly}.lock`;

/**
 * Deletes all assemblies except the latest and those in use. Call it with the build lock, under which shares are taken.
 */
export function deleteOldAssemblies(folder: string): void {
  for (const path of foldersByAge(folder).slice(assembliesKept)) {
    const lock = tryLock(lockOf(path));
    if (!lock) continue;
    rmSync(path, { recursive: true, force: true });
    lock.release();
    rmSync(lockOf(path), { force: true });
  }
}

const foldersByAge = (folder: string): string[] =>
  readdirSync(folder)
    .map((name) => ({ path: join(folder, name), stats: statSync(join(folder, name)) }))
    .filter(({ stats }) => stats.isDirectory())
    .sort((a, b) => b.stats.mtimeMs - a.stats.mtimeMs)
    .map(({ path }) => path);
