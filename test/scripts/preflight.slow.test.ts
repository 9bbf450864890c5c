import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
      execFile(
        process.execPath,
        ['--no-warnings', script, '--skip-sources', ...options],
        { env, cwd: folder },
        (error, stdout, stderr) => done({ code: Number(error?.code ?? 0), output: stdout + stderr }),
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
    [
      'an odd answer',
      ['--region', 'eu-central-1'],
      { ...ready, 'ssm get-parameter': { Parameter: { Value: 'new' } } },
      1,
      'aws ssm get-parameter --name /cdk-bootstrap/hnb659fds/version --region eu-central-1 printed what was not expected: ',
    ],
    ['a wrong setting', ['--context', 'registry={"stage":1}'], ready, 2, 'The setting registry.stage must be a text'],
    ['no region', [], ready, 2, '--region or the setting region is missing'],
    [
      'two regions',
      ['--region', 'us-east-1', '--context', 'registry={"region":"eu-central-1"}'],
      ready,
      2,
      '--region is us-east-1, the setting region, to which the stacks are deployed, eu-central-1',
    ],
  ])('%s: exits with its code', async (_, options, answers, code, output) => {
    expect(await command(options, answers)).toEqual({ code, output: expect.stringContaining(output) });
  });

  it('reads the settings that the stacks get: those of cdk.json, and what only cdk.context.json sets', async () => {
    const stage = { account: '999999999999', region: 'eu-west-1', signIn: { mfa: 'required' } };
    writeFileSync(join(folder, 'cdk.context.json'), '{');
    expect(await command([], ready)).toEqual({
      code: 2,
      output: expect.stringContaining('cdk.context.json is not valid JSON'),
    });
    writeFileSync(join(folder, 'cdk.context.json'), JSON.stringify({ registry: stage }));
    writeFileSync(join(folder, 'cdk.json'), readFileSync(join(import.meta.dirname, '../../cdk.json')));
    const asIs = await command([], ready);
    expect(asIs).toEqual({ code: 3, output: expect.stringContaining('the setting account is 999999999999') });
    const registry = { account: '123456789012', signIn: { domainPrefix: 'cognito' } };
    writeFileSync(join(folder, 'cdk.json'), JSON.stringify({ context: { registry } }));
    expect((await command([], ready)).output).toContain('signIn.domainPrefix must not contain');
    writeFileSync(join(folder, 'cdk.json'), JSON.stringify({ context: { registry: { account: '123456789012' } } }));
    expect(await command([], ready)).toEqual({
      code: 0,
      output: expect.stringContaining('ok    Account: 123456789012, in eu-west-1'),
    });
  });
});
