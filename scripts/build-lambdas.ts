import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';

const root = join(import.meta.dirname, '..');

/** What a build made: how many functions, and esbuild's account of what went into each. */
export interface Built {
  functions: number;
  metafile: Metafile;
}

/**
 * Bundles every entry point under lambdas/ into a folder of its own, `dist/consumer/health/get/index.cjs`, which is a
 * function's whole asset. One file each and CommonJS: it loads fastest (docs/decisions/0010-bundles.md), and the
 * extension says so also where a package.json above says "module".
 */
export async function buildLambdas(outdir = join(root, 'dist')): Promise<Built> {
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
    plugins: [environmentCredentials],
  });
  writeFileSync(join(outdir, 'metafile.json'), JSON.stringify(metafile));
  return { functions: files.length, metafile };
}

const environmentCredentials: Plugin = {
  name: 'environment-credentials',
  setup({ onResolve }) {
    const path = join(import.meta.dirname, 'bundle/environment-credentials.ts');
    onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, () => ({ path }));
  },
};

if (import.meta.main) {
  const startedAtMs = Date.now();
  const { functions, metafile } = await buildLambdas();
  const bytes = Object.entries(metafile.outputs).map(([file, output]) => (file.endsWith('.cjs') ? output.bytes : 0));
  const largestKb = Math.ceil(Math.max(...bytes) / 1024);
  console.log(`Built ${functions} functions in ${Date.now() - startedAtMs} ms; the largest is ${largestKb} KB`);
}
