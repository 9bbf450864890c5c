import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { unzipSync } from 'fflate';
import { po } from 'gettext-parser';
import { pluginArchive } from '../../scripts/plugins/package.ts';
import { areToolsRequired } from '../support/required-tools.ts';

/** The client and the plugins in PHP. */

const root = join(import.meta.dirname, '../..');
const hasTools = ['php', 'phpunit'].every((tool) => spawnSync('which', [tool]).status === 0);
const withTools = hasTools || areToolsRequired ? test : test.skip;

withTools('every file is PHP, and declares strict types', () => {
  const files = globSync('{clients/php,plugins}/**/*.{php,module,install}', { cwd: root });
  expect(files.filter((file) => !file.endsWith('.php'))).toHaveLength(2);
  for (const file of files) {
    const path = join(root, file);
    expect(execFileSync('php', ['-l', path], { encoding: 'utf8' })).toContain('No syntax errors');
    expect(readFileSync(path, 'utf8')).toContain('declare(strict_types=1);');
  }
});

withTools.each(globSync('{clients/php,plugins/*/*}/phpunit.xml', { cwd: root }))('the tests of %s pass', (file) => {
  const { status, stdout } = spawnSync('phpunit', ['-c', join(root, file)], { encoding: 'utf8' });
  expect({ status, report: status === 0 ? '' : stdout }).toEqual({ status: 0, report: '' });
});

test.each([
  ['wordpress', 'publication-registry', ['publication-registry.php', 'languages/publication-registry-de_DE.mo']],
  ['drupal', 'publication_registry', ['publication_registry.info.yml']],
] as const)('the archive for %s has the client and each translation, and no tests', (platform, folder, expected) => {
  const paths = Object.keys(unzipSync(pluginArchive(platform)));
  const own = [...expected, 'LICENSE', 'client/src/Client.php', 'client/autoload.php'].map(
    (path) => `${folder}/${path}`,
  );
  expect(paths).toEqual(expect.arrayContaining(own));
  expect(paths.filter((path) => !path.startsWith(`${folder}/`) || /test|phpunit/i.test(path))).toEqual([]);
});

test('the German translation is complete, with the placeholders of the texts', () => {
  const folder = join(root, 'plugins/wordpress/publication-registry/languages');
  const read = (name: string) => po.parse(readFileSync(join(folder, name))).translations[''] ?? {};
  const [texts, german] = [read('publication-registry.pot'), read('publication-registry-de_DE.po')];
  expect(Object.keys(german)).toEqual(Object.keys(texts));
  const placeholders = (text = '') => text.match(/%(\d\$)?[sd]/g) ?? [];
  for (const { msgid, msgid_plural, msgstr } of Object.values(german)) {
    if (msgid === '') continue;
    expect(msgstr).toHaveLength(msgid_plural ? 2 : 1);
    for (const text of msgstr) expect([text !== '', placeholders(text)]).toEqual([true, placeholders(msgid)]);
  }
});
