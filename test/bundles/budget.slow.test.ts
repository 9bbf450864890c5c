import { globSync, readFileSync, statSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { loadAuthorizers, loadJobs, loadPoolTriggers, loadRoutes } from '../../lib/load-declarations.ts';
import { currentBundles } from '../../scripts/build-lambdas.ts';

const root = join(import.meta.dirname, '../..');
const kb = 1024;

const routes = await loadRoutes();
const authorizers = await loadAuthorizers();
const background = [...(await loadJobs()), ...(await loadPoolTriggers())];
const files = [...routes, ...authorizers, ...background].map(({ file }) => file);

const built = await currentBundles();
const pathOf = (file: string) => join(root, 'dist', file.replace(/^lambdas\//, '').replace(/\.ts$/, ''), 'index.cjs');

/** The sources that went into the bundle of an entry point, from the repository's root. */
function inputsOf(file: string): string[] {
  return built.bundles.get(file)?.inputs ?? [];
}

it('every entry point is one file, with its source map beside it', () => {
  expect([...built.bundles.keys()].sort()).toEqual([...files].sort());
  for (const file of files) {
    const code = readFileSync(pathOf(file), 'utf8');
    expect(code.endsWith('//# sourceMappingURL=index.cjs.map\n')).toBe(true);
    // One of node:http would load all of Node's fetch.
    expect(code).not.toMatch(/\bimport\(/);
    expect(JSON.parse(readFileSync(`${pathOf(file)}.map`, 'utf8')).sourcesContent).toBeUndefined();
  }
});

describe.each(routes)('the bundle of $file', ({ file }) => {
  // A route that reads sources has the code of a worker, and may undo merges. The rules for matching authors and comparing
  // titles take 85 KB, the styles of citations 12, the rules for journals 8, lists in memory 46 and in PostgreSQL 32. The
  // client of the user pool takes 60.
  const matches = inputsOf(file).includes('src/matching/person-name.ts');
  const isDocument = inputsOf(file).includes('src/http/openapi/published-document.ts');
  const invites = inputsOf(file).includes('src/identity/accounts/directory.ts');
  const [usual, reads] = [invites ? 480 : 478, inputsOf(file).includes('src/sources/readers.ts')];
  // The library of DOCX takes 290 KB, and only who writes documents has it. A report has the filters of both lists,
  // and makes the rows of what it reads.
  const writesDocuments = inputsOf(file).includes('src/formats/documents/write-docx.ts');
  const counts = inputsOf(file).includes('src/responses/reports/question.ts');
  // Rows are edited in spreadsheets by the cells of whole records.
  const writesRows = inputsOf(file).includes('src/formats/editing/csv-edit.ts');
  const [ofLists, ofDocument] = [counts ? 728 : writesRows ? 689 : 667, isDocument ? 642 : usual];
  const most = writesDocuments ? 936 : reads ? 752 : matches ? ofLists : ofDocument;
  it(`has at most ${most} KB`, () => expect(statSync(pathOf(file)).size).toBeLessThanOrEqual(most * kb));
});

describe.each(authorizers)('the bundle of $file', ({ file }) => {
  // Each request waits for one, and requests at once for one each.
  it('has at most 350 KB', () => expect(statSync(pathOf(file)).size).toBeLessThanOrEqual(350 * kb));
});

describe.each(background)('the bundle of $file', ({ file }) => {
  // Nobody waits for them to start. Intakes have the code of the workers, the lists in memory and in PostgreSQL, and the edits of all records.
  it('has at most 990 KB', () => expect(statSync(pathOf(file)).size).toBeLessThanOrEqual(990 * kb));
});

describe.each(files)('the bundle of %s', (file) => {
  it('contains nothing that only deployment or development needs', () => {
    const foreign =
      /^(lib|local|bin|bench|test|scripts\/(?!bundle\/))|^src\/http\/openapi\/(components|document|headers|json-schema|security)\.|aws-cdk|constructs/;
    expect(inputsOf(file).filter((input) => foreign.test(input))).toEqual([]);
  });

  it('contains neither the credential chain nor the event streams of the SDK', () => {
    const unused = /credential-provider-|nested-clients|token-providers|event-streams/;
    const inputs = inputsOf(file).filter((input) => input.startsWith('node_modules/'));
    expect(inputs.filter((input) => unused.test(input))).toEqual([]);
  });

  // Schemas are created when a module loads. Half of them belong to records of publications, and of works
  // and their merges.
  const hasPublications = inputsOf(file).includes('src/records/publications/publication.ts');
  // A report has the filters of both lists; an intake has what can be edited of every record.
  const hasMore = ['src/responses/reports/question.ts', 'src/curation/intakes/kinds.ts'].some((input) =>
    inputsOf(file).includes(input),
  );
  const mostSchemas = hasMore ? 3_170 : hasPublications ? 2_760 : 610;

  it(`loads one file and Node modules only, without environment variables, and makes at most ${mostSchemas} schemas`, () => {
    const required: string[] = [];
    let schemas = 0;
    const zod = globalThis as { __zod_globalConfig?: { postProcessor?: () => void } };
    zod.__zod_globalConfig = { ...zod.__zod_globalConfig, postProcessor: () => void schemas++ };
    const require = createRequire(pathOf(file));
    const module = { exports: {} as Record<string, unknown> };
    const load = new Function('require', 'module', 'exports', 'process', readFileSync(pathOf(file), 'utf8'));
    const recording = (id: string) => {
      required.push(id);
      return require(id);
    };
    load(recording, module, module.exports, Object.create(process, { env: { value: {} } }));
    delete zod.__zod_globalConfig.postProcessor;
    expect(typeof module.exports.handler).toBe('function');
    expect(required.filter((id) => !isBuiltin(id))).toEqual([]);
    expect(schemas).toBeGreaterThan(0);
    expect(schemas).toBeLessThanOrEqual(mostSchemas);
  });
});

it('zod is imported as a namespace: a named import would bring all of it', () => {
  const sources = globSync('{src,lambdas}/**/*.ts', { cwd: root });
  expect(
    sources.filter((file) => /import (type )?\{[^}]*\} from 'zod'/.test(readFileSync(join(root, file), 'utf8'))),
  ).toEqual([]);
});
