import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { corsSettings } from '../../src/http/response-headers.ts';
import type { Api } from '../../src/http/route.ts';

type Json = Record<string, unknown>;

/** An answer as it was received. */
export interface Received {
  method: string;
  /** Path, without the query. */
  path: string;
  status: number;
  headers: Headers;
  body: string;
}

/**
 * What is wrong with an answer by the OpenAPI document of its API, in sentences. Schemas are read as closed: a property
 * no schema names is wrong, except where the document says an object is open. What no operation has (an unknown address,
 * another method) must be an error of the API's one form.
 */
export function violationsOf(api: Api, received: Received): string[] {
  const contract = contractOf(api);
  const operation = contract.operationOf(received);
  if (operation) return new Judge(contract, received).answer(operation);
  return received.method === 'OPTIONS' ? preflight(received) : new Judge(contract, received).outside();
}

/** Throws when something is wrong with an answer. */
export function assertDescribed(api: Api, received: Received): void {
  const violations = violationsOf(api, received);
  if (violations.length === 0) return;
  const { method, path, status, body } = received;
  const what = `${method} ${path} answered ${status}, which openapi/${api}-api.json does not describe:`;
  const listed = violations.slice(0, 10).map((each) => `  ${each}`);
  throw new Error([what, ...listed, `  ${body.slice(0, 300)}`].join('\n'));
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

/** One committed document, ready to judge by. */
class Contract {
  readonly #document: Json;
  readonly #operations: { segments: string[]; methods: Record<string, Operation> }[];
  readonly #validators = new Map<Json, ValidateFunction>();
  readonly #definitions: Json;

  constructor(api: Api) {
    const file = join(import.meta.dirname, '../../openapi', `${api}-api.json`);
    this.#document = JSON.parse(readFileSync(file, 'utf8'));
    const { schemas } = this.#document.components as { schemas: Json };
    this.#definitions = closed(schemas) as Json;
    this.#operations = Object.entries(this.#document.paths as Record<string, Record<string, Operation>>).map(
      ([path, methods]) => ({ segments: path.split('/'), methods }),
    );
  }

  /** The operation that was asked. HEAD is one with GET. */
  operationOf({ method, path, status, body }: Received): Operation | undefined {
    const name = method === 'HEAD' ? 'get' : method.toLowerCase();
    const asked = path.replace(/(?<=.)\/$/, '').split('/');
    const exact = this.#operations.filter(({ segments }) => fits(segments, asked));
    // A named address goes before one with a parameter in its place.
    const [found] = exact.sort((a, b) => parameters(a.segments) - parameters(b.segments));
    if (found) return found.methods[name];
    // The last parameter may take slashes; where it does not, the gateway knows no such address.
    const [swallowing] = this.#operations.filter(
      ({ segments }) => segments.at(-1)?.startsWith('{') && fits(segments, asked.slice(0, segments.length)),
    );
    return status === 404 && /"code":\s*"not_found"/.test(body) ? undefined : swallowing?.methods[name];
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
    const root = { ...(closed(schema) as Json), $defs: this.#definitions };
    return ajv.compile(JSON.parse(JSON.stringify(root).replaceAll('#/components/schemas/', '#/$defs/')));
  }
}

const fits = (segments: string[], asked: string[]) =>
  segments.length === asked.length &&
  segments.every((segment, at) => (segment.startsWith('{') ? asked[at] !== '' : segment === asked[at]));

const parameters = (segments: string[]) => segments.filter((segment) => segment.startsWith('{')).length;

const ajv = new Ajv2020({ strict: true, strictTypes: false, allowUnionTypes: true, allErrors: true });
formats.default(ajv);

/** The schema with every object closed that names its properties and does not say itself whether there are others. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { allOf, ...others } = schema as Json;
  const copy: Json = Object.fromEntries(
    Object.entries(others).map(([name, value]) => [name, closedMember(name, value)]),
  );
  // The parts of an allOf see only their own properties: the whole is closed, not they.
  if (Array.isArray(allOf)) copy.allOf = allOf.map((part) => closedMembers(part as Json));
  const isOpen = 'additionalProperties' in copy || 'unevaluatedProperties' in copy;
  const isObject = Array.isArray(allOf) || (typeof copy.properties === 'object' && !('$ref' in copy));
  return isObject && !isOpen ? { ...copy, unevaluatedProperties: false } : copy;
}

/** In these, values are data or names are free: they hold no keyword `properties`. */
const closedMember = (name: string, value: unknown) => {
  if (['const', 'enum', 'default', 'examples'].includes(name)) return value;
  if (['properties', '$defs', 'patternProperties'].includes(name)) return closedMembers(value as Json);
  return closed(value);
};

const closedMembers = (members: Json): Json =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, closed(value)]));

/** Judges one answer. */
class Judge {
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

  /** Of an address or a method that no operation has. */
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

  /** Those declared are as declared; those that web pages may read are declared. */
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
