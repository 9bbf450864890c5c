import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Packages that many test files import and that consist of many modules. They are bundled. */
export const packages = [
  '@aws-sdk/client-cognito-identity-provider',
  '@aws-sdk/client-dynamodb',
  '@aws-sdk/client-secrets-manager',
  '@aws-sdk/client-sqs',
  '@aws-sdk/lib-dynamodb',
  '@aws-sdk/util-dynamodb',
  '@middy/core',
  '@middy/http-json-body-parser',
  'ajv-formats',
  'ajv/dist/2020.js',
  'aws-jwt-verify',
  'aws-jwt-verify/alb-cache',
  'aws-jwt-verify/error',
  'aws-jwt-verify/jwk',
  'aws-sdk-client-mock',
  'entities',
  'fast-check',
  'ipaddr.js',
  'oauth4webapi',
  'rfc6902',
  'zod',
];

/**
 * Whether all test files of a worker share one evaluation of a bundled package. The code of the AWS clients runs so often
 * that it matters whether it is compiled already. It keeps nothing of a test: clients are made by each file.
 */
export const isOncePerWorker = (/** @type {string} */ name) => name.startsWith('@aws-sdk/');

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
export const bundleFile = 'packages.cjs';

/** The module with which Jest prepares a test file, its bundle, and what is not bundled: tools that are rarely loaded. */
export const frameworkModule = join(
  dirname(createRequire(import.meta.url).resolve('jest-circus/runner')),
  'jestAdapterInit.js',
);
export const frameworkFile = 'framework.cjs';
export const outsideFramework = ['@babel/*', '@jest/transform', 'babel-*', 'chalk', 'graceful-fs', 'semver', 'synckit'];

/** The global symbols of the loaders of the packages, of the check of responses, and of the log of the test that runs. */
export const packagesKey = 'registry test packages';
export const contractKey = 'registry test contract';
export const logKey = 'registry test log';

/** The module in `packagesDir` that exports what a package exports. */
export const moduleOf = (/** @type {string} */ name) => `${name.replaceAll('/', '+')}.mjs`;

export const moduleNameMapper = Object.fromEntries(
  [...packages, ...sharedPackages].map((name) => [
    `^${name.replaceAll('.', '\\.')}$`,
    join(packagesDir, moduleOf(name)),
  ]),
);
