import { Duration } from 'aws-cdk-lib';
import type { Bucket, IBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import type { PagesProvider } from '../bundles.ts';
import type { Config } from '../config.ts';
import { makeLogGroup, makeRole } from '../constructs/execution-roles.ts';
import { allow } from '../grants.ts';

export interface PageFilesProps {
  config: Config;
  bucket: Bucket;
  /** `index.html` and `assets/`. */
  files: PagesProvider;
}

const indexFile = 'index.html';

/**
 * The files of the web dashboard, copied into their bucket by each deployment that changes them
 * (docs/decisions/0150-pages.md).
 */
export class PageFiles extends Construct {
  constructor(scope: Construct, id: string, { config, bucket, files: provide }: PageFilesProps) {
    super(scope, id);
    const files = provide(this, 'Files');
    const logGroup = makeLogGroup(this, 'Logs', config);
    const role = makeRole(this, 'Role', logGroup, [
      // Allows every version: IAM changes take seconds to spread, and the copy begins earlier.
      allow(['s3:GetObject'], [files.bucket.arnForObjects('*.zip')]),
      allow(['s3:ListBucket'], [bucket.bucketArn]),
      allow(['s3:PutObject'], [bucket.arnForObjects('*')]),
    ]);
    const common = {
      sources: [Source.bucket(files.bucket, files.s3ObjectKey)],
      destinationBucket: bucket as IBucket,
      // Open pages still load the assets they were built with.
      prune: false,
      // The construct would also allow deleting.
      role: role.withoutPolicyUpdates(),
      logGroup,
      memoryLimit: 512,
    };
    const assets = new BucketDeployment(this, 'Assets', {
      ...common,
      exclude: [indexFile],
      cacheControl: [CacheControl.setPublic(), CacheControl.maxAge(Duration.days(365)), CacheControl.immutable()],
    });
    const index = new BucketDeployment(this, 'Index', {
      ...common,
      exclude: ['*'],
      include: [indexFile],
      cacheControl: [CacheControl.noCache()],
    });
    // Assets first: the new document needs them.
    index.node.addDependency(assets);
  }
}
