import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { createGroup } from '#src/curation/groups/groups.ts';
import { addMember } from '#src/curation/groups/members.ts';
import { setGroupsByHand } from '#src/curation/groups/outputs.ts';
import { lateCommitMs } from '#src/lists/load/shards.ts';
import { keys } from '#src/table/keys.ts';
import { getItem } from '#src/table/table.ts';
import { allWebhooks, deleteWebhook } from '#src/webhooks/store/webhooks.ts';
import { job as deliverJob, handler as deliverWebhooks } from '../../lambdas/background/deliver-webhooks.ts';
import { job as findJob } from '../../lambdas/background/find-webhook-events.ts';
import * as listDeliveries from '../../lambdas/integrations/webhook-deliveries/list.ts';
import * as replay from '../../lambdas/integrations/webhook-deliveries/replay.ts';
import * as create from '../../lambdas/integrations/webhooks/create.ts';
import * as list from '../../lambdas/integrations/webhooks/list.ts';
import * as update from '../../lambdas/integrations/webhooks/update.ts';
import { postGroup, postImport, undoImportOf } from '../routes/dashboard/groups/requests.ts';
import { carberry } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { authorizerOf, call, type Target } from '../support/event.ts';
import { prepareEnvironment } from '../support/installation-routes.ts';
import { storeInstallation } from '../support/installations.ts';
import { captureLog } from '../support/log.ts';
import { manyOrcids, storePerson } from '../support/people.ts';
import { curator } from '../support/projects.ts';
import { ingestPublication } from '../support/publicity.ts';
import type { TestQueues } from '../support/queues.ts';
import { underRole } from '../support/roles.ts';
import { standStill, startReceiver } from './webhooks-fixture.ts';

// Webhooks of installations that keep the groups of outputs.

captureLog();
const minuteMs = 60_000;
const many = manyOrcids(300);
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let queues: TestQueues;
let origin = '';
let site = '';
let tests = 0;

beforeAll(async () => {
  receiver = await startReceiver();
  origin = `http://127.0.0.1:${receiver.port}`;
  queues = await (await import('../support/queues.ts')).startQueues();
  prepareEnvironment('127.0.0.1');
  await freshTable();
});
afterAll(async () => {
  receiver.stop();
  await queues.stop();
});
beforeEach(async () => {
  tests += 1;
  standStill(1_800_000_000_000 + tests * 1_000_000 * minuteMs);
  receiver.received.length = 0;
  queues.purge();
  const context = curator(new Date(Date.now()));
  for (const { installation_id, id } of await allWebhooks())
    await deleteWebhook(installation_id, id, { workspace: 'primary_entity', context });
  site = `site-${tests}`;
  await install(['publications.read', 'works.read', 'people.read', 'groups.read']);
});

const install = (scopes: ('publications.read' | 'works.read' | 'people.read' | 'groups.read')[]) =>
  storeInstallation(site, { scopes }, { id: `${site}-origin`, origin, verification_status: 'verified' });
const pass = (ms = 2 * lateCommitMs) => void jest.setSystemTime(Date.now() + ms);
const context = () => ({ ...curator(new Date(Date.now())), workspace: 'default' });
const as = (target: Extract<Target, { handler: unknown }>, url: string, body?: unknown) => {
  const authorizer = { ...authorizerOf(target.route.auth), installationId: site, origins: origin };
  return call(target, { url: `/integrations/v1/webhooks${url}`, authorizer, ...(body !== undefined && { body }) });
};
const findEvents = underRole(findJob, () => findJob.handle({ now: new Date(Date.now()) }));
const deliverAll = underRole(deliverJob, deliverWebhooks);
async function run() {
  await findEvents();
  await queues.deliver('webhooks', deliverAll, 1);
}
/** A webhook that has been told of everything so far. */
async function follow(events?: string[]): Promise<string> {
  const { status, body } = await as(create, '', { url: `${origin}/hook`, ...(events && { events }) });
  expect(status).toBe(201);
  pass();
  await run();
  receiver.received.length = 0;
  return body.webhook.id;
}
const told = () => receiver.received.map(({ type, list: of }) => [type, of]);
const storeMany = async () => {
  for (const orcid of many) await storePerson(orcid, 'Some', 'Body');
};

test('an import of 300 people is one delivery, to those only who asked for it, and its undo another one', async () => {
  await storeMany();
  for (const orcid of many.slice(0, 3)) await ingestPublication(`10.5555/${orcid}`, orcid, 'Pots');
  await postGroup({ id: 'faculty', name: 'Faculty' });
  await postGroup({ id: 'institute', name: 'Institute', parent_id: 'faculty' });
  pass();
  await follow(['groups.changed']);
  await follow(['list.changed', 'publication.withdrawn', 'publication.retracted']);
  await follow();
  const rows = many.map((orcid, line) => ({ line, orcid, group: 'institute' }));
  const { status, body } = await postImport({ import_id: 'autumn', mode: 'add', rows });
  expect([status, body.rows.every(({ outcome }: { outcome: string }) => outcome === 'created')]).toEqual([200, true]);
  pass();
  await run();
  await run();
  expect(told()).toEqual([['groups.changed', 'groups']]);
  await undoImportOf('autumn');
  pass();
  await run();
  await run();
  expect(told()).toEqual([
    ['groups.changed', 'groups'],
    ['groups.changed', 'groups'],
  ]);
}, 120_000);

test('a reorganisation is told of when it is over, or has lasted ten minutes', async () => {
  await follow(['groups.changed']);
  await createGroup({ id: `g-${tests}`, name: 'Group' }, context());
  pass(lateCommitMs / 2);
  await run();
  await storePerson(carberry, 'Josiah', 'Carberry');
  await addMember(`g-${tests}`, { orcid: carberry }, context());
  pass(lateCommitMs / 2);
  await run();
  expect(told()).toEqual([]);
  pass();
  await run();
  expect(told()).toEqual([['groups.changed', 'groups']]);
  // It is never over.
  receiver.received.length = 0;
  for (let minute = 0; minute < 12; minute++) {
    await setGroupsByHand(
      { kind: 'publication', id: `10.5555/${many[0]}` },
      { added: minute % 2 === 0 ? [`g-${tests}`] : [], excluded: [] },
      context(),
    );
    pass(lateCommitMs / 2);
    await run();
    pass(minuteMs - lateCommitMs / 2);
    await createGroup({ id: `g-${tests}-${minute}`, name: 'Group' }, context());
    pass(1);
    await run();
  }
  expect(told()).toEqual([['groups.changed', 'groups']]);
});

test('is not for installations without the scope, and no change of a person or publication alone', async () => {
  await follow(['groups.changed']);
  site = `${site}-without`;
  await install(['publications.read', 'people.read']);
  await follow(['groups.changed']);
  await createGroup({ id: `g-${tests}`, name: 'Group' }, context());
  pass();
  await run();
  // The one of the other site.
  expect(told()).toEqual([['groups.changed', 'groups']]);
  receiver.received.length = 0;
  await storePerson(carberry, 'Josiah', `${tests}`);
  await ingestPublication(`10.5555/${tests}`, carberry, 'Pots');
  pass();
  await run();
  expect(told()).toEqual([]);
});

test('a subscription, its queue messages and its log are such that 1.2.0 reads them', async () => {
  const id = await follow(['list.changed', 'groups.changed']);
  const known = ['list.changed', 'publication.withdrawn', 'publication.retracted'];
  const stored = await getItem(keys.webhook(site, id));
  expect(stored).toMatchObject({ events: ['list.changed'], later_events: ['groups.changed'] });
  expect((await as(list, '')).body.webhooks).toMatchObject([{ events: ['list.changed', 'groups.changed'] }]);
  await createGroup({ id: `g-${tests}`, name: 'Group' }, context());
  pass();
  await findEvents();
  const lists: string[] = [];
  await queues.deliver('webhooks', (event) => {
    lists.push(...event.Records.map(({ body }) => JSON.parse(body).list));
    return deliverAll(event);
  });
  expect(lists).toEqual(['publications']);
  const { deliveries } = (await as(listDeliveries, `/${id}/deliveries`)).body;
  expect(deliveries).toMatchObject([{ type: 'groups.changed', list: 'groups', outcome: 'delivered' }]);
  const [{ id: delivery, attempted_at }] = deliveries;
  const logged = await getItem(keys.delivery(id, attempted_at, delivery));
  expect(known).toContain(logged?.type);
  expect(logged?.list).toBe('publications');
  // A replay is the same event again.
  const [first] = receiver.received;
  expect((await as(replay, `/${id}/deliveries/${delivery}/replay`, {})).status).toBe(202);
  pass();
  await run();
  expect(receiver.received.at(-1)).toEqual(first);
  await as(update, `/${id}`, { events: ['publication.withdrawn'] });
  expect(await getItem(keys.webhook(site, id))).toMatchObject({ events: ['publication.withdrawn'], later_events: [] });
});
