import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newRoute } from '../../scripts/new-route.ts';

const root = join(import.meta.dirname, '../..');
const bin = (name: string) => join(root, 'node_modules/.bin', name);

describe('what is written', () => {
  const verbs = ['list', 'get', 'create', 'update', 'delete', 'award'];
  const written = Object.assign({}, ...verbs.map((verb) => newRoute(['dashboard', 'prizes', verb], [])));
  const folder = mkdtempSync(join(tmpdir(), 'new-route-'));
  const write = (change: (text: string) => string) => {
    for (const [path, text] of Object.entries<string>(written)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), change(text));
    }
  };
  const compile = () => spawnSync(bin('tsc'), ['--noEmit', '-p', folder], { encoding: 'utf8' }).stdout;

  beforeAll(() => {
    mkdirSync(join(folder, 'test'));
    for (const name of [
      'src',
      'lib',
      'local',
      'test/environment',
      'test/support',
      'node_modules',
      'package.json',
      'openapi',
    ]) {
      symlinkSync(join(root, name), join(folder, name));
    }
    const config = { extends: join(root, 'tsconfig.json'), include: ['lambdas', 'test/routes'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('the compiler asks for the summary and for who may call', () => {
    write((text) => text);
    const errors = compile();
    for (const verb of verbs) {
      expect(errors).toMatch(new RegExp(`lambdas/dashboard/prizes/${verb}\\.ts.*\n?.*summary, auth`));
    }
  });

  test('with those two it compiles', () => {
    write((text) => text.replace("  api: 'dashboard',", "$&\n  summary: 'A prize',\n  auth: { kind: 'none' },"));
    expect(compile()).toBe('');
  });

  test.each(Object.entries<string>(written))('%s is formatted and passes the linter', (path, text) => {
    const options = ['check', '--write', `--stdin-file-path=${path}`, '--colors=off'];
    expect(execFileSync(bin('biome'), options, { cwd: root, input: text, encoding: 'utf8' })).toBe(text);
  });
});
