import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pluginFiles } from '../../scripts/plugins/package.ts';
import { waitFor } from '../support/cloud.ts';

/** Debian's packages of what a site needs. */
export const packages =
  'php-cli php-mysql php-xml php-curl php-mbstring mariadb-server wordpress wordpress-theme-twentytwentythree';

/** Another version than Debian's can be tested by naming its unpacked folder. */
const wordpressFolder = process.env.WORDPRESS_FOLDER ?? '/usr/share/wordpress';

/** Whether a site can be started on this computer. */
export const isWordPressInstalled =
  existsSync(wordpressFolder) && ['php', 'mariadbd', 'mariadb-install-db'].every((tool) => isTool(tool));

function isTool(name: string): boolean {
  return spawnSync('which', [name]).status === 0;
}

/** A WordPress of its own on this computer, with the packed plugin, which is active. */
export interface Site {
  url: string;
  folder: string;
  /** Runs PHP inside WordPress and returns what it prints. Throws with the output if it fails. */
  php(code: string): Promise<string>;
  /** Messages of PHP about the plugin: there should be none. */
  reported(): string[];
  stop(): Promise<void>;
}

/** Starts a site on a port, or on a free one. Takes about six seconds. */
export async function startSite(port = 0): Promise<Site> {
  const base = mkdtempSync(join(tmpdir(), 'wordpress-'));
  chmodSync(base, 0o755);
  const [sitePort, databasePort] = [port || (await freePort()), await freePort()];
  const [host, folder] = [`127.0.0.1:${sitePort}`, join(base, 'site')];
  const url = `http://${host}`;
  const children: ChildProcess[] = [];
  const stop = async () => {
    for (const child of children.reverse()) {
      if (child.exitCode !== null) continue;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    }
    rmSync(base, { recursive: true, force: true });
  };
  try {
    children.push(await startDatabase(join(base, 'database'), databasePort));
    // Dereferenced: WordPress finds its configuration beside its real files.
    execFileSync('cp', ['-rL', wordpressFolder, folder]);
    writeFileSync(join(folder, 'wp-config.php'), configuration(databasePort));
    const installed = join(folder, 'wp-content/plugins');
    for (const [path, content] of pluginFiles('wordpress')) {
      mkdirSync(dirname(join(installed, path)), { recursive: true });
      writeFileSync(join(installed, path), content);
    }
    const env = { ...process.env, SITE_HOST: host, SITE_FOLDER: folder };
    // Not synchronously: the registry that the plugin asks may be in this process.
    const php = (code: string, more: Record<string, string> = {}) =>
      new Promise<string>((resolve, reject) => {
        const options = { env: { ...env, ...more } };
        const child = execFile('php', [join(import.meta.dirname, 'run.php')], options, (error, stdout, stderr) =>
          error ? reject(new Error(`${stdout}${stderr}`)) : resolve(stdout),
        );
        child.stdin?.end(code);
      });
    await php(
      `wp_install('A site', 'admin', 'admin@example.org', true, '', 'admin');
      foreach (['siteurl', 'home'] as $name) { update_option($name, '${url}'); }
      update_option('permalink_structure', '/%postname%/');
      switch_theme('twentytwentythree');`,
      { INSTALL: '1' },
    );
    await php(`$result = activate_plugin('publication-registry/publication-registry.php');
      if (is_wp_error($result)) { fwrite(STDERR, $result->get_error_message()); exit(1); }`);
    const server = spawn('php', ['-S', host, '-t', folder, join(import.meta.dirname, 'router.php')], {
      stdio: 'ignore',
      // Requests of the registry come while a page of the administrator waits for it.
      env: { ...env, PHP_CLI_SERVER_WORKERS: '4' },
      detached: true,
    });
    children.push(groupOf(server));
    await waitFor('WordPress', () =>
      fetch(`${url}/wp-login.php`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    const log = join(folder, 'wp-content/debug.log');
    const reported = () =>
      (existsSync(log) ? readFileSync(log, 'utf8') : '')
        .split('\n')
        .filter((line) => /publication-registry/.test(line));
    return { url, folder, php, reported, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** PHP's server has workers, which end with its process group. */
function groupOf(server: ChildProcess): ChildProcess {
  server.kill = () => server.pid !== undefined && process.kill(-server.pid, 'SIGKILL');
  return server;
}

async function startDatabase(folder: string, port: number): Promise<ChildProcess> {
  const user = process.getuid?.() === 0 ? ['--user=mysql'] : [];
  mkdirSync(folder);
  if (user.length > 0) execFileSync('chown', ['mysql:', folder]);
  const [data, socket] = [`--datadir=${join(folder, 'data')}`, join(folder, 'socket')];
  const quiet = { stdio: 'ignore' as const };
  execFileSync(
    'mariadb-install-db',
    ['--no-defaults', ...user, data, '--auth-root-authentication-method=normal', '--skip-test-db'],
    quiet,
  );
  const fast = ['--innodb-flush-log-at-trx-commit=0', '--innodb-buffer-pool-size=32M', '--performance-schema=off'];
  const own = ['--no-defaults', ...user, data, `--socket=${socket}`, `--port=${port}`, '--bind-address=127.0.0.1'];
  const server = spawn('mariadbd', [...own, ...fast], quiet);
  const client = ['--no-defaults', '-uroot', '-S', socket];
  await waitFor('MariaDB', () => spawnSync('mariadb-admin', [...client, 'ping'], quiet).status === 0);
  execFileSync('mariadb', [
    ...client,
    '-e',
    `CREATE DATABASE wordpress CHARACTER SET utf8mb4; CREATE USER wordpress@'127.0.0.1' IDENTIFIED BY 'wordpress';
     GRANT ALL ON wordpress.* TO wordpress@'127.0.0.1'`,
  ]);
  return server;
}

const configuration = (databasePort: number) => `<?php
define('DB_NAME', 'wordpress');
define('DB_USER', 'wordpress');
define('DB_PASSWORD', 'wordpress');
define('DB_HOST', '127.0.0.1:${databasePort}');
define('DB_CHARSET', 'utf8mb4');
$table_prefix = 'wp_';
define('WP_DEBUG', true);
define('WP_DEBUG_LOG', true);
define('WP_DEBUG_DISPLAY', false);
define('DISABLE_WP_CRON', true);
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('WP_ACCESSIBLE_HOSTS', '127.0.0.1');
defined('ABSPATH') || define('ABSPATH', __DIR__ . '/');
require ABSPATH . 'wp-settings.php';
`;

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
