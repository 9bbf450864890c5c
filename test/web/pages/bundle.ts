import { join } from 'node:path';
import { build } from 'esbuild';
import { compileText } from '../../../web/compile-texts.ts';
import { texts as de } from '../../../web/src/text/catalogs/de.ts';
import { texts as en } from '../../../web/src/text/catalogs/en.ts';
import { dashboardFile } from '../../support/run-folder.ts';

/** Bundles all pages of the web dashboard as one script. */

const root = join(import.meta.dirname, '../../..');
const compiled = (texts: Readonly<Record<string, string>>) =>
  `export const texts = ${JSON.stringify(Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compileText(text)])))};`;

/** A window of happy-dom finds a global more slowly than a parameter, and React reads these all the time. */
const globals =
  'document, Array, Boolean, Date, Error, JSON, Map, Math, Number, Object, Promise, Set, String, Symbol, WeakMap';

await build({
  entryPoints: [join(root, 'web/src/main.tsx')],
  bundle: true,
  outfile: dashboardFile(),
  format: 'iife',
  banner: { js: `(function (${globals}) {` },
  footer: { js: `})(${globals});` },
  jsx: 'automatic',
  loader: { '.css': 'empty' },
  logLevel: 'error',
  // Workers are stand-ins here, but their addresses are made.
  define: { 'process.env.NODE_ENV': '"production"', 'import.meta.url': '"https://dashboard.example.org/main.js"' },
  plugins: [
    {
      name: 'catalogs',
      setup({ onLoad }) {
        onLoad({ filter: /\/web\/src\/text\/catalogs\/\w+\.ts$/ }, ({ path }) => ({
          contents: compiled(path.endsWith('/de.ts') ? de : en),
        }));
      },
    },
  ],
});
