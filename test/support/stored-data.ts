import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { AnyRoute, Api } from '#src/http/route.ts';
import { putObject } from '#src/runtime/requests/bucket.ts';
import type { Item } from '#src/table/table.ts';
import { unpackItems } from '../../scripts/stored-data/items.ts';
import { unpack } from '../../scripts/stored-data/packed.ts';
import { putItems } from './table.ts';

/** The data sets in test/fixtures/stored, each written by one version of the service; see the README there. */
const folder = join(import.meta.dirname, '../fixtures/stored');

export const storedVersions: readonly string[] = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));

const itemsFile = 'items.jsonl.br';

/** The data sets of the previous release and of this one. Of older ones only the items are kept that no job writes anew. */
export const wholeVersions: readonly string[] = storedVersions.filter((version) =>
  existsSync(join(folder, version, 'answers.json')),
);

/** Writes the `--data` folder of a laptop cloud of this version. */
export async function unpackLaptop(version: string, dataDir: string): Promise<void> {
  const items = unpackItems(readFileSync(join(folder, version, itemsFile)));
  await unpack(join(folder, version, 'laptop.tar.br'), items, dataDir);
}

/** The expected answers of some routes with this data, by address: the members that must be present. */
export const knownAnswers = (version: string): Record<string, object> =>
  JSON.parse(readFileSync(join(folder, version, 'answers.json'), 'utf8'));

/**
 * Whether a route has an answer with a version's data. Not without an id to verify, nor for journals and groups in data of
 * before, nor for bulk edits, webhooks, files taken in and reports, which no data set has.
 */
export const hasAnswer = ({ id }: AnyRoute, version: string): boolean =>
  !['verify.empty', 'bulk-edits.get', 'webhook-deliveries.list'].includes(id) &&
  !/^(?:intakes[.](?:get|report)|intake-rows[.]|reports[.]get|report-(?:runs|documents)[.])/.test(id) &&
  !(id === 'journals.get' && version.startsWith('1.1.')) &&
  !(
    ['groups.get', 'group-documents.get', 'group-members.list', 'pages.group'].includes(id) &&
    version <= '1.2.0+2026-11-28'
  );

/** All items of the table, in the document client's form. */
export const storedItems = (version: string): Item[] =>
  unpackItems(readFileSync(join(folder, version, itemsFile))).map((item) => unmarshall(item));

/** Puts a version's data into this test file's table. */
export const loadTable = (version: string): Promise<void> => putItems(storedItems(version));

/** Puts a version's objects into this test file's bucket. */
export async function loadBucket(version: string): Promise<void> {
  const bucket = join(folder, version, 'bucket');
  for (const entry of readdirSync(bucket, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile()) await putObject(relative(bucket, file), readFileSync(file));
  }
}

/** The stored items that hold the values of a path parameter: the start of the route's path, pk, sk and attribute. */
const parameterValues: Record<string, { pk: RegExp; sk: RegExp; attribute: string }> = {
  '/v1/doi/{doi+}': { pk: /^PUB#/, sk: /^RECORD$/, attribute: 'doi' },
  '/publications/{doi+}': { pk: /^PUB#/, sk: /^RECORD$/, attribute: 'doi' },
  '/v1/linksets/{doi+}': { pk: /^PUB#/, sk: /^RECORD$/, attribute: 'doi' },
  '/people/{slug}': { pk: /^PERSON#/, sk: /^RECORD$/, attribute: 'slug' },
  '/projects/{id}': { pk: /^PROJECT#/, sk: /^RECORD$/, attribute: 'id' },
  '/api/publications/{id+}': { pk: /^PUB#/, sk: /^RECORD$/, attribute: 'doi' },
  '/api/publication-matches/{id+}': { pk: /^PUB#/, sk: /^RECORD$/, attribute: 'doi' },
  '/api/publication-researchers/{id+}': { pk: /^PUB#/, sk: /^RECORD$/, attribute: 'doi' },
  '/api/publication-edits/{id+}': { pk: /^PUB#/, sk: /^RECORD$/, attribute: 'doi' },
  '/api/works/{id}': { pk: /^WORK#/, sk: /^RECORD$/, attribute: 'id' },
  '/api/work-edits/{id}': { pk: /^WORK#/, sk: /^RECORD$/, attribute: 'id' },
  '/v1/people/{orcid}': { pk: /^PERSON#/, sk: /^RECORD$/, attribute: 'orcid' },
  '/api/people/{orcid}': { pk: /^PERSON#/, sk: /^RECORD$/, attribute: 'orcid' },
  '/v1/journals/{issn}': { pk: /^JOURNAL#/, sk: /^RECORD$/, attribute: 'issn' },
  '/v1/projects/{id}': { pk: /^PROJECT#/, sk: /^RECORD$/, attribute: 'id' },
  '/api/researchers/{orcid}': { pk: /^PERSON#/, sk: /^RECORD$/, attribute: 'orcid' },
  '/api/projects/{id}': { pk: /^PROJECT#/, sk: /^RECORD$/, attribute: 'id' },
  '/v1/groups/{id}': { pk: /^GROUP#/, sk: /^RECORD$/, attribute: 'id' },
  '/groups/{id}': { pk: /^GROUP#/, sk: /^RECORD$/, attribute: 'id' },
  '/api/groups/{id}': { pk: /^GROUP#/, sk: /^RECORD$/, attribute: 'id' },
  '/api/publication-groups/{id+}': { pk: /^PUB#/, sk: /^RECORD$/, attribute: 'doi' },
  '/api/work-groups/{id}': { pk: /^WORK#/, sk: /^RECORD$/, attribute: 'id' },
  '/api/ingest/jobs/{jobId}': { pk: /^JOB#/, sk: /^RECORD$/, attribute: 'job_id' },
  '/api/duplicates/{id}': { pk: /^LIST#DUPLICATE#/, sk: /^[0-9a-f]+$/, attribute: 'id' },
  '/api/bulk-edits/{id}': { pk: /^BULK_EDIT#/, sk: /^RECORD$/, attribute: 'id' },
  '/api/intakes/{id}': { pk: /^INTAKE#/, sk: /^RECORD$/, attribute: 'id' },
  '/api/reports/{id}': { pk: /^REPORTS#/, sk: /^REPORT#/, attribute: 'id' },
  '/api/report-runs/{runId}': { pk: /^REPORT#/, sk: /^RUN#/, attribute: 'id' },
  '/integrations/v1/webhooks/{id}': { pk: /^WEBHOOKS$/, sk: /^HOOK#/, attribute: 'id' },
  '/api/installations/{id}': { pk: /^INSTALLATION#/, sk: /^RECORD$/, attribute: 'id' },
  '/integrations/v1/verify/{originId+}': { pk: /^INSTALLATION#/, sk: /^ORIGIN#/, attribute: 'id' },
};

/** Queries that routes require, by path. */
const requiredQueries: Record<string, string> = {
  '/api/ingest/status': '?orcid_ids=0000-0002-1825-0097',
  '/v1/search': '?q=a',
  '/api/search': '?q=a',
  '/integrations/v1/search': '?q=a',
};

/**
 * Every address of a GET route that can be made from the stored items: one for each id, each with every value of the
 * query parameters that offer a choice (formats, orders, lists). Throws for an unknown path parameter.
 */
export function storedUrls(
  route: { api: Api; path: string },
  items: readonly Item[],
  documents = join(import.meta.dirname, '../../openapi'),
): string[] {
  const paths = /\{/.test(route.path) ? pathsOf(route.path, items) : [route.path];
  return paths.flatMap((path) => queriesOf(route, documents).map((query) => path + query));
}

interface Parameter {
  in: string;
  name: string;
  schema: { enum?: string[] };
}

function queriesOf({ api, path }: { api: Api; path: string }, documents: string): string[] {
  const file = join(documents, `${api}-api.json`);
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, { get: object }>>;
  const { parameters = [] } = (paths?.[path.replace('+}', '}')]?.get ?? {}) as { parameters?: Parameter[] };
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  return [
    requiredQueries[path] ?? '',
    ...inQuery.flatMap(({ name, schema }) => (schema.enum ?? []).map((value) => `?${name}=${value}`)),
  ];
}

function pathsOf(template: string, items: readonly Item[]): string[] {
  const [start, source] = Object.entries(parameterValues).find(([prefix]) => template.startsWith(prefix)) ?? [];
  const rest = start === undefined ? '{' : template.slice(start.length);
  if (start === undefined || !source || rest.includes('{')) {
    throw new Error(`Say in test/support/stored-data.ts where the parameters of ${template} are stored`);
  }
  return items
    .filter(({ pk, sk }) => source.pk.test(String(pk)) && source.sk.test(String(sk)))
    .map((item) => start.replace(/\{[^}]+\}/, encodeURIComponent(String(item[source.attribute]))) + rest);
}
