import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Schema = { [name: string]: Json };

const root = join(import.meta.dirname, '../../..');
/** The document of the Dashboard API. */
export const document = JSON.parse(readFileSync(join(root, 'openapi/dashboard-api.json'), 'utf8'));

const patterns = Object.keys(document.paths)
  .map((path): [RegExp, string] => [new RegExp(`^${path.replace(/\{\w+\}/g, '.+')}$`), path])
  // As in the gateway, literal segments win over parameters, which here may contain slashes.
  .sort(([, one], [, other]) => one.split('{').length - other.split('{').length || other.length - one.length);

/** The answer of the API to a GET, made from its document: with all fields and one of each list, or with nothing. */
export function answerTo(path: string, isFilled: boolean): Json | undefined {
  const pattern = patterns.find(([pattern]) => pattern.test(path))?.[1];
  const answer = pattern && resolved(document.paths[pattern].get?.responses['200']);
  const schema = (answer as { content?: Record<string, { schema: Schema }> })?.content?.['application/json']?.schema;
  return schema && madeOf(schema, '', isFilled);
}

function resolved(schema: Json | undefined): Schema {
  const { $ref } = (schema ?? {}) as Schema;
  if (typeof $ref !== 'string') return (schema ?? {}) as Schema;
  const found = $ref
    .slice(2)
    .split('/')
    .reduce((part, key) => (part as Schema)[key] ?? null, document as Json);
  return resolved(found);
}

/** Values of texts with a form, by the name of their field. */
const texts: [RegExp, string][] = [
  // First, because publications have dates.
  [/^(starts?|ends?)_|date|month|_day$|^day$|^key$/, '2026-03-01'],
  [/orcid|researcher_id/, '0000-0002-1825-0097'],
  [/doi|^id$|publication/, '10.5555/jcp.2020.115'],
  [/_url$|^url$|origin/, 'https://example.org/'],
  [/_at$/, '2026-03-01T12:00:00.000Z'],
  [/year/, '2026'],
  [/language|locale|tag/, 'en'],
];

function madeOf(given: Json, name: string, isFilled: boolean, depth = 0): Json {
  const schema = resolved(given);
  const inner = (each: Json, itsName = name) => madeOf(each, itsName, isFilled, depth + 1);
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (choices) {
    const isNull = (each: Json) => resolved(each).type === 'null';
    const nothing = choices.find(isNull);
    return nothing && !isFilled ? null : inner(choices.find((each) => !isNull(each)) ?? null);
  }
  if (Array.isArray(schema.allOf)) return Object.assign({}, ...schema.allOf.map((each) => inner(each)));
  if ('const' in schema) return schema.const ?? null;
  if (Array.isArray(schema.enum)) return schema.enum[0] ?? null;
  const types = [schema.type ?? []].flat();
  if (types.includes('null') && !isFilled) return null;
  switch (types.find((type) => type !== 'null')) {
    case 'object':
      return objectOf(schema, inner);
    case 'array':
      return isFilled && depth < 12 ? [inner(schema.items ?? {})] : [];
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return isFilled ? Math.max(1, Number(schema.minimum ?? 1)) : Number(schema.minimum ?? 0);
    case 'string':
      return texts.find(([pattern]) => pattern.test(name))?.[1] ?? `some ${name}`;
    default:
      return null;
  }
}

function objectOf(schema: Schema, inner: (each: Json, name: string) => Json): Json {
  const properties = Object.entries((schema.properties ?? {}) as Schema);
  return Object.fromEntries(properties.map(([name, each]) => [name, inner(each, name)]));
}
