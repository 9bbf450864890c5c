import { describe, expect, test } from '@jest/globals';
import { applyJsonPatch, JsonPatch } from '#src/vocabulary/json/json-patch.ts';

const apply = (document: object, ...patch: object[]) => applyJsonPatch(document, JsonPatch.parse(patch));

/** From RFC 6902, appendix A, and from errors of known libraries. */
describe('a patch', () => {
  test.each<[string, object, object[], object]>([
    ['adds a field', { a: 1 }, [{ op: 'add', path: '/b', value: 2 }], { a: 1, b: 2 }],
    ['adds an element', { a: [1, 3] }, [{ op: 'add', path: '/a/1', value: 2 }], { a: [1, 2, 3] }],
    ['appends an element', { a: [1] }, [{ op: 'add', path: '/a/-', value: 2 }], { a: [1, 2] }],
    ['adds null', { a: 1 }, [{ op: 'add', path: '/a', value: null }], { a: null }],
    ['removes', { a: 1, b: [1, 2] }, [{ op: 'remove', path: '/b/0' }], { a: 1, b: [2] }],
    ['replaces', { a: { b: 1 } }, [{ op: 'replace', path: '/a/b', value: [2] }], { a: { b: [2] } }],
    ['moves', { a: 1 }, [{ op: 'move', from: '/a', path: '/b' }], { b: 1 }],
    [
      'copies',
      { a: [1] },
      [
        { op: 'copy', from: '/a', path: '/b' },
        { op: 'add', path: '/b/-', value: 2 },
      ],
      { a: [1], b: [1, 2] },
    ],
    [
      'tests regardless of the order of fields',
      { a: { x: 1, y: [] } },
      [{ op: 'test', path: '/a', value: { y: [], x: 1 } }],
      { a: { x: 1, y: [] } },
    ],
    [
      'reads escapes once',
      { 'a/b': 1, '~1': 2 },
      [
        { op: 'replace', path: '/a~1b', value: 3 },
        { op: 'remove', path: '/~01' },
      ],
      { 'a/b': 3 },
    ],
    ['ignores further fields', { a: 1 }, [{ op: 'remove', path: '/a', value: 1, comment: 'x' }], {}],
  ])('%s', (_, document, patch, patched) => {
    const before = structuredClone(document);
    expect(apply(document, ...patch)).toEqual({ document: patched });
    expect(document).toEqual(before);
  });

  test.each<[string, object, object, string]>([
    ['a missing field', { a: 1 }, { op: 'remove', path: '/b' }, 'does not exist'],
    ['a missing field to replace', { a: 1 }, { op: 'replace', path: '/b', value: 1 }, 'does not exist'],
    ['a field of a missing one', { a: 1 }, { op: 'add', path: '/b/c', value: 1 }, 'does not exist'],
    ['a field of a text', { a: 'x' }, { op: 'add', path: '/a/0', value: 1 }, 'does not exist'],
    ['an element past the end', { a: [1] }, { op: 'add', path: '/a/2', value: 1 }, 'does not exist'],
    ['an index with a leading zero', { a: [1, 2] }, { op: 'add', path: '/a/01', value: 1 }, 'does not exist'],
    ['an index that is none', { a: [1] }, { op: 'add', path: '/a/length', value: 0 }, 'does not exist'],
    ['the element after the last', { a: [1] }, { op: 'replace', path: '/a/-', value: 1 }, 'does not exist'],
    ['the length of an array', { a: [1, 2] }, { op: 'replace', path: '/a/length', value: 0 }, 'does not exist'],
    ['a copy to an index that is none', { a: [1] }, { op: 'copy', from: '/first', path: '/a/x' }, 'does not exist'],
    ['a copy past the end', { a: [1] }, { op: 'copy', from: '/first', path: '/a/2' }, 'does not exist'],
    ['what every object inherits', { a: 1 }, { op: 'replace', path: '/toString', value: 1 }, 'does not exist'],
    ['a removal of that', { a: 1 }, { op: 'remove', path: '/toString' }, 'does not exist'],
    ['a move of that', { a: {} }, { op: 'move', from: '/a/valueOf', path: '/b' }, 'does not exist'],
    ['a field of that', { a: {} }, { op: 'add', path: '/a/valueOf/x', value: 1 }, 'does not exist'],
    ['a copy of a character', { a: 'xy' }, { op: 'copy', from: '/a/0', path: '/b' }, 'does not exist'],
    ['a test of a length', { a: 'xy' }, { op: 'test', path: '/a/length', value: 2 }, 'does not exist'],
    ['a move past the end', { a: [1, 2] }, { op: 'move', from: '/a/0', path: '/a/2' }, 'does not exist'],
    ['a test of what is missing', { a: 1 }, { op: 'test', path: '/b', value: null }, 'does not exist'],
    ['a test that fails', { a: 1 }, { op: 'test', path: '/a', value: '1' }, 'does not have the value of the test'],
    [
      'a move into itself',
      { a: { b: 1 } },
      { op: 'move', from: '/a', path: '/a/b' },
      'must not be inside of what is moved',
    ],
    ['the prototype', { a: 1 }, { op: 'add', path: '/__proto__/x', value: 1 }, 'names a reserved field'],
    ['the constructor', { a: 1 }, { op: 'add', path: '/constructor/prototype/x', value: 1 }, 'names a reserved field'],
    ['the whole document', { a: 1 }, { op: 'replace', path: '', value: {} }, 'must not be the whole document'],
  ])('is refused for %s', (_, document, operation, message) => {
    const before = structuredClone(document);
    const first = { op: 'add', path: '/first', value: 1 };
    expect(apply(document, first, operation)).toMatchObject({ fault: { index: 1, message } });
    expect(document).toEqual(before);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  test('is refused when its copies double the document again and again, before they fill the memory', () => {
    const copies = Array.from({ length: 100 }, (_, n) => ({ op: 'copy', from: '/a', path: `/a/x${n}` }));
    expect(apply({ a: { text: 'x'.repeat(1000) } }, ...copies)).toMatchObject({
      fault: { index: 9, message: 'makes the document too large' },
    });
  });

  test('is refused when it nests values too deeply, in one operation or in many', () => {
    const nested = (depth: number): unknown => (depth === 0 ? 1 : { x: nested(depth - 1) });
    const fault = { message: 'nests the document too deeply' };
    expect(apply({}, { op: 'add', path: '/a', value: nested(99) })).toHaveProperty('document');
    expect(apply({}, { op: 'add', path: '/a', value: nested(100) })).toMatchObject({ fault });
    const steps = Array.from({ length: 200 }, (_, n) => ({ op: 'add', path: `/a${'/x'.repeat(n)}`, value: {} }));
    expect(apply({}, ...steps)).toMatchObject({ fault: { ...fault, index: 199 } });
  });

  test('tests long arrays in no time', () => {
    const long = Array.from({ length: 20_000 }, (_, n) => ({ n }));
    const test = { op: 'test', path: '/a', value: [...long.slice(1), { n: 0 }] };
    expect(apply({ a: long }, test)).toMatchObject({ fault: { message: 'does not have the value of the test' } });
  });

  test.each<[string, unknown]>([
    ['no array', {}],
    ['an unknown operation', [{ op: 'merge', path: '/a' }]],
    ['no path', [{ op: 'remove' }]],
    ['no value', [{ op: 'add', path: '/a' }]],
    ['no source', [{ op: 'move', path: '/a' }]],
    ['a path without a slash', [{ op: 'remove', path: 'a' }]],
    ['an unknown escape', [{ op: 'remove', path: '/a~2' }]],
    ['too many operations', Array.from({ length: 1_001 }, () => ({ op: 'remove', path: '/a' }))],
  ])('has a schema that refuses %s', (_, patch) => {
    expect(JsonPatch.safeParse(patch).success).toBe(false);
  });
});
