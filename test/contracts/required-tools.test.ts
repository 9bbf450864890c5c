import { expect, jest, test } from '@jest/globals';

test.each([
  ['without a browser its tests are left out', 'false', false],
  ['in continuous integration they run, and fail', 'true', true],
])('%s', async (_, CI, expected) => {
  Object.assign(process.env, { CI, CHROMIUM_PATH: '' });
  jest.resetModules();
  const { default: config } = await import('../../jest.config.mjs');
  expect(config.testMatch.some((pattern) => pattern.includes('/test/browser/'))).toBe(expected);
});
