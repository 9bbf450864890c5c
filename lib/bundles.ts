import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Code } from 'aws-cdk-lib/aws-lambda';

/** Returns the code of an entry point, such as `lambdas/consumer/health/get.ts`. Stack tests pass inline code. */
export type CodeProvider = (file: string) => Code;

/** The bundle that scripts/build-lambdas.ts wrote for an entry point. Throws if there is none. */
export function bundledCode(file: string): Code {
  const folder = join(import.meta.dirname, '..', file.replace(/^lambdas\b/, 'dist').replace(/\.ts$/, ''));
  if (!existsSync(join(folder, 'index.cjs'))) throw new Error(`${file} is not bundled: run "npm run build" first`);
  return Code.fromAsset(folder);
}

/** The folder with the web dashboard that scripts/build-web.ts wrote. Throws if there is none. */
export function builtPages(): string {
  const folder = join(import.meta.dirname, '../web/dist');
  if (!existsSync(join(folder, 'index.html'))) throw new Error('web/ is not built: run "npm run build" first');
  return folder;
}
