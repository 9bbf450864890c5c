import * as z from 'zod';

/** An object of a JSON document. */
export type Json = Record<string, unknown>;

/** The JSON Schema of a request (`input`) or response (`output`) schema. Schemas with an id become components. */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output', where: string): Json {
  try {
    const json = z.toJSONSchema(schema, {
      io,
      override: ({ zodSchema, jsonSchema }) => simplify(zodSchema, jsonSchema, io),
    });
    describeTimes(json);
    return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/'));
  } catch (error) {
    throw new Error(`${where}: ${(error as Error).message}`, { cause: error });
  }
}

/** Adapts zod's JSON Schema to the needs of API clients. */
function simplify(schema: z.core.$ZodType, json: Json, io: 'input' | 'output'): void {
  if (json.openapi) {
    const { openapi, description, examples, deprecated, declaredRequired } = json;
    for (const key of Object.keys(json)) delete json[key];
    Object.assign(json, { description, examples, deprecated, declaredRequired }, openapi);
  }
  // zod omits the default of converted values, whose type may differ from the input's. Ours never differs.
  if (schema._zod.def.type === 'default') {
    json.default ??= (schema._zod.def as z.core.$ZodDefaultDef).defaultValue;
  }
  // zod closes every output object, but only strict objects promise that no field is ever added.
  const { def } = schema._zod as z.core.$ZodTypeInternals & { def: { catchall?: unknown } };
  if (def.type === 'object' && !def.catchall) delete json.additionalProperties;
  // Property names are always strings, so only a narrower rule is useful.
  if (JSON.stringify(json.propertyNames) === '{"type":"string"}') delete json.propertyNames;
  // The bounds of safe integers are not useful in responses.
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (io === 'output' && json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
}

/** Adds the unit to every integer time without a description. */
function describeTimes(json: unknown): void {
  if (typeof json !== 'object' || json === null) return;
  for (const [name, property] of Object.entries((json as { properties?: Record<string, Json> }).properties ?? {})) {
    const text = JSON.stringify(property);
    if (name.endsWith('_at') && text.includes('"integer"') && !text.includes('"description"')) {
      property.description = timeUnit;
    }
  }
  for (const value of Object.values(json)) describeTimes(value);
}

const timeUnit = 'Milliseconds since 1970-01-01T00:00:00Z';
