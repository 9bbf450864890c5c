import { createHash } from 'node:crypto';

/** A document the page shows, by its path on the page's own address. */
export interface ShownDocument {
  title: string;
  slug: string;
  path: `/${string}`;
}

/**
 * The page that shows OpenAPI documents and sends requests to the address it came from, whatever that is: addresses are
 * made from its own. It asks nobody else for anything (docs/decisions/0090-api-pages.md).
 */
export function docsPage(title: string, documents: readonly ShownDocument[]) {
  const script = scriptOf(documents);
  const links = documents.map(({ title: name, path }) => `<a href="${path.slice(1)}">${name}</a>`).join(', ');
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
</head>
<body>
<noscript>This page needs JavaScript. The documents themselves: ${links}.</noscript>
<div id="reference"></div>
<script>${script}</script>
</body>
</html>
`;
  return { body, headers: { 'content-security-policy': policyFor(script) } };
}

/** What the reference of Scalar is told to leave out would ask its maker's servers, or hand requests to them. */
const quiet = {
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

/** Runs as it stands in the page. `root` is the page's own address without `/docs`, so it may lie beneath a stage. */
const scriptOf = (documents: readonly ShownDocument[]) => `
const root = location.href.replace(/\\/docs\\/?([?#].*)?$/, '');
const reference = document.createElement('script');
reference.src = root + '/docs/assets/api-reference.js';
reference.onload = () => Scalar.createApiReference('#reference', {
  ...${JSON.stringify(quiet)},
  sources: ${JSON.stringify(documents)}.map(({ path, ...source }) => ({ ...source, url: root + path, agent: { disabled: true } })),
  servers: [{ url: root, description: 'The installation this page comes from' }],
});
document.head.append(reference);
`;

/**
 * The reference makes its styles while it runs, so those cannot be listed. Everything else is this script, or comes from
 * where the page does.
 */
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
