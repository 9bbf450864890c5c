import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';

const root = join(import.meta.dirname, '../..');

/**
 * Bundles entry points with esbuild's defaults: the SDK's CommonJS with its full credential chain, and zod by named
 * import. Minified, for the same Node as the shipped bundles.
 */
export async function buildNaive(files: string[], outdir: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: files.map((file) => ({
      in: file,
      out: join(file.replace(/^lambdas\//, '').replace(/\.ts$/, ''), 'index'),
    })),
    outdir,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    minify: true,
    logLevel: 'warning',
    plugins: [namedZod],
  });
}

const namedZod: Plugin = {
  name: 'named-zod',
  setup({ onLoad }) {
    onLoad({ filter: /\/(src|lambdas)\/.*\.ts$/ }, ({ path }) => {
      if (path.includes('/node_modules/')) return undefined;
      const contents = readFileSync(path, 'utf8').replace("import * as z from 'zod'", "import { z } from 'zod'");
      return { contents, loader: 'ts' };
    });
  },
};
