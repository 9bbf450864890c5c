import { expect, test } from '@jest/globals';
import { problems } from '#src/http/problems.ts';
import { keys, refs } from '#src/table/keys.ts';
import { keyExamples } from '../../scripts/generate/key-examples.ts';
import { personalData } from '../../scripts/generate/personal-data.ts';
import { generateFiles, staleFiles } from '../../scripts/generate.ts';
import { call } from '../support/event.ts';
import { captureLog } from '../support/log.ts';
import { storedItems } from '../support/stored-data.ts';

captureLog();

const files = await generateFiles();

test('the committed files are what the code makes now, each time; "npm run generate" writes them', () => {
  expect(staleFiles(files)).toEqual([]);
});

test('every code has its heading, every key function its line', () => {
  for (const code of Object.keys(problems)) expect(files['docs/errors.md']).toContain(`\n## ${code}\n`);
  for (const [name, key] of Object.entries({ ...keys, ...refs })) {
    if (typeof key === 'function') expect(files['docs/table.md']).toContain(`\n| ${name} |`);
  }
});

test('docs/privacy.md has a line for each key under which older data names anybody, and the audit trail is for superadmins', () => {
  const page = files['docs/privacy.md'] ?? '';
  const prefixOf = (pk: string) => pk.split('#', pk.startsWith('LIST#') ? 2 : 1).join('#');
  const described = new Set(
    Object.entries(personalData).flatMap(([name, data]) => {
      if (!data) return [];
      expect(page).toContain(`\n| \`${name}\` | ${data.whose} |`);
      const build = keys[name as keyof typeof keyExamples] as (...input: readonly unknown[]) => { pk: string };
      return [prefixOf(build(...keyExamples[name as keyof typeof keyExamples]).pk)];
    }),
  );
  const personal = /\b(?<!-)\d{4}-\d{4}-\d{4}-\d{3}[\dX]\b|[\w.]@[\w-]+\./;
  const naming = storedItems('1.0.0').filter((item) => personal.test(JSON.stringify(item)));
  expect(naming.length).toBeGreaterThan(20);
  for (const { pk } of naming) expect(described).toContain(prefixOf(String(pk)));
  expect(page).toMatch(/\| `audit` .* \| `superadmin` \|\n/);
});

test.each([
  ['consumer-api', '../../lambdas/consumer/openapi/consumer-api.ts'],
  ['integrations-api', '../../lambdas/consumer/openapi/integrations-api.ts'],
  ['dashboard-api', '../../lambdas/dashboard/openapi/dashboard-api.ts'],
])('200: /openapi/%s.json serves the document publicly and cacheably', async (name, module) => {
  const { status, headers, body } = await call(await import(module), { url: `/openapi/${name}.json` });
  expect(status).toBe(200);
  expect(body).toEqual(JSON.parse(files[`openapi/${name}.json`] ?? ''));
  expect(headers).toMatchObject({
    etag: expect.stringMatching(/^"[\w-]{43}"$/),
    'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
  });
});
