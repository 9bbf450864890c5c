import { expect, test } from '@jest/globals';
import { auditedFields, auditedParts } from '#src/logbook/domain/audit.ts';
import { Bibliography } from '#src/vocabulary/bibliography.ts';
import { fieldLabel } from '../../web/src/data/field-label.ts';
import { texts as de } from '../../web/src/text/catalogs/de.ts';
import { texts as en } from '../../web/src/text/catalogs/en.ts';

const namesIn = (texts: Readonly<Record<string, string>>) =>
  new Map(Object.entries(texts).map(([key, name]) => [key.replace('vocabulary.field.', ''), name]));

test('every field of publications, and every one that the audit trail records, has a name in both languages', () => {
  const audited = [...Object.values(auditedFields).flat(), ...Object.values(auditedParts).flat()];
  const fields = [...audited, ...Object.keys(Bibliography.shape)];
  for (const names of [namesIn(en), namesIn(de)]) {
    expect(fields.filter((field) => !names.has(field))).toEqual([]);
  }
});

test.each([
  ['starts_at', 'Starts'],
  ['/deleted_at', 'Deleted'],
  ['/data/publisher', 'Publisher'],
  ['origin:ori_1', 'Origin: ori_1'],
  ['/researchers/0000-0002-1825-0097', 'Researchers: 0000-0002-1825-0097'],
  ['/data/nobody_knows', '/data/nobody_knows'],
  ['nobody_knows', 'nobody_knows'],
  ['', ''],
])('the field %s is called %s', (field, label) => {
  const names = namesIn(en);
  expect(fieldLabel(field, (name) => names.get(name))).toBe(label);
});
