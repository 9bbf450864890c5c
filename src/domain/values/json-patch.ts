import { applyPatch, type Operation } from 'rfc6902';
import * as z from 'zod';

/** A JSON pointer (RFC 6901): empty for the whole document, or tokens that each begin with a slash. */
const Pointer = z.string().regex(/^(\/([^~/]|~[01])*)*$/, 'must be a JSON pointer, such as /title');

const withValue = { path: Pointer, value: z.unknown() };
const withSource = { path: Pointer, from: Pointer };

/**
 * A JSON Patch (RFC 6902): operations in order. Further fields of an operation are ignored, as the standard requires.
 */
export const JsonPatch = z
  .array(
    z
      .discriminatedUnion(
        'op',
        [
          z.object({ op: z.literal('add'), ...withValue }),
          z.object({ op: z.literal('replace'), ...withValue }),
          z.object({ op: z.literal('test'), ...withValue }),
          z.object({ op: z.literal('remove'), path: Pointer }),
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

/** These name parts of every object in JavaScript, not fields of a document. */
const reservedTokens = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Applies a patch to a JSON document, all of it or none. The document is not changed. Returns the new document, or the
 * first operation that cannot be applied.
 */
export function applyJsonPatch<T extends object>(
  document: T,
  patch: JsonPatch,
): { document: T } | { fault: PatchFault } {
  const patched = JSON.parse(JSON.stringify(document)) as T;
  for (const [index, operation] of patch.entries()) {
    const message = faultOf(operation) ?? apply(patched, operation);
    if (message) return { fault: { index, path: operation.path, message } };
  }
  return { document: patched };
}

/** What the library accepts although the standard or caution does not. */
function faultOf(operation: JsonPatch[number]): string | undefined {
  const pointers = 'from' in operation ? [operation.from, operation.path] : [operation.path];
  const tokens = pointers.flatMap((pointer) => pointer.split('/'));
  if (tokens.some((token) => reservedTokens.has(token))) return 'names a reserved field';
  const isNewElement = (pointer: string) => pointer.endsWith('/-');
  const read = 'from' in operation ? operation.from : operation.op === 'add' ? '' : operation.path;
  if (isNewElement(read)) return 'does not exist';
  if (pointers.includes('')) return 'must not be the whole document';
  if ('from' in operation && operation.op === 'move' && operation.path.startsWith(`${operation.from}/`)) {
    return 'must not be inside of what is moved';
  }
  return undefined;
}

function apply(document: object, operation: JsonPatch[number]): string | undefined {
  try {
    // The schema has checked that there is a value where the standard requires one.
    const [error] = applyPatch(document, [operation as Operation]);
    if (!error) return undefined;
    return error.name === 'TestError' ? 'does not have the value of the test' : 'does not exist';
  } catch {
    // The library assigns to what is no object, and JavaScript refuses that.
    return 'does not exist';
  }
}
