import { copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { fingerprintOf } from '../local/files/fingerprint.ts';
import { readJson } from '../local/files/json-files.ts';
import { apiReferenceFile } from '../src/openapi/api-reference-file.ts';

const root = join(import.meta.dirname, '..');

/** The number of functions built, and esbuild's metafile, which lists the inputs of each bundle. */
export interface BuildResult {
  functions: number;
  metafile: Metafile;
}

/**
 * Bundles every entry point under lambdas/ into its own asset folder, such as `dist/consumer/health/get/index.cjs`. One
 * CommonJS file loads fastest (docs/decisions/0010-bundles.md). Functions that serve API pages get the reference viewer as
 * a second file, those with a list the handler for provisioned concurrency. `replacements` are the stand-ins to use; benchmarks pass fewer. `wholeNames`: see `wholeNamesOption`.
 */
export async function buildLambdas(outdir: string, replacements = standIns, wholeNames = false): Promise<BuildResult> {
  const files = readdirSync(join(root, 'lambdas'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .sort();
  rmSync(outdir, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: files.map((file) => ({ in: join('lambdas', file), out: join(file.replace(/\.ts$/, ''), 'index') })),
    outdir,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    // The SDK's "main" is CommonJS, which cannot be tree-shaken.
    mainFields: ['module', 'main'],
    // The SDK imports node:http when it first connects. As an ES module it has every export, so Node loads all of fetch.
    supported: { 'dynamic-import': false },
    minifySyntax: true,
    minifyWhitespace: true,
    minifyIdentifiers: !wholeNames,
    // For reading stack traces later. The functions do not load maps, because parsing them is slow.
    sourcemap: 'linked',
    sourcesContent: false,
    metafile: true,
    logLevel: 'warning',
    plugins: [replaceModules(replacements), apiReferenceBesideBundle],
  });
  for (const [file, { inputs }] of Object.entries(metafile.outputs)) {
    if (listModule in inputs)
      copyFileSync(join(import.meta.dirname, 'bundle', provisionedName), join(root, dirname(file), provisionedName));
    if (apiReferenceModule in inputs) copyFileSync(apiReferenceFile(), join(root, dirname(file), apiReferenceName));
  }
  writeFileSync(join(outdir, 'metafile.json'), JSON.stringify(metafile));
  return { functions: files.length, metafile };
}

const inputs = ['src', 'lambdas', 'openapi', 'scripts', 'tsconfig.json', 'package-lock.json'];

/**
 * Leaves names in the bundles as they are: 150 bundles of whole names take a quarter of the space together, because what
 * they share is the same in each. For the releases that are kept as fixtures of tests.
 */
export const wholeNamesOption = '--whole-names';

/** The bundles in dist/, rebuilt only if the sources have changed. */
export async function currentBundles(wholeNames = false): Promise<BuildResult> {
  const dist = join(root, 'dist');
  const fingerprint = `${fingerprintOf(root, inputs)}${wholeNames ? wholeNamesOption : ''}`;
  const [madeOf, metafile] = [join(dist, 'made-of.json'), join(dist, 'metafile.json')];
  const made = readJson<{ fingerprint: string; functions: number }>(madeOf);
  if (made?.fingerprint === fingerprint) {
    return { functions: made.functions, metafile: readJson<Metafile>(metafile) as Metafile };
  }
  const built = await buildLambdas(dist, standIns, wholeNames);
  writeFileSync(madeOf, JSON.stringify({ fingerprint, functions: built.functions }));
  return built;
}

/** Beside the bundles of functions that may have a list. */
export const provisionedName = 'provisioned.mjs';
const listModule = 'src/lists/define-list.ts';
const apiReferenceModule = 'src/openapi/api-reference-file.ts';
const apiReferenceName = 'api-reference.js';

/**
 * Modules that no function needs, and the file in scripts/bundle/ that replaces each. A stand-in must save at least 5 %
 * of the time to load, or of the first answer (`npm run bench:cold`).
 */
export const standIns: Readonly<Record<string, string>> = {
  '@aws-sdk/credential-provider-node': 'environment-credentials.ts',
  '@smithy/core/event-streams': 'no-event-streams.ts',
  'node:fs/promises': 'files-by-callback.ts',
};

/** Replaces whole modules. Fails the build if one is not imported, because an update may have moved it. */
export function replaceModules(replacements: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'stand-ins',
    setup({ onResolve, onEnd }) {
      const unused = new Set(Object.keys(replacements));
      onResolve({ filter: new RegExp(`^(${[...unused].join('|')})$`) }, ({ path }) => {
        const standIn = replacements[path];
        if (!standIn) return undefined;
        unused.delete(path);
        return { path: join(import.meta.dirname, 'bundle', standIn) };
      });
      onEnd(({ errors }) => {
        if (errors.length > 0) return undefined;
        return {
          errors: [...unused].map((module) => ({
            text:
              `scripts/bundle/${replacements[module]} stands in for "${module}", which no bundle imports. ` +
              'Find out which module replaced it, or remove the stand-in.',
          })),
        };
      });
    },
  };
}

/** Makes bundles load the API reference from their own folder instead of node_modules. */
const apiReferenceBesideBundle: Plugin = {
  name: 'api-reference',
  setup({ onLoad }) {
    onLoad({ filter: new RegExp(`/${apiReferenceModule}$`) }, () => ({
      contents: `export const apiReferenceFile = () => __dirname + '/${apiReferenceName}';`,
    }));
  },
};

if (import.meta.main) {
  const startedAtMs = Date.now();
  try {
    const { functions, metafile } = await currentBundles(process.argv.includes(wholeNamesOption));
    const bytes = Object.entries(metafile.outputs).map(([file, output]) => (file.endsWith('.cjs') ? output.bytes : 0));
    const largestKb = Math.ceil(Math.max(...bytes) / 1024);
    console.log(`${functions} functions are built (${Date.now() - startedAtMs} ms); the largest is ${largestKb} KB`);
  } catch (error) {
    // esbuild has already printed its errors.
    if (!(error instanceof Error && 'errors' in error)) throw error;
    process.exitCode = 1;
  }
}
