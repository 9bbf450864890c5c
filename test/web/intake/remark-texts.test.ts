import { expect, test } from '@jest/globals';
import type { EditRowFault } from '#src/formats/editing/read-edits.ts';
import type { NoteCode, RefusalCode } from '#src/formats/reading/entries/remarks.ts';
import { rowRefusals } from '#src/records/intakes/intake.ts';
import { texts as de } from '../../../web/src/text/catalogs/de.ts';
import { texts as en } from '../../../web/src/text/catalogs/en.ts';

type RowFaultCode = EditRowFault['code'];

// The type check asks for each code.
const faults = {
  'open-brace': 1,
  'closed-early': 1,
  'swallowed-field': 1,
  'entry-inside': 1,
  'commented-out': 1,
  'open-comment': 1,
  'no-key': 1,
  'key-twice': 1,
  'field-twice': 1,
  'missing-comma': 1,
  unreadable: 1,
  abbreviation: 1,
  'parent-missing': 1,
  'no-end': 1,
  'no-type': 1,
  'outside-record': 1,
  'open-quote': 1,
  'text-after-quote': 1,
  cells: 1,
  'too-long': 1,
  'no-title': 1,
  mojibake: 1,
  'number-damaged': 1,
  'authors-cut': 1,
  'id-unknown': 1,
  'id-twice': 1,
  'version-changed': 1,
  'row-cut': 1,
  'row-large': 1,
} satisfies Record<RowFaultCode, 1>;
const notes = {
  cut: 1,
  'date-unread': 1,
  'identifier-unread': 1,
  'type-unknown': 1,
  'command-unknown': 1,
  'authors-incomplete': 1,
  'lower-case-tags': 1,
  'series-number': 1,
} satisfies Record<NoteCode, 1>;
const refusals = {
  empty: 1,
  'too-large': 1,
  'too-many-entries': 1,
  'too-many-columns': 1,
  encoding: 1,
  mojibake: 1,
  'format-unknown': 1,
  'no-entries': 1,
  'header-repeated': 1,
  'header-unknown': 1,
  'spreadsheet-format': 1,
  'spreadsheet-damaged': 1,
  'unpacks-too-large': 1,
  'xml-entities': 1,
  'no-edits': 1,
  'edits-version': 1,
  'other-registry': 1,
  'open-quote': 1,
} satisfies Record<RefusalCode, 1>;

const kinds: [string, object][] = [
  ['entryFault', faults],
  ['entryNote', notes],
  ['refusal', refusals],
  ['refusalHint', refusals],
];

test.each(kinds)('every code of %s has a text in each language, and no text is left over', (kind, codes) => {
  const prefix = `import.${kind}.`;
  for (const texts of [en, de]) {
    const keys = Object.keys(texts).filter((key) => key.startsWith(prefix));
    expect(keys).toEqual(
      Object.keys(codes)
        .map((code) => prefix + code)
        .sort(),
    );
  }
});

test('every reason for which a row fails has a text in each language', () => {
  for (const texts of [en, de]) {
    for (const code of rowRefusals) expect(Object.keys(texts)).toContain(`import.intake.failed.${code}`);
  }
});
