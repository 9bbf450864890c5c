import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Code, type CodeConfig } from 'aws-cdk-lib/aws-lambda';
import { Bucket, type IBucket } from 'aws-cdk-lib/aws-s3';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import type { Construct } from 'constructs';
import { laterPagesKey } from './later-pages-key.ts';

/** Returns the code of an entry point, such as `lambdas/consumer/health/get.ts`. Stack tests pass inline code. */
export type CodeProvider = (file: string) => Code;

/** Returns where the zipped files of the web dashboard are. */
export type PagesProvider = (scope: Construct, id: string) => { bucket: IBucket; s3ObjectKey: string };

/** The bundle of an entry point, written by scripts/build-lambdas.ts. Throws if it is missing. */
export function bundledCode(file: string): Code {
  const folder = join(import.meta.dirname, '..', file.replace(/^lambdas\b/, 'dist').replace(/\.ts$/, ''));
  if (!existsSync(join(folder, 'index.cjs'))) throw new Error(`${file} is not bundled: run "npm run build" first`);
  return Code.fromAsset(folder);
}

/** The files of a web dashboard in a folder. */
export const pagesIn =
  (path: string): PagesProvider =>
  (scope, id) =>
    new Asset(scope, id, { path });

/** The web dashboard built by scripts/build-web.ts. Throws if it is missing. */
export function builtPages(): PagesProvider {
  const folder = join(import.meta.dirname, '../web/dist');
  if (!existsSync(join(folder, 'index.html'))) throw new Error('web/ is not built: run "npm run build" first');
  return pagesIn(folder);
}

/** Code that is bundled when it is first called, on a laptop: its object key is the entry point. */
export const laterCode: CodeProvider = (file) => new LaterCode(file);

/** The web dashboard that is built beside the templates, on a laptop. */
export const laterPages: PagesProvider = (scope, id) => ({
  bucket: Bucket.fromBucketName(scope, id, 'built-later'),
  s3ObjectKey: laterPagesKey,
});

class LaterCode extends Code {
  readonly isInline = false;
  readonly #objectKey: string;

  constructor(file: string) {
    super();
    this.#objectKey = file;
  }

  override bind(): CodeConfig {
    return { s3Location: { bucketName: 'built-later', objectKey: this.#objectKey } };
  }
}
