import { join } from 'node:path';

const cdk = [
  'assertions',
  'aws-apigateway',
  'aws-backup',
  'aws-budgets',
  'aws-certificatemanager',
  'aws-cloudfront',
  'aws-cloudfront-origins',
  'aws-cloudwatch',
  'aws-cloudwatch-actions',
  'aws-cognito',
  'aws-dynamodb',
  'aws-ec2',
  'aws-elasticloadbalancingv2',
  'aws-events',
  'aws-events-targets',
  'aws-iam',
  'aws-lambda',
  'aws-logs',
  'aws-rds',
  'aws-s3',
  'aws-s3-assets',
  'aws-s3-deployment',
  'aws-scheduler',
  'aws-scheduler-targets',
  'aws-secretsmanager',
  'aws-sns',
  'aws-sns-subscriptions',
  'aws-sqs',
  'aws-wafv2',
  'custom-resources',
];
/** Packages too large to evaluate for each test file. Node loads them once per worker, outside of Jest's contexts. */
export const sharedPackages = [
  'aws-cdk-lib',
  ...cdk.map((name) => `aws-cdk-lib/${name}`),
  'cdk-nag',
  'constructs',
  'happy-dom',
];

export const packagesDir = join(import.meta.dirname, '../../.local/test-packages');

/** The global symbols of the loaders of the packages, of the check of responses, and of the log of the test that runs. */
export const packagesKey = 'registry test packages';
export const contractKey = 'registry test contract';
export const logKey = 'registry test log';

/** The module in `packagesDir` that exports what a package exports. */
export const moduleOf = (/** @type {string} */ name) => `${name.replaceAll('/', '+')}.mjs`;

export const moduleNameMapper = Object.fromEntries(
  sharedPackages.map((name) => [`^${name.replaceAll('.', '\\.')}$`, join(packagesDir, moduleOf(name))]),
);
