import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Code } from 'aws-cdk-lib/aws-lambda';

/** Returns the code of an entry point, such as `lambdas/consumer/health/get.ts`. Stack tests pass inline code. */
export type CodeProvider = (file: string) => Code;

/** The bundle of an entry point, written by scripts/build-lambdas.ts. Throws if it is missing. */
export function bundledCode(file: string): Code {
  const folder = join(import.meta.dirname, '..', file.replace(/^lambdas\b/, 'dist').replace(/\.ts$/, ''));
  if (!existsSync(join(folder, 'index.cjs'))) throw new Error(`${file} is not bundled: run "npm run build" first`);
  return Code.fromAsset(folder);
}

/** The web dashboard built by scripts/build-web.ts. Throws if it is missing. */
export function builtPages(): string {
  const folder = join(import.meta.dirname, '../web/dist');
  if (!existsSync(join(folder, 'index.html'))) throw new Error('web/ is not built: run "npm run build" first');
  return folder;
}
