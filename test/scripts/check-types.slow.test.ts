import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { checkTypes } from '../../scripts/check/types.ts';

const folder = mkdtempSync(join(tmpdir(), 'check-types-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const options = {
  strict: true,
  module: 'nodenext',
  target: 'es2024',
  lib: ['es5'],
  types: [],
  allowImportingTsExtensions: true,
};
write('tsconfig.json', JSON.stringify({ compilerOptions: { ...options, noEmit: true } }));
write('package.json', '{ "type": "module" }');
const files = {
  'a.ts': "import { size } from './b.ts';\nexport const half: number = size / 2 + shared;\n",
  'b.ts': 'export const size = 4;\n',
  'c.ts': 'declare global {\n  var shared: number;\n}\nexport {};\n',
};
for (const [name, text] of Object.entries(files)) write(name, text);
const findings = () => checkTypes(folder, 'tsconfig.json');

test('what is kept of a check hides no finding, and leaves none that is no more', async () => {
  expect(await findings()).toBe('');
  const kept = () => readdirSync(join(folder, '.local/types'));
  expect(kept()).toHaveLength(1);
  for (const [name, other, found] of [
    ['b.ts', "export const size = 'four';\n", /^a\.ts\(2,.*TS2362/],
    ['b.ts', undefined, /^a\.ts\(1,.*TS2307/],
    ['c.ts', files['c.ts'].replace('number', 'string'), /^a\.ts\(2,.*TS2322/],
    ['c.ts', undefined, /^a\.ts\(2,.*TS2304/],
  ] as const) {
    if (other) write(name, other);
    else rmSync(join(folder, name));
    expect(await findings()).toMatch(found);
    write(name, files[name]);
    expect(await findings()).toBe('');
  }
  expect(kept()).toHaveLength(1);
});
