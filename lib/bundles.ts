import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Code } from 'aws-cdk-lib/aws-lambda';

/** Finds the code of an entry point by its file, `lambdas/consumer/health/get.ts`. Stack tests pass one that bundles nothing. */
export type CodeOf = (file: string) => Code;

/** The folder that scripts/build-lambdas.ts made of an entry point. */
export function bundled(file: string): Code {
  const folder = join(import.meta.dirname, '..', file.replace(/^lambdas\b/, 'dist').replace(/\.ts$/, ''));
  if (!existsSync(join(folder, 'index.cjs'))) throw new Error(`${file} is not bundled: run "npm run build" first`);
  return Code.fromAsset(folder);
}
