import { describe, expect, test } from '@jest/globals';
import type { AnyRoute } from '#src/http/route.ts';
import { checkAccessTable } from '../../scripts/check/access.ts';
import { checkExports } from '../../scripts/check/exports.ts';
import { checkCircles, checkFolderSizes, checkLength, checkSource } from '../../scripts/check/rules.ts';
import { parseSource } from '../../scripts/check/source.ts';
import {
  checkComments,
  checkPage,
  checkText,
  checkVariables,
  headings,
  shellBlocks,
} from '../../scripts/check/text.ts';
import { runChecks } from '../../scripts/check.ts';

/** The lines of a file where the rules find something. */
const wrongLines = (path: string, text: string) => [
  ...new Set(checkSource(parseSource(path, text)).map(({ line }) => line)),
];

describe('all checks at once', () => {
  const check = (title: string, run: () => Promise<string>) => ({ title, run, remedy: `correct ${title}` });
  const report = async (checks: Parameters<typeof runChecks>[0]) => {
    const printed: string[] = [];
    const passed = await runChecks(checks, (text) => printed.push(text));
    return { passed, text: printed.join('\n') };
  };

  test('a finding of one hides none of the others, and each has its remedy', async () => {
    const { passed, text } = await report([
      check('Types', async () => 'a.ts:1 a string is no number\n'),
      check('Format', async () => ''),
      check('Rules', () => Promise.reject(new Error('a route cannot be loaded'))),
    ]);
    expect(passed).toBe(false);
    for (const said of ['Types: failed', 'a.ts:1 a string is no number', 'correct Types', 'Format: passed']) {
      expect(text).toContain(said);
    }
    expect(text).toMatch(/Rules: failed[\s\S]*a route cannot be loaded[\s\S]*correct Rules/);
  });

  test('they run together and are reported in their order', async () => {
    const started: string[] = [];
    const { promise, resolve } = Promise.withResolvers<string>();
    const { passed, text } = await report([
      check('first', () => promise),
      check('second', async () => {
        started.push('second');
        resolve('');
        return '';
      }),
    ]);
    expect({ passed, text, started }).toEqual({
      passed: true,
      text: 'first: passed\nsecond: passed',
      started: ['second'],
    });
  });
});

describe('the table of access rights', () => {
  const admin = { kind: 'member', role: 'workspace_admin' };
  const route = (id: string, auth: unknown = admin) => ({
    file: `lambdas/dashboard/${id.replace('.', '/')}.ts`,
    declaration: { api: 'dashboard', id, auth } as AnyRoute,
  });
  const table = { 'dashboard keys.list': 'admin', 'dashboard keys.get': 'admin', 'dashboard me.get': 'admin' } as const;
  const text = Object.keys(table).join("'\n'").replace(/^/, "const mayCall = {\n'").concat("'");
  const found = (
    routes: Parameters<typeof checkAccessTable>[0],
    lines: Parameters<typeof checkAccessTable>[1] = table,
  ) => checkAccessTable(routes, lines, text).map(({ file, line, message }) => `${file}:${line} ${message}`);
  const complete = [route('keys.list'), route('keys.get'), route('me.get')];

  test('a table with a line for each route passes', () => expect(found(complete)).toEqual([]));

  test('a route without a line: which one to add, and where', () => {
    expect(found([...complete, route('keys.create', { kind: 'apiKey', scope: 'ingest' })])).toEqual([
      "lambdas/dashboard/keys/create.ts:1 is not in test/e2e/access-table.ts: if it is right, add after line 3:  'dashboard keys.create': 'ingest',",
    ]);
  });

  test('a line without a route, and a line that differs from the declaration', () => {
    expect(found([route('keys.list'), route('keys.get', { kind: 'none' })])).toEqual([
      "test/e2e/access-table.ts:3 says 'admin' for dashboard keys.get, and lambdas/dashboard/keys/get.ts 'anybody': correct the one that is wrong",
      'test/e2e/access-table.ts:4 there is no route dashboard me.get: remove it',
    ]);
  });
});

describe('imports', () => {
  test.each([
    ['src/http/route.ts', "import { z } from 'zod';"],
    ['test/a.test.ts', "import { z } from 'zod';"],
    ['src/runtime/env.ts', "import { a } from '../../lib/config.ts';"],
    ['lambdas/consumer/a/get.ts', "import { a } from '../../../local/main.ts';"],
    ['lambdas/consumer/a/get.ts', "import { a } from '../b/get.ts';"],
    ['lambdas/consumer/a/get.ts', "import type { APIGatewayProxyEvent } from 'aws-lambda';"],
    ['lambdas/consumer/a/get.ts', "import { a } from '#src/http/openapi/document.ts';"],
    ['src/responses/people.ts', "export { a } from '#src/http/openapi/document.ts';"],
    ['src/table/queues/worker.ts', "const { a } = await import('#src/http/route.ts');"],
    ['src/runtime/errors.ts', "import { a } from '../vocabulary/locale.ts';"],
    ['src/identity/callers/operator-auth.ts', "import { a } from '../../http/route.ts';"],
    ['src/identity/domain/user.ts', "import { a } from '#src/table/table.ts';"],
    ['src/records/publications/publication.ts', "import { a } from '#src/formats/bibtex.ts';"],
    ['src/records/publications/publication.ts', "import { a } from './store/publications.ts';"],
    ['src/ingestion/import-doi.ts', "import { a } from '#src/curation/people.ts';"],
    ['src/curation/works.ts', "import { savePublication } from '#src/records/publications/store/publications.ts';"],
    ['src/duplicates/find.ts', "import { stagePublication } from '#src/records/publications/store/publications.ts';"],
    ['lambdas/a/b/c.ts', "import * as store from '#src/records/publications/store/publications.ts';"],
    ['src/duplicates/saving/a.ts', "import { saveFromOthers } from '#src/records/publications/store/publications.ts';"],
    ['web/src/data/people.ts', "import { a } from '../../../src/records/people/store/people.ts';"],
    ['web/src/ui/page.tsx', "import { a } from '../shell/frame.tsx';"],
    ['src/elsewhere/a.ts', ''],
    ['src/lists/model/page.ts', "import { route } from '../../../lambdas/consumer/health/get.ts';"],
    ['src/vocabulary/identifiers/doi.ts', "import { readFileSync } from 'node:fs';"],
    ['src/vocabulary/identifiers/doi.ts', "import { env } from '../../runtime/env.ts';"],
    ['src/vocabulary/identifiers/doi.ts', "import type { Caller } from '../../identity/callers/caller.ts';"],
    ['lib/api-stack.ts', "import { a } from '../test/support/event.ts';"],
  ])('%s must not: %s', (path, text) => expect(wrongLines(path, text)).toEqual([1]));

  test.each([
    ['src/http/route.ts', "import * as z from 'zod';"],
    ['lib/api-stack.ts', "import { loadRoutes } from './load-declarations.ts';"],
    ['lambdas/consumer/openapi/a.ts', "import a from '../../../openapi/a.json' with { type: 'json' };"],
    ['lambdas/consumer/a/get.ts', "import { lambda } from '../../../src/http/lambda.ts';"],
    ['src/http/lambda.ts', "import type { Context } from 'aws-lambda';"],
    ['src/vocabulary/text/text.ts', "import { decodeHTML } from 'entities';\nimport { a } from './doi.ts';"],
    [
      'src/ingestion/store/jobs.ts',
      "import { env } from '#src/runtime/env.ts';\nimport { job } from '../domain/job.ts';",
    ],
    ['src/curation/proposals/decide.ts', "import { importDoi } from '#src/ingestion/import-doi.ts';"],
    ['src/ingestion/researcher.ts', "import { proposeUnlinks } from './proposals/find/from-orcid.ts';"],
    ['web/src/data/people.ts', "import { a } from '../../../src/records/people/person.ts';"],
  ])('%s may: %s', (path, text) => expect(wrongLines(path, text)).toEqual([]));
});

test('a name is exported by one file of src', () => {
  const files = {
    'src/lists/a.ts':
      'export interface Page {}\nexport const one = 1;\nexport function page() {}\nexport type One = 1;',
    'src/oai/b.ts': 'export const Page = 1;\nexport const { two } = three;\nfunction page() {}',
    'src/oai/c.ts': 'export const Own = 1;\nexport type Own = typeof Own;',
    'local/c.ts': 'export const Page = 1;',
  };
  const found = checkExports(Object.entries(files).map(([path, text]) => parseSource(path, text)));
  expect(found.map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([
    'src/oai/b.ts:1 exports Page, which src/lists/a.ts exports, too: one name for one thing (docs/glossary.md)',
  ]);
});

describe('circles of imports', () => {
  const circlesOf = (files: Record<string, string>) =>
    checkCircles(Object.entries(files).map(([path, target]) => parseSource(path, `import '${target}';`))).map(
      ({ message }) => message,
    );

  test('of files, anywhere: named once, with the way around', () => {
    const files = { 'local/a.ts': './b.ts', 'local/b.ts': './c.ts', 'local/c.ts': './a.ts' };
    expect(circlesOf(files)).toEqual(['closes a circle of imports: local/a.ts → local/b.ts → local/c.ts → local/a.ts']);
  });

  test('of folders, under src and local, but not of what is right in local', () => {
    const files = { 'src/lists/a.ts': './load/b.ts', 'src/lists/load/c.ts': '../d.ts', 'src/lists/d.ts': 'zod' };
    const elsewhere = { 'local/a.ts': './load/b.ts', 'local/load/c.ts': '../d.ts', 'local/d.ts': 'zod' };
    expect(circlesOf({ ...files, 'src/lists/load/b.ts': 'zod' })).toEqual([
      'closes a circle of imports: src/lists → src/lists/load → src/lists',
    ]);
    expect(circlesOf({ ...elsewhere, 'local/load/b.ts': 'zod' })).toEqual([]);
    const pair = { 'local/iam/a.ts': '../files/b.ts', 'local/files/c.ts': '../iam/d.ts', 'local/iam/d.ts': 'zod' };
    expect(circlesOf({ ...pair, 'local/files/b.ts': 'zod' })).toEqual([
      'closes a circle of imports: local/iam → local/files → local/iam',
    ]);
  });

  test('a module that two others import closes none', () => {
    const files = { 'src/http/a.ts': '../runtime/log.ts', 'src/responses/b.ts': '../runtime/log.ts' };
    expect(circlesOf({ ...files, 'src/runtime/log.ts': 'zod' })).toEqual([]);
  });
});

test('a folder with too many files is reported', () => {
  const files = (folder: string, count: number) => Array.from({ length: count }, (_, file) => `${folder}/${file}.ts`);
  const named = checkFolderSizes([...files('src/http', 17), ...files('src/runtime', 16), ...files('test/http', 40)]);
  expect(named.map(({ file }) => file)).toEqual(['src/http']);
});

test('a file that is too long is reported, but not a test', () => {
  const text = (lines: number) => 'x;\n'.repeat(lines);
  expect(checkLength('src/http/a.ts', text(400))).toEqual([]);
  expect(checkLength('src/http/a.ts', text(401))).toMatchObject([{ file: 'src/http/a.ts' }]);
  expect(checkLength('web/src/pages/a.tsx', text(401))).toMatchObject([{ file: 'web/src/pages/a.tsx' }]);
  expect(checkLength('test/http/a.test.ts', text(401))).toEqual([]);
});

describe('names and calls', () => {
  test.each([
    ['process.env', 'src/runtime/log.ts', 'const a = process.env.STAGE;'],
    ['event', 'src/lists/model/page.ts', 'const f = (event: unknown) => event;'],
    ['keys in a literal', 'src/ingestion/store/jobs.ts', `const a = \`JOB#\${id}\`;`],
    ['keys as members', 'lambdas/consumer/a/get.ts', "const a = { pk: 'x', sk: key };"],
    ['middleware', 'src/table/queues/queue.ts', 'stack.use(logger());'],
    ['headers that a redirect shows', 'local/a.ts', 'fetch(url, { headers });'],
    ['a body that a redirect shows', 'test/apis/a.ts', 'globalThis.fetch(url, { ...(body && { body: text }) });'],
  ])('%s: refused', (_, path, text) => expect(wrongLines(path, text)).toEqual([1]));

  test.each([
    ['process.env', 'src/runtime/env.ts', 'const a = process.env.STAGE;'],
    ['process.env', 'local/main.ts', 'const a = process.env.STAGE;'],
    ['event', 'src/http/lambda.ts', 'const f = (event: unknown) => event;'],
    ['an event of the activity log', 'src/logbook/activity.ts', 'const f = (event: unknown) => event;'],
    ['event as a member', 'src/runtime/log.ts', "log({ event: 'list' }, line.event);"],
    ['event in a comment', 'src/runtime/log.ts', "// an event\nconst a = 'event';"],
    ['keys', 'src/table/keys.ts', `const a = { pk: \`JOB#\${id}\`, sk: 'RECORD' };`],
    ['attribute names', 'src/table/table.ts', "const a = 'pk = :pk'; const b = { pk: key.pk };"],
    ['middleware', 'src/http/lambda.ts', 'stack.use(logger());'],
    ['headers without redirects', 'local/a.ts', "fetch(url, { headers: { a }, redirect: 'manual' });"],
    ['a request without credentials', 'local/a.ts', "fetch(url, { method: 'HEAD' }); cache.fetch(url);"],
    ['headers for this computer', 'test/e2e/a.ts', 'fetch(url, { headers });'],
  ])('%s: fine in %s', (_, path, text) => expect(wrongLines(path, text)).toEqual([]));

  test('lines are counted from the start of each file, whatever was parsed before and whatever it holds', () => {
    const text = '/* é\n\n */\n\nconst a = 1;\nconst b = process.env;\n';
    expect(wrongLines('src/runtime/log.ts', text)).toEqual([6]);
    expect(wrongLines('src/runtime/log.ts', text)).toEqual([6]);
  });

  test('everything is listed at once', () => {
    expect(wrongLines('src/lists/a.ts', "import { z } from 'zod';\nprocess.env;\nstack.use(env);")).toEqual([1, 2, 3]);
  });
});

describe('text', () => {
  test.each([`// ${'TO'}DO later`, `// ${'FIX'}ME`, `As ${'issue'} #${12} says`])('%s is refused', (line) => {
    expect(checkText('a.ts', `first\n${line}`)).toMatchObject([{ file: 'a.ts', line: 2 }]);
  });

  test.each(['nothing left to do', 'the todos of a list', 'an issue of a journal'])('%s is fine', (line) => {
    expect(checkText('a.ts', line)).toEqual([]);
  });
});

describe('comments', () => {
  const lines = (count: number, line: string) => Array.from({ length: count }, () => line).join('\n');

  test.each([
    ['four lines', lines(4, '  // why'), 2],
    ['six lines of a docstring', `/**\n${lines(6, ' * what')}\n */`, 2],
    ['a line that names nothing', `  // ${'What'} a view shows.`, 2],
    ['a docstring that names nothing', `/** ${'Whoever'} owns a view. */`, 2],
    ['a docstring of several lines that names nothing', `/**\n * ${'Those'} of a view,\n * as stored.\n */`, 2],
    ['a comment behind code that names nothing', `next();\ncall(); // ${'The same'} again.`, 3],
    ['a comment in markup that names nothing', `{/* ${'Likewise'} for others. */}`, 2],
    ['a reason without what it is for', `// ${'So'} that readers wait.\n// They do not.`, 2],
  ])('%s are refused', (_, text, line) => {
    expect(checkComments('a.ts', `first();\n${text}\nlast();\n`)).toMatchObject([{ file: 'a.ts', line }]);
  });

  test.each([
    ['three lines', lines(3, '// why')],
    [
      'five lines of a docstring, with tags and an example',
      `/**\n${lines(5, ' * what')}\n *\n *     call()\n * @see b\n */`,
    ],
    ['comments that code separates', [lines(3, '// why'), 'code();', lines(3, '// why')].join('\n')],
    ['lines of one comment', `  // Rows are written first.\n  // ${'So'} readers see them.`],
    ['words that begin alike', `/** ${'Whatever'} is stored. */\n// ${'Some'} rows, ${'those'} of a view.`],
    ['addresses', `call('https://${'So'}.example.org');`],
  ])('%s are fine', (_, text) => expect(checkComments('a.ts', `${text}\n`)).toEqual([]));
});

describe('pages', () => {
  const pages: Record<string, string> = {
    'docs/a.md': '# One\n\n## Two words, `code` & [a link](b.md)\n\n## One\n\n```\n# no heading\n```\n',
    'src/runtime/env.ts': '',
    'src/matching': '',
  };
  const repository = {
    exists: (path: string) => path.replace(/\/$/, '') in pages,
    read: (path: string) => pages[path] ?? '',
  };
  const problemsOf = (text: string) => checkPage('docs/b.md', text, repository).map(({ line }) => line);

  test.each([
    '[gone](gone.md)',
    '[gone](../src/gone.ts)',
    '[no heading](a.md#three)',
    '[no heading](a.md#no-heading)',
    '`src/gone.ts`',
    '`lambdas/consumer/gone/get.ts`',
    '`src/gone/`',
  ])('%s leads nowhere', (text) => expect(problemsOf(`fine\n${text}`)).toEqual([2]));

  test.each([
    '[there](a.md) and [there](a.md#one-1), [code](../src/runtime/env.ts)',
    '[elsewhere](https://example.org/a.md) and [mail](mailto:a@example.org)',
    '`src/runtime/env.ts`, `src/matching/`, `src/<noun>/<verb>.ts`, `a/b.ts`',
    '```\n`src/gone.ts` [gone](gone.md)\n```',
  ])('%s is fine', (text) => expect(problemsOf(text)).toEqual([]));

  test('headings have the anchors GitHub gives them', () => {
    expect([...headings(pages['docs/a.md'] ?? '')]).toEqual(['one', 'two-words-code--a-link', 'one-1']);
  });
});

describe('commands of pages', () => {
  const page = (file: string, ...lines: string[]) => ({
    file,
    text: `# Page\n\n\`\`\`sh\n${lines.join('\n')}\n\`\`\`\n`,
  });

  test('are the blocks of sh, without the indentation of a list', () => {
    const text = '1. One\n\n   ```sh\n   a \\\n     b\n   ```\n\n```json\n{}\n```\n```sh\nc\n```\n';
    expect(shellBlocks(text)).toEqual([
      { line: 4, text: 'a \\\n  b\n' },
      { line: 12, text: 'c\n' },
    ]);
  });

  test('have one name for one value', () => {
    const pages = [
      page('a.md', 'API=$(stack base_url)', 'KEY=$(stack api_keys.full)'),
      page('b.md', 'API=$(stack base_url)'),
    ];
    expect(checkVariables(pages)).toEqual([]);
    expect(checkVariables([...pages, page('c.md', 'x', 'API=$(stack dashboard_url)')])).toContainEqual({
      file: 'c.md',
      line: 5,
      message: 'API is dashboard_url here; a.md has API for base_url',
    });
    expect(checkVariables([...pages, page('c.md', 'API_KEY=$(stack api_keys.full)')])).toMatchObject([
      { file: 'a.md', line: 5 },
      { file: 'c.md', line: 4 },
    ]);
  });
});
