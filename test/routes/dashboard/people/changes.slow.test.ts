import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, jest, test } from '@jest/globals';
import type { PersonRecord } from '#src/records/people/person.ts';
import { affiliationsOf } from '#src/records/people/store/affiliations.ts';
import { getPerson } from '#src/records/people/store/people.ts';
import * as membership from '../../../../lambdas/consumer/membership/update.ts';
import * as affiliatePerson from '../../../../lambdas/dashboard/people/affiliation.ts';
import * as affiliateResearcher from '../../../../lambdas/dashboard/researchers/affiliation.ts';
import * as rename from '../../../../lambdas/dashboard/researchers/update.ts';
import { carberry } from '../../../support/builders.ts';
import { call, requestId } from '../../../support/event.ts';
import { storePeriods, storePerson, storePublicationRow } from '../../../support/people.ts';
import { allItems, auditRecords, events } from '../../../support/table.ts';
import { client, external, names, patch, send, watch, writes } from './writes-fixture.ts';

test('a rename is one transaction of the record, its row and the audit record, however many publications there are', async () => {
  for (const doi of ['10.5555/a', '10.5555/b']) await storePublicationRow({ doi, orcids: [carberry] });
  const sizes: number[] = [];
  watch((command) => {
    if (command instanceof TransactWriteCommand) sizes.push(command.input.TransactItems?.length ?? 0);
    return send(command);
  });
  await writes.rename();
  expect(sizes).toEqual([3]);
});

describe.each(names)('%s', (name) => {
  test('against an ingestion that saves the person in between: both are kept', async () => {
    let refreshed = false;
    watch(async (command) => {
      if (command instanceof TransactWriteCommand && !refreshed) {
        refreshed = true;
        await storePerson(carberry, 'Josiah Stinkney', 'Carberry', 'Mends pots.');
      }
      return send(command);
    });
    expect((await writes[name]()).status).toBe(200);
    const record = await getPerson(carberry);
    expect(record).toMatchObject({ ...written[name], given_name: 'Josiah Stinkney', version: 3 });
    expect(record).toMatchObject(
      name === 'rename' ? { original: { biography: 'Mends pots.' } } : { biography: 'Mends pots.' },
    );
  });

  test('while an ingestion saves the person: the ingestion takes nothing back', async () => {
    let isChanged = false;
    watch(async (command) => {
      if (command instanceof TransactWriteCommand && !isChanged) {
        isChanged = true;
        await writes[name]();
      }
      return send(command);
    });
    await storePerson(carberry, 'Josiah Stinkney', 'Carberry', 'Mends pots.');
    expect(await getPerson(carberry)).toMatchObject({ ...written[name], given_name: 'Josiah Stinkney', version: 3 });
  });

  test('503 with Retry-After when others write for too long: nothing is stored', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
    const before = await allItems();
    const conflict = new TransactionCanceledException({
      message: 'conflict',
      $metadata: {},
      CancellationReasons: [{ Code: 'TransactionConflict' }],
    });
    watch((command) => (command instanceof TransactWriteCommand ? Promise.reject(conflict) : send(command)));
    expect(await writes[name]()).toMatchObject({
      status: 503,
      body: { code: 'busy' },
      headers: { 'retry-after': '1' },
    });
    jest.restoreAllMocks();
    expect(await allItems()).toEqual(before);
  });
});

/** The values that each write leaves in the record, whatever happens concurrently. */
const written: Record<keyof typeof writes, Partial<PersonRecord>> = {
  rename: { name: 'Jo', biography: null, edits: { name: 'Jo', biography: null } },
  values: { people_type: 'staff', category_ids: ['lab'] },
  affiliation: { affiliations: [{ ...external, ends_at: null }] },
};

test('all at once, with an ingestion and twice: each is kept, and recorded once', async () => {
  const answers = await Promise.all([...names, ...names].map((name) => writes[name]()));
  await storePerson(carberry, 'Josiah Stinkney', 'Carberry');
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  for (const name of names) expect(await getPerson(carberry)).toMatchObject(written[name]);
  expect(await affiliationsOf(carberry)).toHaveLength(1);
  const actions = (await auditRecords()).map(({ action }) => action).sort();
  expect(actions).toEqual(['person.affiliation_changed', 'person.updated', 'person.updated']);
});

test('two curators rename at once: both are recorded, and the last one is shown', async () => {
  const two = ['Jo', 'Joe'].map((name) => patch(rename, `/api/researchers/${carberry}`, { name }));
  expect((await Promise.all(two)).map(({ status }) => status)).toEqual([200, 200]);
  const record = await getPerson(carberry);
  const first = record?.name === 'Jo' ? 'Joe' : 'Jo';
  const changes = (await auditRecords()).map(({ before, after }) => [before?.name, after?.name]);
  expect(changes).toHaveLength(2);
  expect(changes).toEqual(
    expect.arrayContaining([
      ['Josiah Carberry', first],
      [first, record?.name],
    ]),
  );
  expect(record).toMatchObject({ original: { name: 'Josiah Carberry' }, version: 3 });
});

const member = { entity_id: 'primary_entity', status: 'primary_entity' } as const;

describe.each([
  ['researchers', affiliateResearcher],
  ['people', affiliatePerson],
] as const)('PATCH /api/%s/{orcid}/affiliation', (noun, target) => {
  const ask = (body: object, orcid: string = carberry) => patch(target, `/api/${noun}/${orcid}/affiliation`, body);

  test('200: the new period and the current affiliation, with a record of both periods', async () => {
    expect(await ask({ ...member, starts_at: 1000 })).toMatchObject({ status: 200, body: { success: true } });
    const affiliation = { ...external, ends_at: null };
    expect((await ask(external)).body).toEqual({
      success: true,
      affiliation: { person_orcid: carberry, ...affiliation },
      current_affiliation: affiliation,
    });
    expect(await auditRecords()).toMatchObject([
      { before: { affiliation: null }, after: { affiliation: { ...member, starts_at: 1000, ends_at: null } } },
      {
        action: 'person.affiliation_changed',
        actor_id: 'user:curator@example.org',
        resource_id: carberry,
        request_id: requestId,
        before: { affiliation: { ...member, starts_at: 1000, ends_at: null } },
        after: { affiliation },
      },
    ]);
    expect(await events()).toEqual([]);
  });

  test('200: a start in the future leaves the current affiliation until then', async () => {
    const soon = Date.now() + 86_400_000;
    expect((await ask({ ...member, starts_at: soon })).body).toMatchObject({ current_affiliation: null });
    await ask({ ...member, starts_at: 1000 });
    expect((await ask({ ...external, starts_at: soon })).body).toMatchObject({
      affiliation: { starts_at: soon, ends_at: null },
      current_affiliation: { ...member, starts_at: 1000, ends_at: soon },
    });
  });

  test('200: the same twice writes once', async () => {
    const first = await ask(external);
    const once = await allItems();
    expect((await ask(external)).body).toEqual(first.body);
    expect(await allItems()).toEqual(once);
  });

  test('400 for a body that is wrong, 404 for an entity and a person nobody knows: nothing is stored', async () => {
    const before = await allItems();
    for (const [body, path] of [
      [{}, 'entity_id'],
      [{ ...member, entity_id: '' }, 'entity_id'],
      [{ ...member, status: 'guest' }, 'status'],
      [{ ...member, starts_at: 0 }, 'starts_at'],
      [{ ...member, starts_at: 2 ** 53 }, 'starts_at'],
      [{ ...member, ends_at: 5 }, 'ends_at'],
    ] as const) {
      const answer = await ask(body);
      expect([body, answer.status, answer.body.code, answer.body.details?.issues[0].path]).toEqual([
        body,
        400,
        'invalid_body',
        path,
      ]);
    }
    expect(await ask(member, '0000-0002-1825-0098')).toMatchObject({ status: 400, body: { code: 'invalid_id' } });
    expect(await ask({ ...member, entity_id: 'somebody' })).toMatchObject({
      status: 404,
      body: { code: 'not_found', error: 'There is no entity with this id' },
    });
    expect(await ask(member, '0000-0002-1694-233X')).toMatchObject({
      status: 404,
      body: { code: 'not_found', error: 'There is no person with this ORCID iD' },
    });
    expect(await allItems()).toEqual(before);
  });
});

test('400: a thousand periods have not ended', async () => {
  await storePeriods(carberry, 1000, Date.now() + 86_400_000);
  const starts_at = Date.now() + 2 * 86_400_000;
  const answer = await patch(affiliatePerson, `/api/people/${carberry}/affiliation`, { ...member, starts_at });
  expect(answer).toMatchObject({ status: 400, body: { details: { issues: [{ path: 'starts_at' }] } } });
});

test('an API key starts a period: it is recorded, with the key', async () => {
  const url = `/api/partners/people/${carberry}/membership`;
  await call(membership, { url, body: external, authorizer: client });
  expect(await auditRecords()).toMatchObject([{ action: 'person.affiliation_changed', actor_id: 'api_key:test-key' }]);
});
