import { applyPatch, type Operation, Pointer } from 'rfc6902';
import * as z from 'zod';
import { isSameJson } from './same-json.ts';

/** A JSON pointer (RFC 6901): empty for the whole document, or tokens that each begin with a slash. */
const PointerText = z.string().regex(/^(\/([^~/]|~[01])*)*$/, 'must be a JSON pointer, such as /title');

const withValue = { path: PointerText, value: z.unknown() };
const withSource = { path: PointerText, from: PointerText };

/** A JSON Patch (RFC 6902). As the standard requires, unknown fields of operations are ignored. */
export const JsonPatch = z
  .array(
    z
      .discriminatedUnion(
        'op',
        [
          z.object({ op: z.literal('add'), ...withValue }),
          z.object({ op: z.literal('replace'), ...withValue }),
          z.object({ op: z.literal('test'), ...withValue }),
          z.object({ op: z.literal('remove'), path: PointerText }),
          z.object({ op: z.literal('move'), ...withSource }),
          z.object({ op: z.literal('copy'), ...withSource }),
        ],
        { error: 'must be one of add, remove, replace, move, copy, test' },
      )
      .superRefine((operation, context) => {
        if ('value' in operation && operation.value === undefined) {
          context.addIssue({ code: 'custom', path: ['value'], message: 'is required' });
        }
      }),
  )
  .max(1_000)
  .meta({
    id: 'JsonPatch',
    description: 'A JSON Patch (RFC 6902).',
    openapi: {
      type: 'array',
      maxItems: 1_000,
      items: {
        type: 'object',
        required: ['op', 'path'],
        properties: {
          op: { type: 'string', enum: ['add', 'remove', 'replace', 'move', 'copy', 'test'] },
          path: { type: 'string', description: 'A JSON pointer (RFC 6901).' },
          from: { type: 'string', description: 'The pointer to move or copy from.' },
          value: { description: 'The value to add, to replace with or to test for.' },
        },
      },
    },
  });
export type JsonPatch = z.output<typeof JsonPatch>;

/** The operation that could not be applied, and why. `message` follows the path: "does not exist". */
export interface PatchFault {
  index: number;
  path: string;
  message: string;
}

/** Names inherited by every JavaScript object, not fields of a document. */
const reservedTokens = new Set(['__proto__', 'constructor', 'prototype']);

/** Limit of copying in characters of JSON, because every `copy` can double a document. */
const maxCopied = 1_000_000;

/** Deeper documents could not be written as JSON. */
const maxDepth = 100;

/** Applies a whole patch to a copy of a JSON document. Returns the new document, or the first operation that fails. */
export function applyJsonPatch<T extends object>(
  document: T,
  patch: JsonPatch,
): { document: T } | { fault: PatchFault } {
  const patched = JSON.parse(JSON.stringify(document)) as T;
  const budget = { copied: 0 };
  for (const [index, operation] of patch.entries()) {
    const message = faultOf(operation) ?? apply(patched, operation, budget);
    if (message) return { fault: { index, path: operation.path, message } };
  }
  if (isShallow(patched, maxDepth)) return { document: patched };
  const index = patch.length - 1;
  return { fault: { index, path: patch[index]?.path ?? '', message: 'nests the document too deeply' } };
}

const isShallow = (value: unknown, depth: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((each) => isShallow(each, depth - 1)));

/** Faults that the library accepts against the standard or caution. */
function faultOf(operation: JsonPatch[number]): string | undefined {
  const pointers = 'from' in operation ? [operation.from, operation.path] : [operation.path];
  const tokens = pointers.flatMap((pointer) => pointer.split('/'));
  if (tokens.some((token) => reservedTokens.has(token))) return 'names a reserved field';
  if (pointers.includes('')) return 'must not be the whole document';
  if ('from' in operation && operation.op === 'move' && operation.path.startsWith(`${operation.from}/`)) {
    return 'must not be inside of what is moved';
  }
  return undefined;
}

function apply(document: object, operation: JsonPatch[number], budget: { copied: number }): string | undefined {
  try {
    const { op, path } = operation;
    const isNew = op === 'add' || op === 'move' || op === 'copy';
    if (!isPlace(document, path, isNew)) return 'does not exist';
    if ('from' in operation && !isPlace(document, operation.from, false)) return 'does not exist';
    if (operation.op === 'move') {
      // The path refers to the document without the moved value (RFC 6902, 4.4).
      const { value } = Pointer.fromJSON(operation.from).evaluate(document);
      const removed = apply(document, { op: 'remove', path: operation.from }, budget);
      return removed ?? apply(document, { op: 'add', path, value }, budget);
    }
    if (operation.op === 'test') return test(document, operation);
    if (operation.op === 'copy') {
      const { value } = Pointer.fromJSON(operation.from).evaluate(document);
      budget.copied += JSON.stringify(value ?? null).length;
      if (budget.copied > maxCopied) return 'makes the document too large';
    }
    // The schema has checked that there is a value where the standard requires one.
    const [error] = applyPatch(document, [operation as Operation]);
    return error ? 'does not exist' : undefined;
  } catch {
    // The library assigns to non-objects, which throws.
    return 'does not exist';
  }
}

/** Replaces the library's test, which compares arrays in quadratic time. */
function test(document: object, { path, value }: { path: string; value?: unknown }): string | undefined {
  const found = Pointer.fromJSON(path).evaluate(document).value;
  if (found === undefined) return 'does not exist';
  return isSameJson(found, value) ? undefined : 'does not have the value of the test';
}

/**
 * Whether a pointer leads to a value of the document, or to where one may be added. The library also finds inherited
 * properties and characters of a text, reads any name as an index, and writes `length`.
 */
function isPlace(document: object, pointer: string, isNew: boolean): boolean {
  const [, ...tokens] = Pointer.fromJSON(pointer).tokens;
  const key = tokens.pop() ?? '';
  let holder: unknown = document;
  for (const token of tokens) {
    if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, token)) return false;
    holder = Reflect.get(holder, token);
  }
  if (typeof holder !== 'object' || holder === null) return false;
  if (!Array.isArray(holder)) return isNew || Object.hasOwn(holder, key);
  if (key === '-') return isNew;
  return /^(0|[1-9]\d*)$/.test(key) && Number(key) < holder.length + Number(isNew);
}
