import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Template } from 'aws-cdk-lib/assertions';
import { apiKey } from '#src/identity/credentials/credential-auth.ts';
import { aJob, anAuthorizer, aRegistry, aRoute, templatesOf } from './support.ts';
import { stackNames, withLists } from './templates.ts';

/**
 * One of each kind, so that the templates below show everything that can be declared and change only when lib/ does.
 */
const templates = templatesOf(
  aRegistry({
    routes: [
      aRoute({ id: 'things.get', path: '/things/{id+}', grants: ['publications:read'] }),
      aRoute({
        id: 'things.create',
        path: '/things',
        method: 'POST',
        auth: apiKey('ingest'),
        grants: ['publications:store', 'queue:researchers'],
      }),
    ],
    jobs: [
      aJob({ id: 'do-work', trigger: { kind: 'queue', queue: 'works', batchSize: 10, maxConcurrency: 2 } }),
      aJob({
        id: 'bury-work',
        trigger: { kind: 'queue', queue: 'works', deadLetters: true, batchSize: 1, maxConcurrency: 2 },
      }),
      aJob({ id: 'wake-up', trigger: { kind: 'schedule', everyMinutes: 5 } }),
    ],
    authorizers: [anAuthorizer],
  }),
);

/** Hashes in logical ids change with names and, for a deployment, with anything. */
const withoutHashes = (text: string) => text.replace(/([A-Za-z])(?:[0-9A-F]{8}|[0-9a-f]{32})+(?="|$)/g, '$1');

const hashOf = (part: unknown) =>
  createHash('sha256')
    .update(withoutHashes(JSON.stringify(part)))
    .digest('base64url')
    .slice(0, 8);

/** A line per resource, with its type and a hash of the rest: enough to see what a change affects. */
function outline(template: Template): string {
  const { Parameters: _, Rules: __, Resources, ...others } = template.toJSON();
  const resources = Object.entries<{ Type: string }>(Resources).map(
    ([id, { Type, ...rest }]) => `${withoutHashes(id)} ${Type} ${hashOf(rest)}`,
  );
  return [...resources.sort(), ...Object.entries(others).map(([name, part]) => `${name} ${hashOf(part)}`)].join('\n');
}

it.each(stackNames)('the stack %s', (name) => {
  expect(outline(templates[name])).toMatchSnapshot();
});

/** Where lists are, by the names of the snapshots. On the way back, the database is prepared again. */
const variants = {
  'lists in PostgreSQL': { engine: 'postgres' },
  'lists in PostgreSQL, and snapshots of them': { engine: 'postgres', prepare: 'memory' },
  'lists in memory, and PostgreSQL prepared': { prepare: 'postgres' },
};
const fill = aJob({ id: 'fill', grants: ['database:lists'], trigger: { kind: 'schedule', everyMinutes: 5 } });
const read = aRoute({ id: 'things.list', path: '/things', grants: ['lists:publications'] });
const compact = aJob({
  id: 'compact',
  grants: ['lists:publications', 'lists:compact'],
  trigger: { kind: 'schedule', everyMinutes: 15 },
});

describe.each(Object.entries(variants))('with %s', (_, lists) => {
  const { Lists, Background, Consumer } = templatesOf(
    aRegistry({ routes: [read], jobs: [fill, compact], config: withLists(lists) }),
  );

  it('the database is the same', () => expect(outline(Lists)).toMatchSnapshot('a database of lists'));

  it('functions and their roles', () => {
    const lines = [Background, Consumer].flatMap((template) => outline(template).split('\n'));
    const ofLists = lines.filter((line) => /^(Fill|Compact|Things|FunctionsLists|Overview)/.test(line));
    expect(ofLists.join('\n')).toMatchSnapshot();
  });
});
