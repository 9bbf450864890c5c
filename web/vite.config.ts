import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The Dashboard API while developing: of a laptop cloud that runs (`npm start`), unless DASHBOARD_URL names another. */
const dashboardUrl = process.env.DASHBOARD_URL ?? 'http://127.0.0.1:4001';

/** What the distribution sends to the Dashboard API, and the sign-in pages of the laptop. Everything else is a page. */
const apiPaths = ['/api/', '^/me$', '/health', '/debug-auth', '/openapi/', '/docs', '/login', '/logout', '/oauth2/'];

export default defineConfig({
  plugins: [react()],
  build: {
    target: 'es2022',
    // The CSP allows no inline script, so small files are not inlined either.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Functions of the registry bring schemas with them that no page uses.
      treeshake: { manualPureFunctions: ['z'] },
      // What every page needs, and what seldom changes: browsers keep it from one version of the dashboard to the next.
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'libraries',
              test: /node_modules\/(react|react-dom|scheduler|openapi-fetch|zod|@tanstack|@lingui)\//,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 4010,
    proxy: {
      // This server is no origin of the dashboard, so people sign in with the page of the laptop cloud.
      '/api/auth/login': { target: dashboardUrl, changeOrigin: true, rewrite: () => '/login' },
      ...Object.fromEntries(
        // The API accepts changes only from its own origin.
        apiPaths.map((path) => [path, { target: dashboardUrl, changeOrigin: true, headers: { origin: dashboardUrl } }]),
      ),
    },
  },
});
