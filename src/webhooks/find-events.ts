import { createHash } from 'node:crypto';
import { type InstallationRecord, isOperational } from '#src/identity/domain/installation.ts';
import { getInstallation } from '#src/identity/store/installations.ts';
import {
  type ChangeLog,
  CopyProgress,
  type ListChange,
  nextChanges,
  progressFromNow,
} from '#src/lists/changes/change-log.ts';
import { regroupings } from '#src/lists/changes/grouped-outputs.ts';
import { peopleChanges } from '#src/lists/changes/people-changes.ts';
import { projectChanges, publicationChanges, workChanges } from '#src/lists/changes/record-changes.ts';
import { lateCommitMs } from '#src/lists/load/shards.ts';
import { publicChangeAt } from '#src/lists/model/public-change.ts';
import { publications } from '#src/lists/publications.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { log } from '#src/runtime/log.ts';
import { send } from '#src/table/queues/queue.ts';
import {
  type PendingEvent,
  type Webhook,
  type WebhookEventType,
  type WebhookList,
  webhookLists,
} from './domain/webhook.ts';
import { UntoldChanges } from './intakes.ts';
import {
  addEvent,
  dueLanes,
  forgetRetractions,
  lanesOf,
  learnRetractions,
  messageOf,
  unknownRetractions,
} from './store/events.ts';
import { allWebhooks, getListProgress, saveListProgress } from './store/webhooks.ts';

/** Of a row, only whether it is retracted matters, and only publications can be. */
interface Entry {
  changed: number;
  is_retracted?: boolean;
}

const changeLogs: Record<WebhookList, ChangeLog<Entry>> = {
  publications: publicationChanges,
  works: workChanges,
  projects: projectChanges,
  people: peopleChanges,
  groups: regroupings,
};
/** The first run after a registration comes a minute later, or longer after an outage. */
const longestSinceRunMs = 3_600_000;
const changesAtOnce = 500;
/** A reorganisation is one event, once nothing has changed for as long as a commit may be late. */
const longestReorganisationMs = 10 * 60_000;
const writesAtOnce = 10;
const installationsAtOnce = 4;

interface Listener {
  webhook: Webhook;
  installation: InstallationRecord;
}

/** A change of one list, of which events are made. */
interface Happening {
  type: WebhookEventType;
  doi: string | null;
  atMs: number;
}

/**
 * Makes events of the changes of lists since the last run, for every webhook that may read the list, and asks for the
 * delivery of those that are due. The progress is saved after the events, so none is lost; one may be made twice.
 */
export async function findWebhookEvents(now: Date, untilMs: number): Promise<void> {
  const listeners = await activeListeners();
  if (listeners.length === 0) return;
  const untold = await UntoldChanges.read(now.getTime());
  let isCurrent = true;
  for (const list of webhookLists) {
    const own = listeners.filter(
      ({ webhook, installation }) =>
        installation.scopes.includes(`${list}.read`) &&
        (list !== 'groups' || webhook.events.includes('groups.changed')),
    );
    if (own.length > 0 && !(await followList(list, own, untold, now.getTime(), untilMs))) isCurrent = false;
  }
  if (isCurrent) await untold.forgetTold();
  const due = await inParallel(
    [...Map.groupBy(listeners, ({ installation }) => installation.id)],
    installationsAtOnce,
    async ([installationId, own]) => {
      const lanes = lanesOf(own.map(({ webhook }) => webhook.id));
      // One message: its worker delivers everything that is due.
      const [first] = await dueLanes(lanes, now.getTime());
      return first ? [messageOf(installationId, first)] : [];
    },
  );
  const unsent = await send('webhooks', due.flat());
  if (unsent.length > 0) log('warn', 'Deliveries of webhooks wait for the next run', { count: unsent.length });
}

/** The active webhooks of installations that can be used. */
async function activeListeners(): Promise<Listener[]> {
  const active = (await allWebhooks()).filter(({ status }) => status === 'active');
  const found = await inParallel(active, writesAtOnce, async (webhook): Promise<Listener[]> => {
    const held = await getInstallation(webhook.installation_id);
    return held && isOperational(held.installation, held.origins) ? [{ webhook, installation: held.installation }] : [];
  });
  return found.flat();
}

/** When the first webhook of a list was registered. The time may be long past if it gets the scope of the list now. */
const firstMoment = (listeners: readonly Listener[], nowMs: number) =>
  Math.max(Math.min(...listeners.map(({ webhook }) => webhook.created_at)), nowMs - longestSinceRunMs);

/** Begins to follow a list from a time on. What was retracted before has no event. */
async function begin(list: WebhookList, fromMs: number): Promise<void> {
  const now = await progressFromNow(changeLogs[list], 0);
  if (list === 'publications') await learnRetractions(await retractedBefore(fromMs));
  await saveListProgress(list, { ...now, sinceMs: Math.min(now.sinceMs, fromMs) }, undefined);
}

/** Tells of the changes of a list since the last run. Returns whether there are no more, nor another run. */
async function followList(
  list: WebhookList,
  listeners: readonly Listener[],
  untold: UntoldChanges,
  nowMs: number,
  untilMs: number,
): Promise<boolean> {
  const changeLog = changeLogs[list];
  for (;;) {
    const before = await getListProgress(list);
    if (!before) {
      await begin(list, firstMoment(listeners, nowMs));
      continue;
    }
    const { changes, progress, hasMore, isReset } = await nextChanges(
      changeLog,
      CopyProgress.parse(before.progress),
      list === 'groups' ? Number.MAX_SAFE_INTEGER : changesAtOnce,
      0,
    );
    if (list === 'groups' && isOngoing(changes, nowMs)) return true;
    const held = isReset ? new Set<string>() : await untold.hold(list, changes);
    const happened = isReset ? [changedIn(list, nowMs)] : await happenings(list, changes, held);
    await tell(list, happened, listeners, nowMs);
    if (list === 'publications' && !isReset) await noteRetractions(changes);
    if (changes.length > 0 || isReset) {
      const next = isReset ? await progressFromNow(changeLog, 0) : progress;
      if (!(await saveListProgress(list, next, before))) return false;
      if (hasMore && !isReset) {
        if (Date.now() > untilMs) return false;
        continue;
      }
    }
    await untold.tellEnded(list, nowMs, (atMs) => tell(list, [changedIn(list, atMs)], listeners, nowMs));
    return true;
  }
}

const changedIn = (list: WebhookList, atMs: number): Happening => ({
  type: list === 'groups' ? 'groups.changed' : 'list.changed',
  doi: null,
  atMs,
});

/** Whether more of the same reorganisation is to be expected. */
function isOngoing(changes: readonly ListChange<Entry>[], nowMs: number): boolean {
  const [first, last] = [changes.at(0), changes.at(-1)];
  if (!first || !last) return false;
  return nowMs - last.changedAtMs <= lateCommitMs && nowMs - first.changedAtMs < longestReorganisationMs;
}

/** The events of changes. Of those that are held, only what is about one publication. */
async function happenings(list: WebhookList, changes: readonly ListChange<Entry>[], held: ReadonlySet<string>) {
  const newest = changes.findLast(({ id }) => !held.has(id));
  const happened: Happening[] = [];
  if (list === 'publications') {
    const unknown = new Set(await unknownRetractions(retractedAmong(changes)));
    for (const { id: doi, row, changedAtMs: atMs } of changes) {
      if (row === null) happened.push({ type: 'publication.withdrawn', doi, atMs });
      else if (unknown.has(doi)) happened.push({ type: 'publication.retracted', doi, atMs });
    }
  }
  return newest ? [...happened, changedIn(list, newest.changedAtMs)] : happened;
}

const retractedAmong = (changes: readonly ListChange<Entry>[]) =>
  changes.flatMap(({ id, row }) => (row?.is_retracted ? [id] : []));

/** After the events have been stored: a run that ends before makes them again. */
async function noteRetractions(changes: readonly ListChange<Entry>[]): Promise<void> {
  await learnRetractions(retractedAmong(changes));
  await forgetRetractions(changes.flatMap(({ id, row }) => (row && !row.is_retracted ? [id] : [])));
}

async function retractedBefore(atMs: number): Promise<string[]> {
  const all = { page: 1, per_page: Number.MAX_SAFE_INTEGER, q: '', sort: 'doi', dir: 'asc', where: [] } as const;
  const { rows } = await publications.find({ ...all, equals: { is_retracted: 'true' } }, 0);
  return rows.filter((row) => (publicChangeAt(row) ?? row.changed) < atMs).map(({ doi }) => doi);
}

async function tell(list: WebhookList, happened: readonly Happening[], listeners: readonly Listener[], nowMs: number) {
  const events = listeners.flatMap(({ webhook }) =>
    happened
      .filter(({ type, atMs }) => webhook.events.includes(type) && atMs >= webhook.created_at)
      .map((each) => eventOf(webhook, list, each, nowMs)),
  );
  await inParallel(events, writesAtOnce, (pending) => addEvent(pending, nowMs));
}

/** The id follows from what happened, so that the same event, made twice, is one for receivers. */
function eventOf(
  { id: webhook_id }: Webhook,
  list: WebhookList,
  { type, doi, atMs }: Happening,
  nowMs: number,
): PendingEvent {
  const digest = createHash('sha256')
    .update(JSON.stringify([webhook_id, list, type, doi, atMs]))
    .digest('hex');
  const id = `evt_${digest.slice(0, 32)}`;
  return { id, webhook_id, list, type, doi, occurred_at: atMs, attempts: 0, next_attempt_at: nowMs };
}
