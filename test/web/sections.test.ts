import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { sectionOf } from '../../web/src/shell/sections.ts';

const pages = join(import.meta.dirname, '../../web/src/pages');
const patterns = globSync('*/route.ts', { cwd: pages }).flatMap((file) =>
  [...readFileSync(join(pages, file), 'utf8').matchAll(/^ {2}path: '([^']+)'/gm)].map(([, path = '']) => path),
);

test('every page belongs to an address in the navigation, but those of a person and of signing in', () => {
  const without = patterns.filter((pattern) => sectionOf(pattern.replace(/\$\w*/, '10.5555/a')) === undefined);
  expect(without.sort()).toEqual(['/account', '/reset-password', '/sign-in']);
});

test.each([
  ['/', '/'],
  ['/publications', '/publications'],
  ['/publication/10.5555/jcp.2020.115', '/publications'],
  ['/projects/new', '/projects'],
  ['/new-project', '/projects'],
  ['/people/0000-0002-1825-0097', '/people'],
  ['/ingestion/job', '/ingestion'],
  ['/publications-of-another-kind', undefined],
])('the address %s belongs to %s', (pathname, section) => {
  expect(sectionOf(pathname)).toBe(section);
});
