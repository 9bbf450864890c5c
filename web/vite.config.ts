import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compileTexts } from './compile-texts.ts';

/**
 * The Dashboard API during development: that of a running laptop cloud (`npm start`), unless DASHBOARD_URL names
 * another.
 */
const dashboardUrl = process.env.DASHBOARD_URL ?? 'http://127.0.0.1:4001';

/**
 * The paths that the distribution sends to the Dashboard API, and the sign-in pages of the laptop. Everything else is a
 * page.
 */
const apiPaths = ['/api/', '^/me$', '/health', '/debug-auth', '/openapi/', '/docs', '/login', '/logout', '/oauth2/'];

/** Modules that check, edit and compare records, and what they alone use. */
const editing =
  /\/web\/src\/(data\/(people|person-picker|field-input|terms|edit-history|identifier|change-table)|ui\/(word-diff|conflict-notice|translation-fields))|\/node_modules\/(zod|diff)\/|\/src\/(domain|formats)\//;

const root = join(import.meta.dirname, '..');

const recorded = new Set<string>();

/** Writes which files of the registry are in the pages: scripts/build-web.ts builds them again when one has changed. */
const recordSources: Plugin = {
  name: 'record-sources',
  apply: 'build',
  buildEnd() {
    const file = process.env.PAGE_SOURCES_FILE;
    // Workers are builds of their own, within that of the pages.
    for (const id of this.getModuleIds()) {
      const path = id.replaceAll('\\', '/').replace(/[?].*/s, '');
      if (path.startsWith(`${root}/src/`)) recorded.add(path.slice(root.length + 1));
    }
    if (file) writeFileSync(file, JSON.stringify([...recorded].sort()));
  },
};

/** Functions of the registry include schemas that no page uses. */
const treeshake = { manualPureFunctions: ['z'] };

export default defineConfig({
  plugins: [compileTexts(), react(), recordSources],
  // The shim is for versions of React that lack the hook.
  resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' } },
  build: {
    target: 'es2022',
    // The CSP allows no inline script, so small files are not inlined either.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake,
      output: {
        codeSplitting: {
          groups: [
            // The code that every page needs. Browsers keep the libraries between versions of the dashboard.
            { name: 'libraries', test: /node_modules\//, tags: ['$initial'] },
            { name: 'shell', test: /\/web\/src\/(?!main)/, tags: ['$initial'] },
            // Code that a page shares with the overlays that it opens: an overlay loads no page.
            { name: 'triggers', test: /\/web\/src\/ui\/overlay\/[a-z-]*triggers?[.]tsx/ },
            // Code that many pages need: otherwise a page would load a dozen tiny files.
            {
              name: 'shared',
              test: (id) =>
                /\/web\/src\/(ui(?!\/overlay)|data(?!\/editing))\/|\/lucide-react\//.test(id) && !editing.test(id),
              minShareCount: 3,
            },
            // Code that only pages with forms and comparisons need, with the schemas and the library behind it.
            { name: 'editing', test: editing, minShareCount: 2 },
          ],
        },
      },
    },
  },
  // A file of its own for each worker: the CSP allows no script that a page has made.
  worker: { format: 'es', plugins: () => [recordSources], rolldownOptions: { treeshake } },
  server: {
    port: 4010,
    proxy: {
      // This server is not an origin of the dashboard, so people sign in with the page of the laptop cloud.
      '/api/auth/login': { target: dashboardUrl, changeOrigin: true, rewrite: () => '/login' },
      ...Object.fromEntries(
        // The API accepts changes only from its own origin.
        apiPaths.map((path) => [path, { target: dashboardUrl, changeOrigin: true, headers: { origin: dashboardUrl } }]),
      ),
    },
  },
});
