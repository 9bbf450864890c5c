import { copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { readJson } from '../local/data/files.ts';
import { fingerprintOf } from '../local/data/fingerprint.ts';
import { apiReferenceFile } from '../src/openapi/api-reference-file.ts';

const root = join(import.meta.dirname, '..');

/** What a build made: how many functions, and esbuild's account of what went into each. */
export interface Built {
  functions: number;
  metafile: Metafile;
}

/**
 * Bundles every entry point under lambdas/ into a folder of its own, `dist/consumer/health/get/index.cjs`, which is a
 * function's whole asset. One file each and CommonJS: it loads fastest (docs/decisions/0010-bundles.md), and the
 * extension says so also where a package.json above says "module". The reference of the API pages is a file of its own
 * beside those that serve it. `replacements` are the stand-ins to use: all, unless a benchmark compares.
 */
export async function buildLambdas(outdir = join(root, 'dist'), replacements = standIns): Promise<Built> {
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
    minify: true,
    // Written for whoever reads a stack trace; not loaded by the functions, where parsing a map costs more than it helps.
    sourcemap: 'linked',
    sourcesContent: false,
    metafile: true,
    logLevel: 'warning',
    plugins: [replaceModules(replacements), apiReferenceBesideBundle],
  });
  for (const [file, { inputs }] of Object.entries(metafile.outputs)) {
    if (apiReferenceModule in inputs) copyFileSync(apiReferenceFile(), join(root, dirname(file), apiReferenceName));
  }
  writeFileSync(join(outdir, 'metafile.json'), JSON.stringify(metafile));
  return { functions: files.length, metafile };
}

const inputs = ['src', 'lambdas', 'openapi', 'scripts', 'tsconfig.json', 'package-lock.json'];

/** The bundles in dist/: as they are when they were made of these very sources, else made anew. */
export async function currentBundles(): Promise<Built> {
  const [dist, fingerprint] = [join(root, 'dist'), fingerprintOf(root, inputs)];
  const [madeOf, metafile] = [join(dist, 'made-of.json'), join(dist, 'metafile.json')];
  const made = readJson<{ fingerprint: string; functions: number }>(madeOf);
  if (made?.fingerprint === fingerprint) {
    return { functions: made.functions, metafile: readJson<Metafile>(metafile) as Metafile };
  }
  const built = await buildLambdas(dist);
  writeFileSync(madeOf, JSON.stringify({ fingerprint, functions: built.functions }));
  return built;
}

const apiReferenceModule = 'src/openapi/api-reference-file.ts';
const apiReferenceName = 'api-reference.js';

/**
 * The file in scripts/bundle/ that a bundle gets in place of a module that no function needs. A stand-in belongs here if
 * it saves at least 5 % of the load of all routes (`npm run bench:cold`).
 */
export const standIns: Readonly<Record<string, string>> = {
  '@aws-sdk/credential-provider-node': 'environment-credentials.ts',
  '@smithy/core/event-streams': 'no-event-streams.ts',
};

/** Replaces whole modules, and fails the build if one of them is imported nowhere: an update may have moved it. */
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
              'Find what took the place of that module, or remove the stand-in.',
          })),
        };
      });
    },
  };
}

/** The sources find the API reference in node_modules, a bundle finds it beside itself. */
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
    const { functions, metafile } = await currentBundles();
    const bytes = Object.entries(metafile.outputs).map(([file, output]) => (file.endsWith('.cjs') ? output.bytes : 0));
    const largestKb = Math.ceil(Math.max(...bytes) / 1024);
    console.log(`${functions} functions are built (${Date.now() - startedAtMs} ms); the largest is ${largestKb} KB`);
  } catch (error) {
    // esbuild has said already what it could not build.
    if (!(error instanceof Error && 'errors' in error)) throw error;
    process.exitCode = 1;
  }
}
