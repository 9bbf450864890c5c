import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fingerprintOf } from '../files/fingerprint.ts';
import { lockWhenFree, shareLock, tryLock } from '../files/lock.ts';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);
/** The inputs of the web dashboard's build. */
export const pageInputs = [
  'web/index.html',
  'web/src',
  'web/package.json',
  'web/vite.config.ts',
  'web/compile-texts.ts',
  // Validation rules of the registry, shared with the pages.
  'src',
  'package-lock.json',
];
const inputs = ['bin', 'lib', 'lambdas', 'openapi', 'scripts', 'cdk.json', ...pageInputs];
const assembliesKept = 4;

/** The settings of lib/config.ts, as the CDK app reads them from its context. */
export type Settings = Record<string, unknown>;

/** A CDK assembly in use: later starts keep it until it is released or this process ends. */
export interface Assembly {
  folder: string;
  release(): void;
}

/** Bundles and synthesizes the CDK assembly for these settings, or reuses a current one. */
export async function makeAssembly(
  settings: Settings,
  report: (step: string) => void,
  bundleOptions: readonly string[] = [],
): Promise<Assembly> {
  const folder = join(root, '.local/assemblies');
  mkdirSync(folder, { recursive: true });
  // All bundles are in dist/: two starts must not build at the same time.
  const lock = await lockWhenFree(join(folder, 'build.lock'));
  try {
    const wanted = createHash('sha256').update(JSON.stringify([settings, ...bundleOptions]));
    const made = join(folder, fingerprintOf(root, inputs, wanted));
    if (existsSync(made)) {
      utimesSync(made, new Date(), new Date());
      report('the bundles and templates are up to date');
      return inUse(made);
    }
    report('bundling the functions');
    await node(['scripts/build-lambdas.ts', ...bundleOptions], {});
    report('building the web dashboard');
    await node(['scripts/build-web.ts'], {});
    report('synthesizing the stacks');
    const draft = join(folder, 'draft');
    rmSync(draft, { recursive: true, force: true });
    await node(['bin/registry.ts'], {
      CDK_OUTDIR: draft,
      // Validation would double the time. Stack tests and deployments validate.
      CDK_VALIDATION: 'false',
      CDK_CONTEXT_JSON: JSON.stringify({ ...cdkContext(), registry: settings }),
    });
    renameSync(draft, made);
    const assembly = inUse(made);
    deleteOldAssemblies(folder);
    return assembly;
  } finally {
    lock.release();
  }
}

/** The context in cdk.json, which the CDK CLI would pass: its feature flags change the templates. */
function cdkContext(): Record<string, unknown> {
  return (JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')) as { context: Record<string, unknown> }).context;
}

async function node(args: string[], variables: Record<string, string>): Promise<void> {
  try {
    await run(process.execPath, args, { cwd: root, env: { ...process.env, ...variables } });
  } catch (error) {
    const { stderr, stdout } = error as { stderr?: string; stdout?: string };
    throw new Error(`node ${args.join(' ')} failed:\n${(stderr || stdout || String(error)).trim()}`);
  }
}

const lockOf = (assembly: string) => `${assembly}.lock`;

const inUse = (folder: string): Assembly => ({ folder, ...shareLock(lockOf(folder)) });

/**
 * Deletes all assemblies except the latest and those in use. Call it with the build lock, under which shares are taken.
 */
export function deleteOldAssemblies(folder: string): void {
  const assemblies = readdirSync(folder)
    .map((name) => ({ path: join(folder, name), stats: statSync(join(folder, name)) }))
    .filter(({ stats }) => stats.isDirectory())
    .sort((a, b) => b.stats.mtimeMs - a.stats.mtimeMs);
  for (const { path } of assemblies.slice(assembliesKept)) {
    const lock = tryLock(lockOf(path));
    if (!lock) continue;
    rmSync(path, { recursive: true, force: true });
    lock.release();
    rmSync(lockOf(path), { force: true });
  }
}
