import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { formerProgress, keys, listEpochSortKey } from '#src/table/keys.ts';
import type { Item } from '#src/table/table.ts';
import { keyExamples } from '../../scripts/generate/key-examples.ts';
import { previousFile, previousVersion } from '../support/previous-release.ts';
import { shapeText } from '../support/shape-text.ts';
import { storedItems, storedVersions } from '../support/stored-data.ts';
import {
  type ItemReader,
  isOutdated,
  itemReaders,
  optionalKeys,
  shapes,
  storedFields,
} from '../support/stored-kinds.ts';

/**
 * Every schema reads data written by older versions. docs/stored-shapes.md says what to do when one of these tests
 * fails.
 */

type Name = keyof typeof itemReaders;
const names = Object.keys(itemReaders) as Name[];

/** The constant start of a key function's keys. */
const prefixesOf = new Map(
  names.map((name): [Name, { pk: string; sk: string }] => {
    const make = keys[name] as (...input: readonly unknown[]) => { pk: string; sk: string };
    const { pk, sk } = make(...keyExamples[name]);
    const isRow = pk.startsWith('LIST#') && sk !== '!EPOCH';
    return [name, { pk: isRow ? pk.replace(/\d+$/, '') : upToId(pk), sk: isRow ? '' : upToId(sk) }];
  }),
);

/** `DUPLICATE#OF#` of `DUPLICATE#OF#a3f1`; words without an id unchanged; nothing of keys that start with an id. */
function upToId(part: string): string {
  return /^!?(?:[A-Z_]+#)*(?:[A-Z_]+$)?/.exec(part)?.[0] ?? '';
}

const matches = (part: string, prefix: string) => (/[#]$|^$/.test(prefix) ? part.startsWith(prefix) : part === prefix);

function nameOf({ pk, sk }: Item): Name {
  if (sk === listEpochSortKey) return 'listEpoch';
  const found = names.filter((name) => {
    const prefix = prefixesOf.get(name);
    return prefix && matches(String(pk), prefix.pk) && matches(String(sk), prefix.sk);
  });
  const longest = Math.max(...found.map((name) => prefixesOf.get(name)?.pk.length ?? 0));
  const closest = found.filter((name) => prefixesOf.get(name)?.pk.length === longest);
  const exact = closest.length > 1 ? closest.filter((name) => prefixesOf.get(name)?.sk !== '') : closest;
  const [name] = exact;
  if (!name || exact.length > 1) throw new Error(`${pk} ${sk} is of the keys ${found.join(', ') || 'of nothing'}`);
  return name;
}

/** Progress of passes that an earlier release stored is not read: they start over. */
const isRead = ({ pk }: Item) => !formerProgress.some((partition) => String(pk).startsWith(partition));

const data = storedVersions.map((version) => ({
  version,
  items: Map.groupBy(storedItems(version).filter(isRead), nameOf),
}));

describe.each(names)('items of the key %s', (name) => {
  const held = data.flatMap(({ version, items }) => (items.get(name) ?? []).map((item) => ({ version, item })));

  test('are in a data set of some version', () => {
    if (!optionalKeys.includes(name)) expect(held.length).toBeGreaterThan(0);
  });

  test('are read, whatever version wrote them: a field that was added later has a default', () => {
    for (const { version, item } of held) expect(failureOf(itemReaders[name], version, item)).toBeUndefined();
  });
});

/** The error of reading an item, as text; undefined if it is readable. */
function failureOf(reading: ItemReader, version: string, item: Item): string | undefined {
  try {
    if (reading instanceof z.ZodType) reading.parse(item);
    else reading?.read(item);
    return undefined;
  } catch (error) {
    return `${item.pk} ${item.sk} of version ${version}: ${String(error)}`;
  }
}

test('a new field without a default would be found, and one with a default is read', () => {
  const fields = Object.entries(itemReaders).filter(([, reading]) => reading instanceof z.ZodObject);
  expect(fields.length).toBeGreaterThan(10);
  for (const [name, reading] of fields) {
    const [first] = data.map(({ version, items }) => ({ version, item: items.get(name as Name)?.[0] }));
    if (!first?.item) continue;
    const [required, defaulted] = [z.string(), z.string().default('')].map((field) =>
      (reading as z.ZodObject).extend({ imaginary: field }),
    );
    expect(failureOf(required, first.version, first.item)).toContain('imaginary');
    expect(failureOf(defaulted, first.version, first.item)).toBeUndefined();
  }
});

test('the newest data set has the current shapes; after a change of a number: npm run stored-data', () => {
  const newest = storedVersions.at(-1) ?? '';
  const outdated = storedItems(newest).filter(isOutdated);
  // Only the number and keys: each item takes hundreds of lines.
  const kinds = [...new Set(outdated.map(nameOf))].sort();
  if (kinds.length > 0)
    throw new Error(
      `${outdated.length} items of ${newest} have an older shape (${kinds.join(', ')}). Run: npm run stored-data`,
    );
});

describe.each(Object.entries(shapes))('the shape of: %s', (name, { shape, schemas }) => {
  test(`number ${shape} is as it was when it got this number; a change needs the next number`, () => {
    const described = Object.entries(schemas).map(([schemaName, schema]) => `${schemaName} ${shapeText(schema)}`);
    expect(described.join('\n')).toMatchSnapshot(`${name} ${shape}`);
  });
});

describe('what the previous release does not know', () => {
  const { previous, added } = addedFields();

  test('is in the table of what is lost on the way back: docs/upgrading.md', () => {
    expect(lostInDocs().sort()).toEqual(added);
  });

  test('includes a field that was added at any depth, and whole kinds of items', () => {
    const { job: _, ...others } = previous;
    const deep = 'original.authors.name';
    expect(others.publication).toContain(deep);
    const before = { ...others, publication: others.publication?.filter((path) => path !== deep) };
    expect(addedTo(before, previous)).toEqual(['job all', 'publication name']);
  });
});

/** The fields of every kind of item in the previous release, and what was added since. */
function addedFields() {
  const now = storedFields();
  // In the commit of a release, its own fixture is the only one.
  const previous = previousVersion ? JSON.parse(readFileSync(previousFile('stored-fields.json'), 'utf8')) : now;
  return { previous: previous as typeof now, added: addedTo(previous, now) };
}

/** `work edits` for a field that was added, without those below it; `workEdit all` for a kind of items. */
function addedTo(before: Record<string, string[] | undefined>, after: Record<string, string[]>): string[] {
  const added = Object.entries(after).flatMap(([kind, paths]) => {
    const known = before[kind];
    if (!known) return [`${kind} all`];
    const others = new Set(paths.filter((path) => !known.includes(path)));
    const topmost = [...others].filter((path) => !others.has(path.replace(/[.][^.]+$/, '')) || !path.includes('.'));
    return topmost.map((path) => `${kind} ${path.split('.').at(-1)}`);
  });
  return [...new Set(added)].sort();
}

/** The rows of the table in docs/upgrading.md, in the same form. */
function lostInDocs(): string[] {
  const page = readFileSync(join(import.meta.dirname, '../../docs/upgrading.md'), 'utf8');
  const [, section = ''] = page.split(`\n### What ${previousVersion} does not know\n`);
  const rows = section.split(/\n#/)[0]?.match(/^\| `.*$/gm) ?? [];
  return rows.flatMap((row) => {
    const [kinds = [], fields = []] = row
      .split('|')
      .slice(1, 3)
      .map((cell) => cell.match(/\w+/g) ?? []);
    return kinds.flatMap((kind) => fields.map((field) => `${kind} ${field}`));
  });
}
