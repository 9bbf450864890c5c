import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { apiReferenceFile } from '#src/http/openapi/api-reference-file.ts';

const standInFolder = join(import.meta.dirname, '../bundle');

/** Where entry points are read and bundles are written, and how. */
export interface BundleSettings {
  /** The folder that has `lambdas/` and `src/`. */
  root: string;
  outdir: string;
  /** The stand-ins to use; benchmarks pass fewer. */
  replacements?: Readonly<Record<string, string>>;
  /** Leaves names as they are: see `wholeNamesOption`. */
  wholeNames?: boolean;
  /** A build of all functions, on a command line: prints errors and warnings, and finds stand-ins that nothing uses. */
  isWhole?: boolean;
}

/** A bundle that was just written. */
export interface Bundled {
  entry: string;
  /** Every file that esbuild read for it, even if nothing of it is in the bundle. Paths are from the repository's root. */
  read: string[];
  /** The files of which something is in the bundle. */
  inputs: string[];
  bytes: number;
}

/** The entry points of all functions, such as `lambdas/consumer/health/get.ts`. */
export const entryPoints = (root: string): string[] =>
  readdirSync(join(root, 'lambdas'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `lambdas/${file.replaceAll('\\', '/')}`)
    .sort();

/** The folder of a bundle below the folder of all: `consumer/health/get`. */
export const bundleFolder = (entry: string): string => entry.replace(/^lambdas\//, '').replace(/\.ts$/, '');

/** Beside the bundles of functions that may have a list. */
export const provisionedName = 'provisioned.mjs';
const listModule = 'src/lists/define-list.ts';
const apiReferenceModule = 'src/http/openapi/api-reference-file.ts';
const apiReferenceName = 'api-reference.js';

/**
 * Bundles entry points, each into a folder of its own, in one call of esbuild. One CommonJS file loads fastest
 * (docs/decisions/0010-bundles.md). A bundle does not depend on those built with it. A folder is replaced when its bundle
 * is complete; `place` is called before and does the rest.
 */
export async function bundle(
  entries: readonly string[],
  { root, outdir, replacements = standIns, wholeNames = false, isWhole = false }: BundleSettings,
  place: (bundled: Bundled, put: () => void) => void,
): Promise<void> {
  const draft = join(outdir, draftName);
  rmSync(draft, { recursive: true, force: true });
  // As deep below the root as the bundle's place, because the source map has relative paths.
  const draftOf = (entry: string) => bundleFolder(entry).replace('/', '~');
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: entries.map((entry) => ({ in: entry, out: `${draftOf(entry)}/index` })),
    outdir: draft,
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
    logLevel: isWhole ? 'warning' : 'silent',
    plugins: [
      replaceModules(replacements, isWhole && entries.length === entryPoints(root).length),
      apiReferenceBesideBundle,
    ],
  });
  for (const { entryPoint: entry, inputs: used, bytes } of Object.values(metafile.outputs)) {
    if (entry === undefined) continue;
    const from = join(draft, draftOf(entry));
    const inputs = Object.keys(used).map(fromRoot);
    if (inputs.includes(listModule))
      copyFileSync(join(root, 'scripts/bundle', provisionedName), join(from, provisionedName));
    if (inputs.includes(apiReferenceModule)) copyFileSync(apiReferenceFile(), join(from, apiReferenceName));
    place({ entry, read: filesRead(entry, metafile), inputs, bytes }, () => {
      const folder = join(outdir, bundleFolder(entry));
      mkdirSync(dirname(folder), { recursive: true });
      rmSync(folder, { recursive: true, force: true });
      renameSync(from, folder);
    });
  }
  rmSync(draft, { recursive: true, force: true });
}

const draftName = '.draft';

/** Packages are outside a copy of the sources, and may be behind a link: `../../../node_modules/zod/index.js`. */
const fromRoot = (path: string) => path.replace(/^.*?(?=\bnode_modules\/)|^(\.\.\/)+/, '');

/** An entry point, and what it imports directly or indirectly. */
function filesRead(entry: string, { inputs }: Metafile): string[] {
  const found = new Set([entry]);
  for (const file of found)
    for (const { path, external } of inputs[file]?.imports ?? []) if (!external && inputs[path]) found.add(path);
  return [...found].map(fromRoot);
}

/**
 * Modules that no function needs, and the file in scripts/bundle/ that replaces each. A stand-in must save at least 5 %
 * of the time to load, or of the first answer (`npm run bench:cold`).
 */
export const standIns: Readonly<Record<string, string>> = {
  '@aws-sdk/credential-provider-node': 'environment-credentials.ts',
  '@smithy/core/event-streams': 'no-event-streams.ts',
  'node:fs/promises': 'files-by-callback.ts',
};

/**
 * Replaces whole modules. With `areAllUsed`, fails the build if one is not imported, because an update may have moved it.
 */
export function replaceModules(replacements: Readonly<Record<string, string>>, areAllUsed = true): Plugin {
  return {
    name: 'stand-ins',
    setup({ onResolve, onEnd, initialOptions: { absWorkingDir } }) {
      const unused = new Set(Object.keys(replacements));
      const folder = absWorkingDir === undefined ? standInFolder : join(absWorkingDir, 'scripts/bundle');
      onResolve({ filter: new RegExp(`^(${[...unused].join('|')})$`) }, ({ path }) => {
        const standIn = replacements[path];
        if (!standIn) return undefined;
        unused.delete(path);
        return { path: join(folder, standIn) };
      });
      onEnd(({ errors }) => {
        if (errors.length > 0 || !areAllUsed) return undefined;
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
