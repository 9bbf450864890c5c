import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Whether findings are printed in colors: in a terminal, or for a process that prints them in one. */
export const isColored: boolean =
  process.env.NO_COLOR === undefined && (process.stdout.isTTY === true || process.env.FORCE_COLOR !== undefined);

/** Runs a tool of node_modules/.bin in a folder, the root by default. Returns its output if it failed, otherwise nothing. */
export function runTool(tool: string, args: string[], cwd = root): Promise<string> {
  const env = { ...process.env, ...(isColored ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }) };
  const child = spawn(join(root, 'node_modules/.bin', tool), args, { cwd, env });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0 ? '' : printed.trim() || `${tool} ended with code ${code}`));
  });
}
