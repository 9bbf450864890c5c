import { browserPath } from './test/browser/installed.ts';
import { areToolsRequired } from './test/support/required-tools.ts';

/** Native ES modules, because Middy is nothing else; run with `node --experimental-vm-modules` as `npm test` does. */
export default {
  testEnvironment: '<rootDir>/test/environment/environment.mjs',
  // Without a browser, its tests are left out, and the setup says so; in continuous integration they fail.
  testMatch: [
    '<rootDir>/test/**/*.test.ts',
    ...(browserPath || areToolsRequired ? ['<rootDir>/test/browser/*.browser.ts'] : []),
  ],
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
  testSequencer: '<rootDir>/test/environment/sequencer.mjs',
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
  // Against tests that hang. It says nothing about speed, so that a machine with much else to do passes them, too.
  testTimeout: 120_000,
};
