import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { issuesOf, plainMessage } from '#src/runtime/issues.ts';

/** The messages to a client about a value, as `path message`. */
function complaints(schema: z.ZodType, value: unknown): string[] {
  const parsed = schema.safeParse(value, { error: plainMessage });
  return parsed.error ? issuesOf(parsed.error).map(({ path, message }) => (path ? `${path} ${message}` : message)) : [];
}

describe('a value of the wrong type or missing', () => {
  test.each<[string, z.ZodType, unknown]>([
    ['is required', z.string(), undefined],
    ['is required', z.enum(['asc', 'desc']), undefined],
    ['is required', z.literal('x'), undefined],
    ['is not valid', z.unknown().refine((value) => value !== undefined), undefined],
    ['must be a string', z.string(), null],
    ['must be a number', z.number(), 'x'],
    ['must be a number', z.number(), Number.NaN],
    ['must be a whole number', z.int(), 1.5],
    ['must be a boolean', z.boolean(), 'true'],
    ['must be an array', z.array(z.string()), {}],
    ['must be an object', z.object({}), []],
    ['must be an object', z.record(z.string(), z.string()), 'x'],
    ['must be null', z.null(), 'x'],
    ['is not valid', z.never(), 'x'],
  ])('%s', (message, schema, value) => {
    expect(complaints(schema, value)).toEqual([message]);
  });
});

describe('a value out of bounds', () => {
  test.each<[string, z.ZodType, unknown]>([
    ['must not be empty', z.string().min(1), ''],
    ['must have at least 2 characters', z.string().min(2), 'a'],
    ['must have at most 1 character', z.string().max(1), 'abc'],
    ['must have exactly 1 character', z.string().length(1), ''],
    ['must not be empty', z.array(z.any()).min(1), []],
    ['must have at most 100 items', z.array(z.any()).max(100), Array(101).fill(0)],
    ['must have exactly 2 items', z.array(z.any()).length(2), []],
    ['must be at least 0', z.number().min(0), -1],
    ['must be more than 0', z.number().gt(0), 0],
    ['must be at most 100', z.number().max(100), 101],
    ['must be less than 5', z.number().lt(5), 5],
    ['must be at most 9007199254740991', z.int(), 2 ** 60],
    ['must be a multiple of 3', z.number().multipleOf(3), 4],
  ])('%s', (message, schema, value) => {
    expect(complaints(schema, value)).toEqual([message]);
  });
});

describe('a value that is none of those allowed', () => {
  test.each<[string, z.ZodType, unknown]>([
    ['must be one of asc, desc', z.enum(['asc', 'desc']), 'up'],
    ['must be primary_entity', z.literal('primary_entity'), 'x'],
    ['must be true', z.literal(true), false],
    ['does not have the expected format', z.string().regex(/^\d+$/), 'x'],
    ['does not have the expected format', z.string().startsWith('a'), 'x'],
    ['must be an e-mail address', z.email(), 'x'],
    ['must be a URL', z.url(), 'x'],
    ['must be a UUID', z.uuid(), 'x'],
    ['must be a date, such as 2026-01-31', z.iso.date(), 'x'],
    ['must be a date and time, such as 2026-01-31T12:00:00Z', z.iso.datetime(), 'x'],
    ['is not valid', z.string().refine(() => false), 'x'],
  ])('%s', (message, schema, value) => {
    expect(complaints(schema, value)).toEqual([message]);
  });

  test('an error message in the schema is used unchanged', () => {
    expect(complaints(z.string().regex(/^\d+$/, 'must be digits'), 'x')).toEqual(['must be digits']);
    expect(complaints(z.string().min(1, { error: 'cannot be blank' }), '')).toEqual(['cannot be blank']);
  });
});

describe('a union', () => {
  const localized = z.union([z.string(), z.object({ en: z.string().min(1) })]);

  test('names the types where the value has none of them', () => {
    expect(complaints(localized, 7)).toEqual(['must be a string or an object']);
    expect(complaints(z.object({ a: localized }), {})).toEqual(['a is required']);
  });

  test('says what is wrong with the member the value was meant as', () => {
    expect(complaints(z.object({ title: localized }), { title: { en: '' } })).toEqual(['title.en must not be empty']);
    expect(complaints(z.object({ title: localized }), { title: { en: 7 } })).toEqual(['title.en must be a string']);
  });

  test('names the choices of a discriminator', () => {
    const operation = z.discriminatedUnion('op', [
      z.object({ op: z.literal('add'), value: z.string() }),
      z.object({ op: z.literal('remove') }),
    ]);
    expect(complaints(z.array(operation), [{ op: 'jump' }])).toEqual(['0.op must be one of add, remove']);
    expect(complaints(z.array(operation), [{ op: 'add' }])).toEqual(['0.value is required']);
  });

  test('does not guess where several members could be meant', () => {
    const either = z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]);
    expect(complaints(either, { a: 1 })).toEqual(['is not valid']);
  });
});

test('paths lead into arrays and objects, and every extra field is named', () => {
  const schema = z.strictObject({ ids: z.array(z.string()), names: z.record(z.string().max(2), z.strictObject({})) });
  expect(complaints(schema, { ids: ['a', 1], names: { en: { x: 1, y: 2 }, long: {} }, z: 1 })).toEqual([
    'ids.1 must be a string',
    'names.en.x is not a field of this request',
    'names.en.y is not a field of this request',
    'names.long is not an allowed name',
    'z is not a field of this request',
  ]);
});
