/**
 * Writes every file that is made from the code: the OpenAPI documents, the types of the client, and three pages of docs/. They are committed, so
 * that a change of the interface is seen in review; `--check` names those that are not current and writes nothing.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadRoutes } from '../lib/load-declarations.ts';
import type { Api } from '../src/http/route.ts';
import { openApiDocument } from '../src/openapi/document.ts';
import { errorsPage, routesPage, tablePage } from './generate/pages.ts';

const root = join(import.meta.dirname, '..');
const documents: Record<Api, string> = {
  consumer: 'openapi/consumer-api.json',
  integrations: 'openapi/integrations-api.json',
  dashboard: 'openapi/dashboard-api.json',
};

/** The content every generated file should have, by its path from the root. */
export async function generated(): Promise<Record<string, string>> {
  const loaded = await loadRoutes();
  const routes = loaded.map(({ declaration }) => declaration);
  const files: Record<string, string> = {};
  for (const [api, path] of Object.entries(documents) as [Api, string][]) {
    files[path] = `${JSON.stringify(openApiDocument(api, routes), null, 2)}\n`;
  }
  files['clients/typescript/src/schema.ts'] = clientTypes(files[documents.integrations] ?? '');
  files['docs/routes.md'] = routesPage(loaded);
  files['docs/errors.md'] = errorsPage(loaded);
  files['docs/table.md'] = tablePage();
  return files;
}

/** In a process of its own: the package has a compiler of its own, which knows nothing of ours. */
function clientTypes(document: string): string {
  const script = join(root, 'clients/typescript/scripts/schema.ts');
  return execFileSync(process.execPath, ['--no-warnings', script], { input: document, encoding: 'utf8' });
}

/** Those of the generated files that are missing or differ from this content. */
export function staleFiles(files: Record<string, string>): string[] {
  return Object.entries(files).flatMap(([path, content]) => (current(path) === content ? [] : [path]));
}

function current(path: string): string | undefined {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined;
}

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

/** The routes that serve the documents import them: a missing or broken one must not keep the routes from loading. */
function makeLoadable(path: string): void {
  try {
    JSON.parse(current(path) ?? '');
  } catch {
    write(path, '{}\n');
  }
}

if (import.meta.main) {
  const { check } = parseArgs({ options: { check: { type: 'boolean', default: false } } }).values;
  if (check) {
    const stale = staleFiles(await generated());
    for (const path of stale) console.error(`${path} is not current: run "npm run generate" and commit it`);
    process.exitCode = stale.length > 0 ? 1 : 0;
  } else {
    for (const path of Object.values(documents)) makeLoadable(path);
    for (const [path, content] of Object.entries(await generated())) {
      if (current(path) === content) continue;
      write(path, content);
      console.log(`wrote ${path}`);
    }
  }
}
