import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { compileText } from '../../web/compile-texts.ts';
import { texts as en } from '../../web/src/text/catalogs/en.ts';

type Catalog = Readonly<Record<string, string>>;
const folder = join(import.meta.dirname, '../../web/src/text/catalogs');
const catalogs = await Promise.all(
  readdirSync(folder).map(async (file): Promise<[string, Catalog]> => [file, (await import(join(folder, file))).texts]),
);

/** The names of the values of a message, also inside of plurals and choices. */
function valuesOf(message: unknown): string[] {
  if (!Array.isArray(message)) return [];
  const names = message.flatMap((part) => {
    if (!Array.isArray(part)) return [];
    const [name, , branches] = part;
    return [String(name), ...Object.values(branches ?? {}).flatMap(valuesOf)];
  });
  return [...new Set(names)].sort();
}

test.each(catalogs)(
  '%s has the texts of the English catalog, with the same values, in the order of keys',
  (_, texts) => {
    const keys = Object.keys(texts);
    expect(keys).toEqual(keys.toSorted());
    expect(keys).toEqual(Object.keys(en));
    const differing = keys.filter((key) => {
      const [own, english] = [texts, en as Catalog].map((each) => valuesOf(compileText(each[key] ?? '')));
      return JSON.stringify(own) !== JSON.stringify(english);
    });
    expect(differing).toEqual([]);
  },
);

test('a text has neither spaces around it nor straight quotes', () => {
  for (const [file, texts] of catalogs) {
    const untidy = Object.entries(texts).filter(([, text]) => text !== text.trim() || / {2}|"/.test(text));
    expect([file, untidy]).toEqual([file, []]);
  }
});
