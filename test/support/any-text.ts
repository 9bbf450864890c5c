import fc from 'fast-check';

const firstSurrogate = 0xd800;
const surrogates = 0x800;

/** Any code point but halves of surrogate pairs. */
const character = fc.nat({ max: 0x10ffff - surrogates }).map(
  (index) => String.fromCodePoint(index < firstSurrogate ? index : index + surrogates),
  (text) => {
    const code = typeof text === 'string' ? text.codePointAt(0) : undefined;
    if (code === undefined || String.fromCodePoint(code) !== text) throw new Error('Not a code point');
    return code < firstSurrogate ? code : code - surrogates;
  },
);

/**
 * A text of any characters, as `fc.string({ unit: 'binary' })`, which takes a second in each test file: it makes a map of
 * a million characters first.
 */
export const anyText = (constraints: fc.StringConstraints = {}): fc.Arbitrary<string> =>
  fc.string({ ...constraints, unit: character });
