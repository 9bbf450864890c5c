import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { compileText } from '../../web/compile-texts.ts';
import { texts as en } from '../../web/src/text/catalogs/en.ts';
import { pageTexts } from '../../web/src/text/page-texts.ts';

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

test.each(pageTexts)('the texts of %s are used only in its folder of pages, whose routes load them', (part) => {
  const own = `web/src/pages/${part.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}/`;
  const files = globSync('web/src/**/*.{ts,tsx}', { cwd: join(folder, '../../../..') })
    .filter((file) => !/^web\/src\/(text\/catalogs\/|api\/schema)/.test(file))
    .map((file) => ({ file, text: readFileSync(join(folder, '../../../..', file), 'utf8') }));
  const keys = Object.keys(en).filter((key) => key.startsWith(`${part}.`));
  expect(keys.length).toBeGreaterThan(0);
  // Texts of a key that is known, and of one whose end is only known when it is shown.
  const isUsed = (text: string) =>
    [...text.matchAll(new RegExp(`['\`](${part}[.][\\w.-]*)(['\`]|[$][{])`, 'g'))].some(([, key = '', end]) =>
      end === '${' ? keys.some((each) => each.startsWith(key)) : keys.includes(key),
    );
  const users = files.filter(({ text }) => isUsed(text)).map(({ file }) => file);
  expect(users.filter((file) => !file.startsWith(own))).toEqual([]);
  const route = files.find(({ file }) => file === `${own}route.ts`)?.text ?? '';
  expect(route.match(/import\('/g)).toHaveLength(
    route.match(new RegExp(`withTexts\\('${part}', import\\('`, 'g'))?.length ?? 0,
  );
});
