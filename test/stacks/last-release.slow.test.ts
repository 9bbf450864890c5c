import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { unpackRelease } from '../../scripts/release/archive.ts';
import { type KeptResources, keptResources, losses } from '../../scripts/release/resources.ts';
import { previousFile } from '../support/previous-release.ts';
import { aRegistry, deployedTemplatesOf, real, stacksOf, templatesOf } from './support.ts';

const before = JSON.parse(readFileSync(previousFile('resources.json'), 'utf8')) as Record<string, KeptResources>;

/** Parts that an upgrade from the last release removes, and why that is right. A new release starts with an empty list. */
const intended: Readonly<Record<string, string>> = {};

test('an upgrade replaces or removes no data, API, stage or export of the last release without a reason', async () => {
  const templates = templatesOf(aRegistry(await real()));
  const after = Object.entries(templates).map(([name, template]) => [name, keptResources(template.toJSON())] as const);
  expect(losses(before, Object.fromEntries(after))).toEqual(Object.keys(intended));
});

test('on the way back, the stacks of the last release find every export that they import', () => {
  // A rollback begins with the stacks that import (docs/decisions/0165-two-releases.md).
  expect(Object.keys(intended).filter((loss) => loss.includes('(export)'))).toEqual([]);
});

/** The paths, methods and functions of these templates, by logical id: the template that has each. */
function placesOf(templates: readonly { Resources?: Record<string, { Type: string }> }[]): Map<string, number> {
  const isPlaced = /^AWS::(ApiGateway::(Resource|Method)|Lambda::Function)$/;
  return new Map(
    templates.flatMap(({ Resources = {} }, index) =>
      Object.entries(Resources).flatMap(([id, { Type }]) => (isPlaced.test(Type) ? [[id, index] as const] : [])),
    ),
  );
}

test('an upgrade moves no path, method or function of the Dashboard API to another stack', async () => {
  // CloudFormation would create it in the one stack before it deletes it from the other. API Gateway refuses that.
  const folder = mkdtempSync(join(tmpdir(), 'last-release-'));
  try {
    unpackRelease(previousFile('release.tar.zst'), folder);
    const files = readdirSync(join(folder, 'assembly')).filter((file) => /^Dashboard.*[.]template[.]json$/.test(file));
    const placeOf = (file: string) => (/^Dashboard[.]/.test(file) ? 0 : file.startsWith('DashboardFunctions') ? 1 : 2);
    const deployed = files
      .sort((one, other) => placeOf(one) - placeOf(other))
      .map((file) => JSON.parse(readFileSync(join(folder, 'assembly', file), 'utf8')));
    const was = placesOf(deployed);
    const stack = stacksOf(aRegistry(await real())).Dashboard;
    const is = placesOf(deployedTemplatesOf(stack).map((template) => template.toJSON()));
    expect(was.size).toBeGreaterThan(300);
    const moved = [...was].filter(([id, place]) => is.get(id) !== place).map(([id]) => id);
    expect(moved).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

const table = { type: 'AWS::DynamoDB::Table', fixed: { KeySchema: ['pk'] } };
const whole: Record<string, KeptResources> = { Data: { resources: { Table: table }, exports: ['table'] } };

test.each<[string, KeptResources, string[]]>([
  ['the same', { resources: { Table: table }, exports: ['table', 'more'] }, []],
  ['no table', { resources: {}, exports: ['table'] }, ['Data Table (AWS::DynamoDB::Table) is removed']],
  [
    'a table with other keys',
    { resources: { Table: { ...table, fixed: { KeySchema: ['id'] } } }, exports: ['table'] },
    ['Data Table (AWS::DynamoDB::Table) is replaced'],
  ],
  ['no export', { resources: { Table: table }, exports: [] }, ['Data table (export) is removed']],
])('%s', (_, data, lost) => {
  expect(losses(whole, { Data: data })).toEqual(lost);
});
