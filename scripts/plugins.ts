/** Packs the plugins, ready to be uploaded. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseOptions, runCommand } from './command.ts';
import { type Platform, pluginArchive, plugins } from './plugins/package.ts';

const usage = `Usage: npm run plugins

Writes an archive of each plugin, such as dist/plugins/publication-registry-wordpress.zip.`;

if (import.meta.main) {
  await runCommand(usage, async () => {
    parseOptions({});
    const folder = join(import.meta.dirname, '../dist/plugins');
    mkdirSync(folder, { recursive: true });
    for (const platform of Object.keys(plugins) as Platform[]) {
      const path = join(folder, `${plugins[platform].name}-${platform}.zip`);
      writeFileSync(path, pluginArchive(platform));
      console.log(path);
    }
    return undefined;
  });
}
