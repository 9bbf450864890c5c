import { afterEach, beforeEach, jest } from '@jest/globals';
import { db } from '#src/table/table.ts';
import * as membership from '../../../../lambdas/consumer/membership/update.ts';
import * as update from '../../../../lambdas/dashboard/people/update.ts';
import * as affiliateResearcher from '../../../../lambdas/dashboard/researchers/affiliation.ts';
import * as rename from '../../../../lambdas/dashboard/researchers/update.ts';
import { carberry } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { authorizerOf, call, sessionOf, type Target } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { storePerson } from '../../../support/people.ts';
import { allItems } from '../../../support/table.ts';

// The writes to a person, for their tests. Importing this registers its hooks.

captureLog();
export const curator = sessionOf('workspace_member');
export const client = authorizerOf(membership.route.auth) ?? {};
export const patch = (target: Target, url: string, body: object) => call(target, { url, body, authorizer: curator });
export const external = { entity_id: 'primary_entity', status: 'external', starts_at: 2000 } as const;

export const writes = {
  rename: () => patch(rename, `/api/researchers/${carberry}`, { name: 'Jo', biography: null }),
  values: () => patch(update, `/api/people/${carberry}`, { people_type: 'staff', category_ids: ['lab'] }),
  affiliation: () => patch(affiliateResearcher, `/api/researchers/${carberry}/affiliation`, external),
};
export const names = Object.keys(writes) as (keyof typeof writes)[];

/** The real calls, which `jest.spyOn` wraps. */
export const send = db.send.bind(db) as (command: object) => Promise<unknown>;
export const watch = (decide: (command: object) => Promise<unknown>) =>
  jest.spyOn(db, 'send').mockImplementation(((command: object) => decide(command)) as never);

beforeEach(async () => {
  await freshTable();
  await storePerson(carberry, 'Josiah', 'Carberry', 'Cracks pots.');
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** The stored items without what differs between runs. */
export const stored = async () =>
  (await allItems())
    .map(({ pk, sk, changed: _, id: __, created_at: ___, occurred_at: ____, expiresAtSeconds: _____, ...item }) => {
      const place = String(pk).startsWith('AUDIT#') ? 'AUDIT' : `${pk} ${String(sk).slice(0, 28)}`;
      const entries = Object.entries(item).map(([name, value]) => [
        name,
        name === 'named_at' && value ? 'a time' : value,
      ]);
      return [place, JSON.stringify(entries.sort())].join(' ');
    })
    .sort();
