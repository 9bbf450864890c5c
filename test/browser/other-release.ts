import type { Page } from 'playwright-core';
import { ask, dashboard } from './dashboard.ts';

/** Pages of this release with the answers of another: a tab left open during a deployment or a rollback. */

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, Json> }>>;
  [name: string]: unknown;
}

type Schema = { [name: string]: Json };
const isObject = (value: Json | undefined): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The GET responses in an OpenAPI document. */
export class Answers {
  private readonly document: Document;
  private readonly paths: [pattern: RegExp, schema: Json][];

  constructor(document: Document) {
    this.document = document;
    this.paths = Object.entries(document.paths).flatMap(([path, { get }]) => {
      const content = this.#resolved(get?.responses['200'])?.content as Schema | undefined;
      const schema = isObject(content?.['application/json']) ? content['application/json'].schema : undefined;
      const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '.+')}$`);
      return schema === undefined ? [] : [[pattern, schema] as [RegExp, Json]];
    });
    // As in the gateway, literal segments win over parameters.
    this.paths.sort(([one], [other]) => one.source.split('.+').length - other.source.split('.+').length);
  }

  /** The schema of the response at a path; undefined if this release has no such route. */
  at(path: string): Json | undefined {
    return this.paths.find(([pattern]) => pattern.test(path))?.[1];
  }

  /** The parts of a schema that may apply to a value. */
  partsOf(schema: Json | undefined): Schema[] {
    const resolved = this.#resolved(schema);
    if (!resolved) return [];
    const inner = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => (resolved[key] as Json[] | undefined) ?? []);
    return [resolved, ...inner.flatMap((each) => this.partsOf(each))];
  }

  #resolved(schema: Json | undefined): Schema | undefined {
    if (!isObject(schema)) return undefined;
    if (typeof schema.$ref !== 'string') return schema;
    const found = schema.$ref
      .slice(2)
      .split('/')
      .reduce((part: unknown, key) => (part as Schema)[key], this.document);
    return this.#resolved(found as Json);
  }
}

/** The common parts of a schema for a field or the items of a list. */
const innerOf = (parts: readonly Schema[], name: string | undefined): Json => ({
  anyOf: parts.flatMap((part) => {
    const inner = name === undefined ? part.items : isObject(part.properties) ? part.properties[name] : undefined;
    return inner === undefined ? [] : [inner];
  }),
});

/** A response without its nullable fields, which are named in `left`: a new field must be nullable. */
export function withoutNullable(answers: Answers, schema: Json, body: Json, left: Set<string>): Json {
  const parts = answers.partsOf(schema);
  if (Array.isArray(body)) return body.map((each) => withoutNullable(answers, innerOf(parts, undefined), each, left));
  if (!isObject(body)) return body;
  const kept = Object.entries(body).flatMap(([name, value]): [string, Json][] => {
    const inner = innerOf(parts, name);
    const mayBeNull = answers.partsOf(inner).some(({ type }) => [type].flat().includes('null'));
    if (mayBeNull) left.add(name);
    return mayBeNull ? [] : [[name, withoutNullable(answers, inner, value, left)]];
  });
  return Object.fromEntries(kept);
}

/** A response without the fields that only this release declares, not the previous one. They are named in `left`. */
export function asBefore(
  [answers, schema]: [Answers, Json],
  [before, schemaBefore]: [Answers, Json],
  body: Json,
  left: Set<string>,
): Json {
  const [parts, partsBefore] = [answers.partsOf(schema), before.partsOf(schemaBefore)];
  const inner = (value: Json, name?: string) =>
    asBefore([answers, innerOf(parts, name)], [before, innerOf(partsBefore, name)], value, left);
  if (Array.isArray(body)) return body.map((each) => inner(each));
  if (!isObject(body)) return body;
  const declares = (some: readonly Schema[], name: string) =>
    some.some(({ properties }) => isObject(properties) && name in properties);
  // An object without declared fields may have had any.
  const isOpen = !partsBefore.some(({ properties }) => isObject(properties));
  const kept = Object.entries(body).filter(([name]) => {
    const isNew = !isOpen && declares(parts, name) && !declares(partsBefore, name);
    if (isNew) left.add(name);
    return !isNew;
  });
  return Object.fromEntries(kept.map(([name, value]) => [name, inner(value, name)]));
}

const notFound = { error: 'No such route', code: 'not_found', details: null };

/**
 * Changes the GET responses of the API in all tabs; undefined means an unknown route. The session stays, so that pages
 * open.
 */
export async function answerAs(page: Page, change: (body: Json, path: string) => Json | undefined): Promise<void> {
  await page.context().route('**/api/**', async (route) => {
    const url = new URL(route.request().url());
    if (route.request().method() !== 'GET' || /^\/api\/(session|auth)\b/.test(url.pathname)) return route.fallback();
    const response = await route.fetch();
    const type = response.headers()['content-type'] ?? '';
    if (!response.ok() || !type.includes('json')) return route.fulfill({ response });
    const changed = change(await response.json(), url.pathname);
    return changed === undefined
      ? route.fulfill({ status: 404, json: notFound })
      : route.fulfill({ response, json: changed });
  });
}

/** Opens all these pages in a few tabs. Returns those that show an error, or nothing instead of their content. */
export async function brokenPages(page: Page, addresses: readonly string[]): Promise<string[]> {
  const waiting = [...addresses];
  const openAll = async () => {
    const tab = await page.context().newPage();
    const broken: string[] = [];
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      await tab.goto(dashboard.cloud.dashboardUrl + address, { waitUntil: 'networkidle' });
      const main = tab.locator('main');
      await main.waitFor();
      const hasFailed = (await main.locator('[role="alert"]').count()) > 0;
      if (hasFailed || (await main.locator('h1').count()) === 0) broken.push(`${address} ${await main.innerText()}`);
    }
    return broken;
  };
  const broken = (await Promise.all([openAll(), openAll(), openAll()])).flat();
  await page.context().unrouteAll({ behavior: 'wait' });
  return broken;
}

/** An address of every page that shows API data. */
export async function pageAddresses(): Promise<string[]> {
  const { body } = await ask('superadmin', 'GET', '/api/projects');
  const { body: jobs } = await ask('superadmin', 'GET', '/api/ingest/jobs');
  const { body: installations } = await ask('superadmin', 'GET', '/api/installations');
  return [
    '/',
    '/publications',
    '/publication/10.5555/jcp.2020.115',
    '/people',
    '/people/0000-0002-1825-0097',
    '/projects',
    `/projects/${body.projects[0].id}`,
    '/ingestion?view=all',
    `/ingestion/${jobs.jobs[0].job_id ?? jobs.jobs[0].id}`,
    '/review?queue=matches',
    '/review?queue=duplicates',
    '/review?queue=proposals',
    '/activity',
    '/activity/audit',
    '/installations',
    `/installations/${installations.installations[0].id}`,
    '/members',
    '/api-keys',
    '/rollout',
    '/site-tools',
    '/account',
  ];
}
