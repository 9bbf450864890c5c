import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { ready } from './preflight-fixture.ts';

describe('npm run preflight', () => {
  const folder = mkdtempSync(join(tmpdir(), 'preflight-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const command = (options: string[], answers: Record<string, unknown>) => {
    const program = `#!${process.execPath}
const answer = ${JSON.stringify(answers)}[process.argv.slice(2, 4).join(' ')];
if (answer) console.log(JSON.stringify(answer));
else { console.error('An error occurred (AccessDeniedException) when calling it'); process.exitCode = 254; }`;
    writeFileSync(join(folder, 'aws'), program, { mode: 0o755 });
    const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` };
    const script = join(import.meta.dirname, '../../scripts/preflight.ts');
    return new Promise<{ code: number; output: string }>((done) => {
      execFile(process.execPath, ['--no-warnings', script, ...options], { env }, (error, stdout, stderr) =>
        done({ code: Number(error?.code ?? 0), output: stdout + stderr }),
      );
    });
  };

  it.each<[string, string[], Record<string, unknown>, number, string]>([
    ['ready', ['--region', 'eu-central-1'], ready, 0, 'ok    Bootstrap: version 30'],
    [
      'something to do',
      ['--region', 'eu-central-1', '--context', 'registry={"account":"999999999999"}'],
      ready,
      3,
      'todo  Account: the credentials are of 123456789012',
    ],
    ['no permission', ['--region', 'eu-central-1'], {}, 1, 'may read all of the account'],
    ['a wrong setting', ['--context', 'registry={"stage":1}'], ready, 2, 'The setting registry.stage must be a text'],
    ['no region', [], ready, 2, '--region or the setting region is missing'],
  ])('%s: exits with its code', async (_, options, answers, code, output) => {
    expect(await command(options, answers)).toEqual({ code, output: expect.stringContaining(output) });
  });
});
