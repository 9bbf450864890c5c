import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Api } from '#src/http/route.ts';

const root = join(import.meta.dirname, '../..');
const script = join(root, 'clients/typescript/scripts/schema.ts');
const document = join(root, 'openapi/dashboard-api.json');
const types = join(root, 'web/src/api/schema.ts');

/** The types of an API's document. In a separate process, because the client package has its own version of TypeScript. */
export function typesOf(api: Api, document: string): string {
  return execFileSync(process.execPath, ['--no-warnings', script, api], { input: document, encoding: 'utf8' });
}

/**
 * Writes the types of the Dashboard API for the web dashboard, unless they are of the current document. They are not
 * committed: they say nothing that the document does not.
 */
export function makeDashboardTypes(): void {
  const text = readFileSync(document, 'utf8');
  const inputs = [text, readFileSync(script), readFileSync(join(root, 'clients/typescript/package.json'))];
  const hash = createHash('sha256');
  for (const input of inputs) hash.update(input);
  const mark = `// ${hash.digest('hex')}\n`;
  if (existsSync(types) && readFileSync(types, 'utf8').startsWith(mark)) return;
  // A build and a check may do this at the same time.
  const temporary = `${types}.${process.pid}`;
  writeFileSync(temporary, mark + typesOf('dashboard', text));
  renameSync(temporary, types);
}

if (import.meta.main) makeDashboardTypes();
