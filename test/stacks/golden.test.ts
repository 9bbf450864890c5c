import { expect, it } from '@jest/globals';
import type { Template } from 'aws-cdk-lib/assertions';
import { apiKey } from '../../src/auth/credential-auth.ts';
import { aJob, anAuthorizer, aRegistry, aRoute, stackNames, templatesOf } from './support.ts';

/** One of each kind, so that the templates below show all that can be declared and change only when lib/ does. */
const templates = templatesOf(
  aRegistry({
    routes: [
      aRoute({ id: 'things.get', path: '/things/{id+}', grants: ['publications:read'] }),
      aRoute({
        id: 'things.create',
        path: '/things',
        method: 'POST',
        auth: apiKey('ingest'),
        grants: ['publications:write', 'queue:researchers'],
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

/** Without the hashes in logical ids, which change with names and, of a deployment, with anything. */
function normalised(template: Template): unknown {
  const { Parameters: _, Rules: __, ...rest } = template.toJSON();
  return JSON.parse(JSON.stringify(rest).replace(/([A-Za-z])(?:[0-9A-F]{8}|[0-9a-f]{32})+(?=")/g, '$1'));
}

it.each(stackNames)('the stack %s', (name) => {
  expect(normalised(templates[name])).toMatchSnapshot();
});
