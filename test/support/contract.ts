import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { corsSettings } from '#src/http/response-headers.ts';
import type { Api } from '#src/http/route.ts';

type Json = Record<string, unknown>;

/** A received response. */
export interface Received {
  method: string;
  /** Path, without the query. */
  path: string;
  status: number;
  headers: Headers;
  body: string;
}

/**
 * Lists how a response differs from its API's OpenAPI document. Properties without a schema are violations, unless the
 * object is declared open. Paths and methods without an operation must answer the API's error.
 */
export function violationsOf(api: Api, received: Received): string[] {
  const contract = contractOf(api);
  const operation = contract.operationOf(received);
  if (operation) return new ResponseCheck(contract, received).answer(operation);
  return received.method === 'OPTIONS' ? preflight(received) : new ResponseCheck(contract, received).outside();
}

interface Header {
  schema: Json;
  required?: boolean;
}
interface Response {
  headers?: Record<string, Header>;
  content?: Record<string, { schema: Json }>;
}
interface Operation {
  responses: Record<string, Response>;
}

const contracts = new Map<Api, Contract>();

function contractOf(api: Api): Contract {
  const contract = contracts.get(api) ?? new Contract(api);
  contracts.set(api, contract);
  return contract;
}

/** A committed OpenAPI document, prepared for checking responses. */
class Contract {
  readonly #document: Json;
  readonly #operations: { segments: string[]; methods: Record<string, Operation> }[];
  readonly #validators = new Map<Json, ValidateFunction>();
  /** The id under which compiled schemas find the shared ones. */
  readonly #definitionsId: string;

  constructor(api: Api) {
    const file = join(import.meta.dirname, '../../openapi', `${api}-api.json`);
    this.#document = JSON.parse(readFileSync(file, 'utf8'));
    const { schemas } = this.#document.components as { schemas: Json };
    this.#definitionsId = `${api}-api`;
    // Once for all schemas: parsing the shared ones with each would be most of the work.
    ajv.addSchema({ $id: this.#definitionsId, $defs: this.#prepared(schemas) });
    this.#operations = Object.entries(this.#document.paths as Record<string, Record<string, Operation>>).map(
      ([path, methods]) => ({ segments: path.split('/'), methods }),
    );
  }

  /** The operation of a request; for HEAD, that of GET. */
  operationOf({ method, path, status, body }: Received): Operation | undefined {
    const name = method === 'HEAD' ? 'get' : method.toLowerCase();
    const asked = path.replace(/(?<=.)\/$/, '').split('/');
    const exact = this.#operations.filter(({ segments }) => fits(segments, asked));
    // A literal path wins over one with a parameter in its place.
    const [found] = exact.sort((a, b) => parameters(a.segments) - parameters(b.segments));
    if (found) return found.methods[name];
    // The last parameter may be greedy. Elsewhere, the gateway answers not_found.
    const [greedy] = this.#operations.filter(
      ({ segments }) => segments.at(-1)?.startsWith('{') && fits(segments, asked.slice(0, segments.length)),
    );
    return status === 404 && /"code":\s*"not_found"/.test(body) ? undefined : greedy?.methods[name];
  }

  resolved<T>(value: T | { $ref: string }): T {
    if (!(value as Json).$ref) return value as T;
    const [, ...names] = String((value as Json).$ref).split('/');
    return names.reduce((at, name) => at[name] as Json, this.#document) as T;
  }

  issuesOf(schema: Json, value: unknown): string[] {
    const validate = this.#validators.get(schema) ?? this.#compiled(schema);
    this.#validators.set(schema, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message, params }) => {
      const named = params.unevaluatedProperty ?? params.additionalProperty;
      return `${instancePath || 'the body'} ${message}${named === undefined ? '' : ` (${named})`}`;
    });
  }

  #compiled(schema: Json): ValidateFunction {
    return ajv.compile(this.#prepared(schema));
  }

  #prepared(schema: Json): Json {
    const text = JSON.stringify(closeSchema(schema));
    return JSON.parse(text.replaceAll('#/components/schemas/', `${this.#definitionsId}#/$defs/`)) as Json;
  }
}

const fits = (segments: string[], asked: string[]) =>
  segments.length === asked.length &&
  segments.every((segment, at) => (segment.startsWith('{') ? asked[at] !== '' : segment === asked[at]));

const parameters = (segments: string[]) => segments.filter((segment) => segment.startsWith('{')).length;

const ajv = new Ajv2020({ strict: true, strictTypes: false, allowUnionTypes: true, allErrors: true });
formats.default(ajv);

/** Closes every object schema that has `properties` but does not say whether others are allowed. */
function closeSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closeSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { allOf, ...others } = schema as Json;
  const copy: Json = Object.fromEntries(
    Object.entries(others).map(([name, value]) => [name, closeMember(name, value)]),
  );
  // Parts of an allOf only see their own properties, so the whole is closed instead.
  if (Array.isArray(allOf)) copy.allOf = allOf.map((part) => closeMembers(part as Json));
  const isOpen = 'additionalProperties' in copy || 'unevaluatedProperties' in copy;
  const isObject = Array.isArray(allOf) || (typeof copy.properties === 'object' && !('$ref' in copy));
  return isObject && !isOpen ? { ...copy, unevaluatedProperties: false } : copy;
}

/** The values of these keywords are data or objects with free names, not schemas. */
const closeMember = (name: string, value: unknown) => {
  if (['const', 'enum', 'default', 'examples'].includes(name)) return value;
  if (['properties', '$defs', 'patternProperties'].includes(name)) return closeMembers(value as Json);
  return closeSchema(value);
};

const closeMembers = (members: Json): Json =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, closeSchema(value)]));

/** Checks one response against its operation. */
class ResponseCheck {
  readonly #contract: Contract;
  readonly #received: Received;

  constructor(contract: Contract, received: Received) {
    this.#contract = contract;
    this.#received = received;
  }

  answer({ responses }: Operation): string[] {
    const { status } = this.#received;
    const declared = responses[status];
    if (!declared) return [`the status ${status} is not declared, only ${Object.keys(responses).join(', ')}`];
    const response = this.#contract.resolved<Response>(declared);
    return [...this.#headers(response.headers ?? {}), ...this.#body(response.content)];
  }

  /** Checks a response for a path or method that no operation has. */
  outside(): string[] {
    const { status } = this.#received;
    if (status < 400) return [`no operation answers here, but the status is ${status}`];
    return this.#body(
      isPlainText(this.#received)
        ? { 'text/plain': { schema: { type: 'string' } } }
        : { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    );
  }

  #body(content: Response['content']): string[] {
    const { method, headers, body } = this.#received;
    const type = headers.get('content-type')?.split(';')[0] ?? '';
    if (!content) return body === '' ? [] : ['no body is declared'];
    const declared = content[type];
    if (!declared) return [`the content type ${type || 'of nothing'} is not declared, only ${Object.keys(content)}`];
    if (method === 'HEAD') return body === '' ? [] : ['HEAD has a body'];
    return this.#contract.issuesOf(declared.schema, /[/+]json$/.test(type) ? JSON.parse(body) : body);
  }

  /** Declared headers must match, and headers that web pages may read must be declared. */
  #headers(declared: Record<string, Header>): string[] {
    const { headers } = this.#received;
    const wrong = Object.entries(declared).flatMap(([name, reference]) => {
      const { schema, required } = this.#contract.resolved<Header>(reference);
      const value = headers.get(name);
      if (value === null) return required ? [`the header ${name} is missing`] : [];
      return this.#contract
        .issuesOf(schema, schema.type === 'string' ? value : parsed(value))
        .map((issue) => `the header ${name}: ${issue}`);
    });
    const known = new Set(Object.keys(declared).map((name) => name.toLowerCase()));
    const undeclared = corsSettings.exposedHeaders.filter(
      (name) => headers.has(name) && !known.has(name.toLowerCase()),
    );
    return [...wrong, ...undeclared.map((name) => `the header ${name} is not declared`)];
  }
}

const isPlainText = ({ headers, path }: Received) =>
  path.startsWith('/integrations/v1/verify') && headers.get('content-type')?.startsWith('text/plain') === true;

const preflight = ({ status, body }: Received) =>
  status === 204 && body === '' ? [] : [`OPTIONS answers ${status}${body === '' ? '' : ' with a body'}`];

function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
