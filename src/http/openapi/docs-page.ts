import { createHash } from 'node:crypto';
import * as z from 'zod';

/** An OpenAPI document on the page. `path` is relative to the page's base URL. */
export interface DocsPageDocument {
  title: string;
  slug: string;
  path: `/${string}`;
}

/**
 * Route declaration fields for serving the API reference page. The page's URLs derive from its own, so it works at any
 * address and contacts no other host (docs/decisions/0090-api-pages.md).
 */
export function showsReference(title: string, documents: readonly DocsPageDocument[]) {
  const page = {
    body: pageOf(title, documents),
    headers: { 'content-security-policy': policyFor(scriptOf(documents)) },
  };
  return {
    responses: { 200: z.string() },
    answerType: 'text/html',
    cache: 'document',
    problems: [],
    grants: [],
    handle: async () => ({ status: 200 as const, ...page }),
  } as const;
}

function pageOf(title: string, documents: readonly DocsPageDocument[]): string {
  const links = documents.map(({ title: name, path }) => `<a href="${path.slice(1)}">${name}</a>`).join(', ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
</head>
<body>
<noscript>This page requires JavaScript. The OpenAPI documents: ${links}.</noscript>
<div id="reference"></div>
<script>${scriptOf(documents)}</script>
</body>
</html>
`;
}

/** Disables the features of Scalar that contact the vendor's servers. */
const offlineSettings = {
  agent: { disabled: true },
  mcp: { disabled: true },
  telemetry: false,
  withDefaultFonts: false,
  proxyUrl: '',
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'direct',
  persistAuth: false,
};

/** The page's inline script. `root` is the page's URL without `/docs`, so the page also works below a stage path. */
const scriptOf = (documents: readonly DocsPageDocument[]) => `
const root = location.href.replace(/\\/docs\\/?([?#].*)?$/, '');
const reference = document.createElement('script');
reference.src = root + '/docs/assets/api-reference.js';
reference.onload = () => Scalar.createApiReference('#reference', {
  ...${JSON.stringify(offlineSettings)},
  sources: ${JSON.stringify(documents)}.map(({ path, ...source }) => ({ ...source, url: root + path, agent: { disabled: true } })),
  servers: [{ url: root, description: 'This deployment' }],
});
document.head.append(reference);
`;

/** The reference creates inline styles at run time. The rest is the inline script or same-origin. */
const policyFor = (script: string) =>
  [
    "default-src 'none'",
    `script-src 'self' 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    "style-src 'unsafe-inline'",
    "connect-src 'self'",
    "img-src 'self' data: blob:",
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
