import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Api } from '#src/http/route.ts';

/** A request that an OpenAPI document allows or nearly allows. */
export interface RandomRequest {
  method: string;
  /** Path and query as on the wire. */
  url: string;
  body: string | undefined;
}

type Schema = Record<string, unknown>;
interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}
interface Operation {
  method: string;
  path: string;
  parameters: Parameter[];
  body: Schema | undefined;
}

/** Existing values, by the name of the parameter or field. */
export type KnownValues = Record<string, readonly unknown[]>;

/** Values that clients send by mistake or on purpose. */
const hostile: readonly unknown[] = [
  '',
  ' ',
  '0',
  '-1',
  '1e3',
  '9007199254740993',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '%2e%2e%2f',
  "' OR 1=1 --",
  '{"$ne":null}',
  '<script>alert(1)</script>',
  '\u0000',
  '\ud800',
  '\u202eabc',
  'Müller 王小明 🎓',
  'x'.repeat(3_000),
  0,
  -1,
  1.5,
  Number.MAX_SAFE_INTEGER + 2,
  true,
  null,
  [],
  [[]],
  {},
  { op: 'add' },
];

/** Requests to every operation of an API with one of these methods, deterministic for a seed. */
export function* randomRequests(
  api: Api,
  known: KnownValues,
  seed: number,
  methods?: readonly string[],
): Generator<RandomRequest> {
  const document = readDocument(api);
  const random = randomNumbers(seed);
  const choose = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const sample = new Sampler(document, known, random, choose);
  const operations = operationsOf(document).filter(({ method }) => methods?.includes(method) ?? true);
  for (;;) {
    // Each operation in turn, so that all are covered.
    for (const { method, path, parameters, body } of operations) {
      const values = parameters.filter((each) => each.in === 'query' && (each.required || random() < 0.3));
      const query = values.flatMap(({ name, schema }) => {
        const pairs = [[name, text(sample.value(schema, name))] as const];
        return random() < 0.02 ? [...pairs, ...pairs] : pairs;
      });
      if (random() < 0.03) query.push(['unknown', 'x']);
      const asked = path.replace(/\{(\w+)\+?\}/g, (_, name: string) => {
        const schema = parameters.find((each) => each.name === name)?.schema ?? {};
        return random() < 0.02 ? '%ZZ' : encodeURIComponent(text(sample.value(schema, name))).replaceAll('%2F', '/');
      });
      const search = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
      yield {
        method,
        url: `${asked}${search && `?${search}`}`,
        body:
          body && (random() < 0.03 ? choose(['', '{', '[]', 'null', '"x"']) : JSON.stringify(sample.value(body, ''))),
      };
    }
  }
}

/** A text that can be percent-encoded: lone surrogates cannot. */
const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed();

function readDocument(api: Api): Schema {
  const file = join(import.meta.dirname, '../../openapi', `${api}-api.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as Schema;
}

const resolve = (document: Schema, value: Schema): Schema => {
  if (typeof value.$ref !== 'string') return value;
  const [, ...names] = value.$ref.split('/');
  return resolve(
    document,
    names.reduce<Schema>((at, name) => at[name] as Schema, document),
  );
};

function operationsOf(document: Schema): Operation[] {
  const paths = Object.entries(document.paths as Record<string, Record<string, Schema>>);
  return paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const parameters = ((operation.parameters ?? []) as Schema[]).map((each) => resolve(document, each));
      const content = (operation.requestBody as Schema | undefined)?.content as Record<string, { schema: Schema }>;
      const body = content && Object.values(content)[0]?.schema;
      return { method: method.toUpperCase(), path, parameters: parameters as unknown as Parameter[], body };
    }),
  );
}

/** Generates values of JSON schemas: mostly valid, existing ones where possible, and some hostile ones. */
class Sampler {
  readonly #document: Schema;
  readonly #known: KnownValues;
  readonly #random: () => number;
  readonly #choose: <T>(from: readonly T[]) => T;

  constructor(document: Schema, known: KnownValues, random: () => number, choose: <T>(from: readonly T[]) => T) {
    this.#document = document;
    this.#known = known;
    this.#random = random;
    this.#choose = choose;
  }

  value(schema: Schema, name: string, depth = 0): unknown {
    if (this.#random() < 0.1) return this.#choose(hostile);
    const known = this.#known[name];
    if (known && known.length > 0 && schema.type !== 'array' && this.#random() < 0.8) return this.#choose(known);
    const { type, enum: values, properties, items, ...resolved } = resolve(this.#document, schema);
    const union = (resolved.anyOf ?? resolved.oneOf) as Schema[] | undefined;
    if (union) return this.value(this.#choose(union), name, depth);
    if ('const' in resolved) return resolved.const;
    if (values) return this.#choose(values as unknown[]);
    const kind = Array.isArray(type) ? this.#choose(type) : type;
    switch (kind) {
      case 'object':
        return this.#object(
          properties as Record<string, Schema> | undefined,
          (resolved.required ?? []) as string[],
          depth,
        );
      case 'array': {
        const length = Math.floor(this.#random() * 4);
        const element = singular[name] ?? name;
        return Array.from({ length }, () => this.value((items ?? {}) as Schema, element, depth + 1));
      }
      case 'integer':
      case 'number': {
        const { minimum = 0, maximum = 100 } = resolved as { minimum?: number; maximum?: number };
        return this.#choose([minimum, minimum + 1, Math.min(maximum, minimum + 20), maximum, maximum + 1]);
      }
      case 'boolean':
        return this.#random() < 0.5;
      case 'null':
        return null;
      default:
        return this.#choose(['a', 'Kiln', 'en', '2020-01-01', '2026', '10.5555/unknown', '/title', 'a|b']);
    }
  }

  #object(properties: Record<string, Schema> | undefined, required: string[], depth: number): unknown {
    if (!properties) return depth > 3 ? {} : { [this.#choose(['en', 'de', 'x'])]: this.#choose(['a', 1, null, {}]) };
    const entries = Object.entries(properties).filter(([name]) =>
      required.includes(name) ? this.#random() < 0.97 : this.#random() < 0.4,
    );
    const made = entries.map(([name, schema]) => [name, this.value(schema, name, depth + 1)]);
    if (this.#random() < 0.03) made.push(['unknown', 1]);
    return Object.fromEntries(made);
  }
}

/** The known values for the elements of a list. */
const singular: Record<string, string> = {
  orcid_ids: 'orcid',
  researcher_orcids: 'orcid',
  member_orcids: 'orcid',
  coordinator_orcids: 'orcid',
  ids: 'doi',
};

/** Mulberry32: numbers in [0, 1), deterministic for a seed. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
