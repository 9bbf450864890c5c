import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundle, entryPoints, standIns } from './functions/bundle.ts';
import { Contents, type Current, deleteOthers, makeCurrent } from './functions/current-bundles.ts';

export { standIns };

const root = join(import.meta.dirname, '..');

/** Bundles all functions into a folder. `replacements` are the stand-ins to use; benchmarks pass fewer. */
export async function buildLambdas(outdir: string, replacements = standIns): Promise<void> {
  rmSync(outdir, { recursive: true, force: true });
  await bundle(entryPoints(root), { root, outdir, replacements, isWhole: true }, (_, put) => put());
}

/**
 * Leaves names in the bundles as they are: 150 bundles of whole names take a quarter of the space together, because what
 * they share is the same in each. For the releases that are kept as fixtures of tests.
 */
export const wholeNamesOption = '--whole-names';

/** The bundles of all functions in dist/, such as `dist/consumer/health/get`, of the sources as they are now. */
export async function currentBundles(wholeNames = false): Promise<Current> {
  const [entries, outdir] = [entryPoints(root), join(root, 'dist')];
  const contents = new Contents(root).readSources();
  const current = await makeCurrent(entries, { root, outdir, wholeNames, isWhole: true }, { contents });
  deleteOthers(outdir, entries);
  return current;
}

if (import.meta.main) {
  const startedAtMs = Date.now();
  try {
    const { built, bundles } = await currentBundles(process.argv.includes(wholeNamesOption));
    const largestKb = Math.ceil(Math.max(...[...bundles.values()].map(({ bytes }) => bytes)) / 1024);
    const done = `${built.length} of ${bundles.size} functions are built (${Date.now() - startedAtMs} ms)`;
    console.log(`${done}; the largest is ${largestKb} KB`);
  } catch (error) {
    // esbuild has already printed its errors.
    if (!(error instanceof Error && 'errors' in error)) throw error;
    process.exitCode = 1;
  }
}
