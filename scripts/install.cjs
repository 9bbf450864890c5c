// Makes a missing or incomplete install. Plain CommonJS, so that it runs on any version of Node that runs npm.
// `npm start` and `npm test` run it first, and in a shell of its own: a shell remembers where `node` was.
const { spawnSync } = require('node:child_process');
const { accessSync, constants, existsSync, readFileSync } = require('node:fs');
const { basename, join } = require('node:path');
const { javaProblem } = require('../local/engines/java.cjs');

const root = join(__dirname, '..');
const probeTimeoutMs = 10000;
const { engines, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

// Before the install, which takes a minute, for which there is no use without it.
if (process.argv.includes('--java')) stopIf(javaProblem());
const reason = incompleteness();
if (reason !== undefined) install(reason);

function stopIf(problem) {
  if (problem === undefined) return;
  console.error(problem);
  process.exit(1);
}

/** Why the install is not what package-lock.json says; undefined if it is. */
function incompleteness() {
  if (!existsSync(join(root, 'node_modules'))) return 'there is no node_modules';
  const wanted = packagesOf('package-lock.json');
  // npm writes it at the end of an install.
  const installed = packagesOf('node_modules/.package-lock.json');
  if (installed === undefined) return 'the last install did not end';
  for (const path of Object.keys(wanted)) {
    const { version, optional, link } = wanted[path];
    // Optional packages are for other systems, and links lead to parts of the project.
    if (optional || link || !path.includes('node_modules/')) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (!installed[path] || !existsSync(join(root, path, 'package.json'))) return `${name} is missing`;
    if (installed[path].link) continue;
    if (installed[path].version !== version) return `${name} is ${installed[path].version} instead of ${version}`;
  }
  if (Number(process.versions.node.split('.')[0]) >= Number(devDependencies.node.split('.')[0])) return undefined;
  const isThere = ['node', 'node.exe'].some((file) => existsSync(join(root, 'node_modules/node/bin', file)));
  return isThere ? undefined : `Node ${devDependencies.node} is missing`;
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

function install(reason) {
  stopIf(obstacle());
  console.log(`Installing what the project needs with "npm ci", because ${reason}. It takes a minute or two.`);
  const { status } = npm(['ci'], 'inherit');
  if (status !== 0) stopIf('"npm ci" failed for the reason above. When that is mended, start again.');
}

/** Why "npm ci" would fail, found before it deletes what is there and asks in vain for more than a minute. */
function obstacle() {
  const [, npmMajor] = /npm\/(\d+)/.exec(process.env.npm_config_user_agent || '') || [];
  const needed = /\d+/.exec(engines.npm)[0];
  if (npmMajor !== undefined && Number(npmMajor) < Number(needed)) {
    return `The project needs npm ${needed} or newer, but this is npm ${npmMajor}: run "npm install -g npm@${needed}", then start again.`;
  }
  try {
    accessSync(root, constants.W_OK);
  } catch {
    return `The install needs to write to ${root}, which this user may not: make the folder yours, then start again.`;
  }
  const probe = ['view', `node@${devDependencies.node}`, 'version'];
  const limits = ['--fetch-retries=0', `--fetch-timeout=${probeTimeoutMs}`];
  const { status, stderr } = npm([...probe, ...limits], 'pipe');
  if (status === 0) return undefined;
  const [, code = 'no answer'] = /npm (?:error|ERR!) code (\S+)/.exec(stderr) || [];
  const registry = npm(['config', 'get', 'registry'], 'pipe').stdout.trim();
  return (
    `The dependencies are not installed, and npm cannot get them from ${registry} (${code}): ` +
    'connect to it, or set another with "npm config set registry <address>", then start again.'
  );
}

function npm(words, stdio) {
  const cli = process.env.npm_execpath;
  const options = { cwd: root, stdio, encoding: 'utf8' };
  // Another package manager does not know "ci".
  if (cli && basename(cli).startsWith('npm')) return spawnSync(process.execPath, [cli, ...words], options);
  return spawnSync('npm', words, { ...options, shell: process.platform === 'win32' });
}
