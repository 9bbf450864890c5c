import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { bucketFilesType } from '../cloudformation/resources.ts';
import { describe, type Stacks } from '../cloudformation/template.ts';
import type { StoredObject } from '../engines/queues.ts';
import { matches } from '../iam/policy.ts';
import { take } from './template.ts';

type Store = (bucket: string, key: string, file: Omit<StoredObject, 'etag'>) => void;

/** The types that the AWS command line gives to files. */
const contentTypes: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const supported = [
  'ServiceToken',
  'SourceObjectKeys',
  'DestinationBucketName',
  'Prune',
  'Exclude',
  'Include',
  'SystemMetadata',
] as const;

/**
 * Copies assets into buckets, as the custom resource of CDK's BucketDeployment does
 * (https://docs.aws.amazon.com/cdk/api/v2/docs/aws-cdk-lib.aws_s3_deployment-readme.html). Throws an Error that names a
 * property or a kind of file the laptop does not know.
 */
export function copyBucketFiles(stacks: Stacks, store: Store): void {
  for (const { declared, properties } of stacks.all<Record<string, unknown>>(bucketFilesType)) {
    const where = describe(declared);
    const taken = take(properties, supported, where, [
      'SourceBucketNames',
      'OutputObjectKeys',
      'WaitForDistributionInvalidation',
    ]);
    if (taken.Prune !== false) throw new Error(`${where}: deleting other files (Prune) is not supported`);
    const { 'cache-control': cacheControl } = take(
      (taken.SystemMetadata ?? {}) as Record<string, unknown>,
      ['cache-control'],
      where,
    );
    // As in `aws s3 sync`: of the filters that match a file, the last one decides.
    const [exclude, include] = [taken.Exclude, taken.Include].map((patterns) => (patterns ?? []) as string[]);
    const isCopied = (file: string) =>
      include?.some((pattern) => matches(pattern, file)) || !exclude?.some((pattern) => matches(pattern, file));
    for (const objectKey of taken.SourceObjectKeys as string[]) {
      const folder = stacks.asset(objectKey, where);
      for (const file of filesOf(folder).filter(isCopied)) {
        const contentType = contentTypes[extname(file)];
        if (!contentType) throw new Error(`${where}: the kind of the file ${file} is not supported`);
        store(String(taken.DestinationBucketName), file, {
          contentType,
          ...(cacheControl !== undefined && { cacheControl: String(cacheControl) }),
          body: readFileSync(join(folder, file)),
        });
      }
    }
  }
}

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(join(folder, file)).isFile())
    .map((file) => file.replaceAll('\\', '/'));
