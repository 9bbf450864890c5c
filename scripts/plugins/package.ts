import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Zippable, zipSync } from 'fflate';
import { compiledTranslation } from './texts.ts';

const root = join(import.meta.dirname, '../..');

/** The plugins, by the name of their folder on a site. */
export const plugins = {
  wordpress: { folder: 'plugins/wordpress/publication-registry', name: 'publication-registry' },
  drupal: { folder: 'plugins/drupal/publication_registry', name: 'publication_registry' },
} as const;

export type Platform = keyof typeof plugins;

/** The files of a plugin as a site has them, by path: with the client and the compiled translations. */
export function pluginFiles(platform: Platform): Map<string, Uint8Array> {
  const { folder, name } = plugins[platform];
  const found = new Map<string, Uint8Array>();
  const add = (from: string, to: string, pattern: string) => {
    for (const path of globSync(pattern, { cwd: join(root, from) }).sort()) {
      const full = join(root, from, path);
      if (statSync(full).isFile()) found.set(`${to}/${path}`, readFileSync(full));
    }
  };
  add(folder, name, '**/*');
  for (const path of found.keys()) if (/\/(tests\/|phpunit\.xml)/.test(path)) found.delete(path);
  add('clients/php', `${name}/client`, '{autoload.php,LICENSE,src/*.php}');
  for (const [path, text] of found) {
    if (path.endsWith('.po')) found.set(path.replace(/po$/, 'mo'), compiledTranslation(Buffer.from(text).toString()));
  }
  return found;
}

/** The archive that an administrator uploads. The same files make the same bytes. */
export function pluginArchive(platform: Platform): Uint8Array {
  const files: Zippable = {};
  for (const [path, content] of pluginFiles(platform)) files[path] = content;
  return zipSync(files, { mtime: new Date(2026, 0, 1) });
}
