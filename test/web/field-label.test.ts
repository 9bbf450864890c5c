import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { auditedFields, auditedParts } from '../../src/domain/audit.ts';
import { Bibliography } from '../../src/domain/values/bibliography.ts';
import { fieldLabel } from '../../web/src/data/field-label.ts';

const source = readFileSync(join(import.meta.dirname, '../../web/src/data/vocabulary-texts.ts'), 'utf8');
const [en = '', de = ''] = source.split('  de: {');
const namesIn = (text: string) =>
  new Map([...text.matchAll(/'field\.(\w+)': '([^']+)'/g)].map(([, key, name]) => [key, name]));

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
