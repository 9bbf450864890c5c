import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { isColored, runTool } from './tool.ts';

const root = join(import.meta.dirname, '../..');

/**
 * Checks the types of a project from what the compiler kept of the last check, and keeps what it knows now. Findings
 * come from a check without it, so that none is stale.
 */
export async function checkTypes(folder: string, project: string): Promise<string> {
  const kept = keptState(folder, project);
  // Each check writes a file of its own: two may run at the same time.
  const own = `${kept}.${process.pid}`;
  // Several checkers repeat some of each other's work: of two processors, the tests beside this need one.
  const options = ['--project', project, '--noEmit', '--checkers', '1', '--incremental', '--tsBuildInfoFile', own];
  const check = () => runTool('tsc', [...options, '--pretty', String(isColored)], folder);
  if (existsSync(kept)) {
    copyFileSync(kept, own);
    if ((await check()) === '') return keep('');
    rmSync(own, { force: true });
  }
  return keep(await check());

  function keep(findings: string): string {
    if (existsSync(own)) renameSync(own, kept);
    return findings;
  }
}

/**
 * The file with what the compiler kept of a project. Its name stands for what the compiler does not compare well: which
 * files there are, what they declare for others that do not import them, the settings and the installed packages.
 */
function keptState(folder: string, project: string): string {
  const files = globSync('**/*.{ts,tsx,js,mjs,cjs,json}', {
    cwd: folder,
    exclude: (path) => ['node_modules', 'dist', 'cdk.out', '.local', '.git'].includes(basename(path)),
  });
  const hash = createHash('sha256').update(files.sort().join('\n'));
  // The types of all pages of the dashboard are in one declaration of its router.
  const isWhole = (file: string) => project.includes('/') && file.startsWith(`${dirname(project)}${sep}`);
  for (const file of files.filter((file) => /[.]tsx?$/.test(file))) {
    const text = readFileSync(join(folder, file), 'utf8');
    if (isWhole(file) || file.endsWith('.d.ts') || /^declare (global|module)/m.test(text)) hash.update(text);
  }
  for (const file of [join(folder, project), join(root, 'node_modules/.package-lock.json')]) {
    hash.update(readFileSync(file));
  }
  const [states, name] = [join(folder, '.local/types'), project.replaceAll('/', '-')];
  const key = `${name}-${hash.digest('hex')}`;
  mkdirSync(states, { recursive: true });
  for (const other of readdirSync(states))
    if (other.startsWith(`${name}-`) && !other.startsWith(key)) rmSync(join(states, other), { force: true });
  return join(states, key);
}
