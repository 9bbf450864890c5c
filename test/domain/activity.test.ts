import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { activityEvent, eventTypeNames } from '#src/logbook/domain/activity.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/activity.md'), 'utf8');

test('docs/activity.md lists every type of event with its severity and status, and no other', () => {
  const [, section = ''] = page.split('\n## Events\n');
  const [events = ''] = section.split('\n## ');
  const rows = events.split('\n').filter((line) => /^\| `[a-z_]+\.[a-z_.]+`/.test(line));
  const listed = rows.flatMap((row) => {
    const [, types = '', level = ''] = row.split('|');
    return [...types.matchAll(/`([^`]+)`/g)].map(([, type]) => `${type}: ${level.trim()}`);
  });
  const event = { workspace: 'w', actor: null, message: '', resource: null };
  const known = eventTypeNames.map((type) => {
    const { severity, status } = activityEvent({ type, ...event }, 'id', new Date(0));
    return `${type}: ${severity}, ${status}`;
  });
  expect(listed.sort()).toEqual(known.sort());
});
