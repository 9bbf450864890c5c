import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { type KeptResources, keptResources, losses } from '../../scripts/release/resources.ts';
import { previousFile } from '../support/previous-release.ts';
import { aRegistry, real, templatesOf } from './support.ts';

const before = JSON.parse(readFileSync(previousFile('resources.json'), 'utf8')) as Record<string, KeptResources>;

/** What an upgrade from the last release removes, and why that is right. A new release starts with an empty list. */
const intended: Readonly<Record<string, string>> = {};

test('an upgrade replaces or removes no data, API, stage or export of the last release without a reason', async () => {
  const templates = templatesOf(aRegistry(await real()));
  const after = Object.entries(templates).map(([name, template]) => [name, keptResources(template.toJSON())] as const);
  expect(losses(before, Object.fromEntries(after))).toEqual(Object.keys(intended));
});

test('on the way back, the stacks of the last release find every export that they import', () => {
  // A rollback begins with the stacks that import (docs/decisions/0169-the-way-back.md).
  expect(Object.keys(intended).filter((loss) => loss.includes('(export)'))).toEqual([]);
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
