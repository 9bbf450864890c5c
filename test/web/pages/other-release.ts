import type { Json } from './answers.ts';

/** Answers of another release for the pages of this one: a tab left open during a deployment or a rollback. */

export interface Document {
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
    // As in the gateway, literal segments win over parameters, which here may contain slashes.
    const parameters = ({ source }: RegExp) => source.split('.+').length;
    this.paths.sort(([one], [other]) => parameters(one) - parameters(other) || other.source.length - one.source.length);
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

/** An answer of a newer API: every object has an additional field, and every field with listed values another one. */
export function asAfter(document: Json, body: Json): Json {
  const listed = new Set<string>();
  findListed((document as Schema).components ?? null, '', listed);
  return newer(listed, body, '');
}

/** Finds the names of fields with listed values, anywhere in a document. */
function findListed(value: Json, name: string, listed: Set<string>): void {
  if (value === null || typeof value !== 'object') return;
  if (Array.isArray(value)) {
    for (const each of value) findListed(each, name, listed);
    return;
  }
  if (Array.isArray(value.enum) && value.enum.some((each) => typeof each === 'string')) listed.add(name);
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'properties')
      for (const [field, schema] of Object.entries(inner ?? {})) findListed(schema, field, listed);
    else if (key !== 'enum') findListed(inner, key === 'items' || /Of$/.test(key) ? name : '', listed);
  }
}

function newer(listed: ReadonlySet<string>, value: Json, name: string): Json {
  if (typeof value === 'string') return listed.has(name) ? 'of_a_newer_release' : value;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((each) => newer(listed, each, name));
  const known = Object.entries(value).map(([key, inner]) => [key, newer(listed, inner, key)]);
  return { ...Object.fromEntries(known), field_of_a_newer_release: { more: [1] } };
}
