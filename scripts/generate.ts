/**
 * Writes all generated files: the OpenAPI documents, the types of the client, three pages of docs/, tables in
 * docs/sources.md and docs/privacy.md, and the template for translations of the WordPress plugin. They are committed, so
 * that reviews show changes of the interface. `--check` lists outdated files and writes nothing. The types of the web
 * dashboard are written, too, and not committed.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openApiDocument } from '#src/http/openapi/document.ts';
import type { Api } from '#src/http/route.ts';
import { loadRoutes } from '../lib/load-declarations.ts';
import { parseOptions, runCommand } from './command.ts';
import { makeDashboardTypes, typesOf } from './generate/dashboard-types.ts';
import {
  errorsPage,
  routesPage,
  tablePage,
  withLimits,
  withPersonalData,
  withPrecedence,
  withSources,
} from './generate/pages.ts';
import { plugins } from './plugins/package.ts';
import { translationTemplate } from './plugins/texts.ts';

const root = join(import.meta.dirname, '..');
const usage = `Usage: npm run generate [-- --check]

Writes all generated files: openapi/, the types of the client and of the web dashboard, and generated pages and tables.
  --check   lists those that are outdated, and writes nothing`;
const documents: Record<Api, string> = {
  consumer: 'openapi/consumer-api.json',
  integrations: 'openapi/integrations-api.json',
  dashboard: 'openapi/dashboard-api.json',
};

/** The content of every generated file, by its path from the root. */
export async function generateFiles(): Promise<Record<string, string>> {
  const loaded = await loadRoutes();
  const routes = loaded.map(({ declaration }) => declaration);
  const files: Record<string, string> = {};
  for (const [api, path] of Object.entries(documents) as [Api, string][]) {
    files[path] = `${JSON.stringify(openApiDocument(api, routes), null, 2)}\n`;
  }
  files['clients/typescript/src/schema.ts'] = typesOf('integrations', files[documents.integrations] ?? '');
  files['docs/routes.md'] = routesPage(loaded);
  files['docs/errors.md'] = errorsPage(loaded);
  files['docs/table.md'] = tablePage();
  files['docs/sources.md'] = withSources(withLimits(withPrecedence(readCurrent('docs/sources.md') ?? '')));
  files['docs/privacy.md'] = withPersonalData(readCurrent('docs/privacy.md') ?? '', loaded);
  const plugin = plugins.wordpress.folder;
  files[`${plugin}/languages/publication-registry.pot`] = translationTemplate(join(root, plugin));
  return files;
}

/** The generated files that are missing or outdated. */
export function staleFiles(files: Record<string, string>): string[] {
  return Object.entries(files).flatMap(([path, content]) => (readCurrent(path) === content ? [] : [path]));
}

function readCurrent(path: string): string | undefined {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined;
}

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

/** Ensures that a document is valid JSON: routes import the documents and must load before these are generated. */
function makeLoadable(path: string): void {
  try {
    JSON.parse(readCurrent(path) ?? '');
  } catch {
    write(path, '{}\n');
  }
}

if (import.meta.main) {
  await runCommand(usage, async () => {
    if (parseOptions({ check: { type: 'boolean' } }).check) {
      const stale = staleFiles(await generateFiles());
      for (const path of stale) console.error(`${path} is outdated: run "npm run generate" and commit it`);
      return stale.length > 0 ? 1 : 0;
    }
    for (const path of Object.values(documents)) makeLoadable(path);
    for (const [path, content] of Object.entries(await generateFiles())) {
      if (readCurrent(path) === content) continue;
      write(path, content);
      console.log(`wrote ${path}`);
    }
    makeDashboardTypes();
    return 0;
  });
}
