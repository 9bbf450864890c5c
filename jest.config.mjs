import { browserPath } from './test/browser/installed.ts';
import { moduleNameMapper } from './test/environment/package-list.mjs';

/** Native ES modules, because Middy is nothing else; run with `node --experimental-vm-modules` as `npm test` does. */
export default {
  testEnvironment: '<rootDir>/test/environment/environment.mjs',
  testRunner: '<rootDir>/test/environment/runner.mjs',
  moduleNameMapper,
  // Without a browser, its tests are left out; the setup says so.
  testMatch: ['<rootDir>/test/**/*.test.ts', ...(browserPath ? ['<rootDir>/test/browser/*.browser.ts'] : [])],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      {
        swcrc: false,
        module: { type: 'es6' },
        sourceMaps: 'inline',
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript' },
          experimental: { keepImportAttributes: true },
        },
      },
    ],
  },
  // One DynamoDB Local for all files; each file makes tables of its own.
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  // Build products hold copies of package.json and of the sources.
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/cdk.out', '<rootDir>/.local'],
  // One worker a core of the smallest machine that runs this in continuous integration.
  maxWorkers: 2,
  // Jest keeps some megabytes of each file's modules. A worker that has gathered more than this is replaced: one of a
  // gigabyte takes longer to end than the half second Jest waits, and counts as leaking.
  workerIdleMemoryLimit: '800MB',
  // The first test of a file may start an engine (DynamoDB Local); that is slow on a cold machine.
  testTimeout: 30_000,
};
