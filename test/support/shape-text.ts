import * as z from 'zod';

/** The fields of JSON Schema that a shape's text has; any other one is an error, so that no change goes unseen. */
interface JsonSchema {
  $schema?: string;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string | string[];
  anyOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
  default?: unknown;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  propertyNames?: JsonSchema;
  title?: string;
  id?: string;
  description?: string;
}

const widest = 100;
/** Says nothing of what is stored. */
const unsaid = ['$schema', '$defs', 'title', 'id', 'description'];

/**
 * The values that a schema reads, as a type of TypeScript with limits and defaults: a field in a line, so that a reviewer sees in
 * the difference what has changed. An object that takes other fields ends with `...`.
 */
export function shapeText(schema: z.ZodType): string {
  const json = z.toJSONSchema(schema, { unrepresentable: 'any' }) as JsonSchema;
  const parts = Object.entries(json.$defs ?? {}).map(([name, part]) => `${name} = ${typeText(part)}`);
  return [...parts, typeText(json)].join('\n');
}

function typeText(schema: JsonSchema): string {
  const { default: value, ...rest } = schema;
  return 'default' in schema ? `${bareText(rest)} = ${JSON.stringify(value)}` : bareText(rest);
}

function bareText(schema: JsonSchema): string {
  const known = Object.fromEntries(Object.entries(schema).filter(([key]) => !unsaid.includes(key))) as JsonSchema;
  const { $ref, type, anyOf, enum: values, const: constant, minimum, maximum, pattern, format, ...structure } = known;
  const { items, properties, required = [], additionalProperties, propertyNames, ...others } = structure;
  if (Object.keys(others).length > 0) throw new Error(`A text of a shape has no words for ${Object.keys(others)}`);
  if ($ref) return $ref.replace('#/$defs/', '');
  if (anyOf) return anyOf.map(typeText).join(' | ');
  if (values) return values.map((each) => JSON.stringify(each)).join(' | ');
  if ('const' in known) return JSON.stringify(constant);
  if (items) return `${grouped(typeText(items))}[]`;
  if (properties) return objectText(properties, required, additionalProperties);
  if (typeof additionalProperties === 'object')
    return `{ [${propertyNames ? typeText(propertyNames) : 'string'}]: ${typeText(additionalProperties)} }`;
  return [[type ?? 'any'].flat().join(' | '), limitsText(minimum, maximum), format, pattern && `/${pattern}/`]
    .filter(Boolean)
    .join(' ');
}

const grouped = (text: string) => (/ [|=] /.test(text) && !text.endsWith('}') ? `(${text})` : text);

function objectText(
  properties: Record<string, JsonSchema>,
  required: readonly string[],
  others: boolean | JsonSchema | undefined,
): string {
  const fields = Object.entries(properties).map(
    ([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${typeText(field)}`,
  );
  if (others !== false) fields.push(others === undefined || others === true ? '...' : `...: ${typeText(others)}`);
  const line = `{ ${fields.join(', ')} }`;
  if (line.length <= widest && !line.includes('\n')) return line;
  return `{\n${fields.join('\n').replaceAll(/^/gm, '  ')}\n}`;
}

/** `0..` or `..10`; nothing for the limits of whole numbers. */
function limitsText(minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER): string {
  const from = minimum === Number.MIN_SAFE_INTEGER ? '' : String(minimum);
  const to = maximum === Number.MAX_SAFE_INTEGER ? '' : String(maximum);
  return from || to ? `${from}..${to}` : '';
}
