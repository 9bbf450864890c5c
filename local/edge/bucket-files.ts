import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { describe, type Stacks } from '../cloudformation/template.ts';
import type { StoredObject } from '../engines/queues.ts';
import { matches } from '../iam/policy.ts';

type Store = (bucket: string, key: string, file: Omit<StoredObject, 'etag'>) => void;

/** The content types that the AWS CLI gives to files. */
const contentTypes: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/**
 * Copies assets into buckets, like the custom resource of CDK's BucketDeployment
 * (https://docs.aws.amazon.com/cdk/api/v2/docs/aws-cdk-lib.aws_s3_deployment-readme.html). Throws an Error that names
 * an unknown kind of file.
 */
export function copyBucketFiles(stacks: Stacks, store: Store): void {
  for (const { declared, properties } of stacks.all('Custom::CDKBucketDeployment')) {
    const where = describe(declared);
    const { SourceObjectKeys, DestinationBucketName, Exclude: exclude = [], Include: include = [] } = properties;
    const cacheControl = properties.SystemMetadata?.['cache-control'];
    // As in `aws s3 sync`, the last matching filter decides.
    const isCopied = (file: string) =>
      include.some((pattern) => matches(pattern, file)) || !exclude.some((pattern) => matches(pattern, file));
    for (const objectKey of SourceObjectKeys) {
      const folder = stacks.asset(objectKey, where);
      for (const file of filesOf(folder).filter(isCopied)) {
        const contentType = contentTypes[extname(file)];
        if (!contentType) throw new Error(`${where}: the kind of the file ${file} is not supported`);
        store(DestinationBucketName, file, {
          contentType,
          ...(cacheControl !== undefined && { cacheControl }),
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
