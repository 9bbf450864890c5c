import fc from 'fast-check';
import { sheetText } from '#src/formats/editing/cell-text.ts';
import { cellOf } from '#src/formats/editing/cells.ts';
import { type EditColumn, editColumns } from '#src/formats/editing/columns.ts';
import type { EditedList } from '#src/records/intakes/edited-lists.ts';
import { tokensOf } from '#src/records/publications/fields.ts';
import type { Author } from '#src/vocabulary/bibliography.ts';
import { isSameJson } from '#src/vocabulary/json/same-json.ts';

/** Signs that formats of tables, languages, lists and people have a meaning for, and that XML cannot hold. */
const sign = fc.oneof(
  fc.constantFrom(
    ...[
      '; ',
      ';',
      ',',
      ', ',
      '"',
      '""',
      "'",
      '=',
      '+',
      '-',
      '@',
      '[en] ',
      '[de-AT] ',
      '\\[en] ',
      '\n',
      '\r\n',
      '\t',
      ' ',
    ],
    ...[
      '_x0020_',
      '_x005F_',
      '&amp;',
      '<b>',
      ']]>',
      '\ufffe',
      '\ud800',
      '\u0000',
      '陶',
      '𠮷',
      'é',
      'Ã©',
      '(',
      ')',
      '[',
      ']',
    ],
    ...['0012', '1E5', '2020-11-05', '#N/A', 'yes', '..'],
  ),
  fc.string({ maxLength: 3 }),
);
const text = fc.array(sign, { maxLength: 6 }).map((signs) => signs.join(''));
const word = text.filter((each) => sheetText(each) !== '');
const date = fc.constantFrom(null, '2020', '2020-11', '2020-11-05');
const orcid = fc.constantFrom(null, '0000-0002-1825-0097');

const person: fc.Arbitrary<Author> = fc.oneof(
  fc.record({
    name: word,
    given: fc.constant(null),
    family: fc.constant(null),
    orcid,
    affiliations: fc.constant<string[]>([]),
  }),
  fc.record({
    name: word,
    given: fc.option(word),
    family: fc.option(word),
    orcid,
    affiliations: fc.array(word, { maxLength: 2 }),
    suffix: fc.constantFrom('Jr.', 'III'),
  }),
  fc.record({
    name: word,
    given: fc.option(word),
    family: word,
    orcid,
    affiliations: fc.array(word, { maxLength: 2 }),
  }),
);

const localized = fc.oneof(
  fc.constant(null),
  word,
  fc.dictionary(fc.constantFrom('en', 'de', 'pt-BR', 'zh-Hant'), word, { minKeys: 1 }),
);

function valueFor({ field, kind }: EditColumn): fc.Arbitrary<unknown> {
  switch (kind) {
    case 'text':
      return field.includes('date') ? date : fc.option(text);
    case 'number':
      return fc.option(fc.integer({ min: 1000, max: 3000 }));
    case 'boolean':
      return fc.option(fc.boolean());
    case 'localized':
      return localized;
    case 'list':
      return fc.array(word, { maxLength: 3 });
    case 'people':
      return fc.array(person, { maxLength: 3 });
    case 'contributors':
      return fc.array(
        fc.tuple(person, fc.constantFrom('translator', 'chair')).map(([each, role]) => ({ ...each, role })),
        { maxLength: 2 },
      );
    case 'parents':
      return fc.array(
        fc.record({
          id: fc.constantFrom('faculty', '2020-1'),
          starts_at: fc.constantFrom(null, '2020-01-01'),
          ends_at: fc.constantFrom(null, '2021-12-31'),
        }),
        { maxLength: 2 },
      );
    case 'first-day':
    case 'last-day':
      return fc.constantFrom(null, '2020-01-01');
    case 'shown':
      return fc.array(word, { maxLength: 2 });
  }
}

/** A document with these values at the paths of their columns. */
export function documentWith(values: ReadonlyMap<EditColumn, unknown>): object {
  const document: Record<string, Record<string, unknown> | unknown> = { data: {} };
  for (const [{ path }, value] of values) {
    const [place = '', name] = tokensOf(path);
    if (name === undefined) document[place] = value;
    else (document[place] as Record<string, unknown>)[name] = value;
  }
  return document;
}

/** Records of a list with any values. */
export const documents = (list: EditedList): fc.Arbitrary<object> =>
  fc
    .tuple(...editColumns(list).map(valueFor))
    .map((values) => documentWith(new Map(editColumns(list).map((column, at) => [column, values[at]]))));

/** Whether a value that was read is the one that was written, as far as a cell can tell. */
export const isReadBack = (column: EditColumn, value: unknown, document: object): boolean =>
  isSameJson(cellOf(column, document), cellOf(column, documentWith(new Map([[column, value]]))));
