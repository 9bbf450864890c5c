import { keys, partitions } from '#src/table/keys.ts';
import {
  deleteItems,
  getItem,
  getItems,
  type Key,
  queryAll,
  queryPage,
  transact,
  updateExpression,
  updateIf,
  type Write,
} from '#src/table/table.ts';
import { compress, decompress } from '../../publications/store/compressed.ts';
import { expiresAtMs, IntakeRecord } from '../intake.ts';

/** When the items of an intake are deleted, in seconds. */
export const intakeExpiry = (intake: Pick<IntakeRecord, 'created_at'>) => ({
  expiresAtSeconds: Math.ceil(expiresAtMs(intake) / 1000),
});

/** An intake, or undefined. */
export async function getIntake(id: string): Promise<IntakeRecord | undefined> {
  const item = await getItem(keys.intake(id));
  return item && IntakeRecord.parse(item);
}

/** Stores a new intake, with what the client says about its reading of the file. */
export async function addIntake(intake: IntakeRecord, reading: unknown): Promise<void> {
  const { id, workspace, created_at } = intake;
  const kept = intakeExpiry(intake);
  await transact([
    { Put: { Item: { ...keys.intake(id), ...intake, ...kept } } },
    { Put: { Item: { ...keys.intakeReading(id), body: compress(reading ?? null), ...kept } } },
    { Put: { Item: { ...keys.intakeListRow(workspace, created_at, id), id, ...kept } } },
  ]);
}

/** The notes of clients about how they have read each of these files. */
export async function readingsOf(ids: readonly string[]): Promise<Map<string, unknown>> {
  const items = await getItems(ids.map(keys.intakeReading));
  return new Map(items.map(({ pk, body }) => [String(pk).slice(partitions.intakes.length), decompress(body)]));
}

/** Removes the notes of a client that contain a text. */
export async function forgetReading(id: string, text: string): Promise<void> {
  const reading = (await readingsOf([id])).get(id);
  if (!JSON.stringify(reading ?? null).includes(text)) return;
  await updateIf({
    Key: keys.intakeReading(id),
    UpdateExpression: 'SET body = :none',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':none': compress(null) },
  });
}

/** Some intakes of a workspace, newest first, and where to continue. */
export async function intakesOf(
  workspace: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<{ intakes: IntakeRecord[]; next: string | undefined }> {
  const page = await queryPage(
    {
      ConsistentRead: true,
      ScanIndexForward: false,
      Limit: limit,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': keys.intakeListRow(workspace, 0, '').pk },
    },
    after,
  );
  const ids = page.items.map(({ id }) => String(id));
  const found = new Map(
    (await getItems(ids.map(keys.intake))).map((item) => IntakeRecord.parse(item)).map((each) => [each.id, each]),
  );
  return { intakes: ids.flatMap((id) => found.get(id) ?? []), next: page.next };
}

/** The ids of all intakes of a workspace, oldest first. */
export async function intakeIdsOf(workspace: string): Promise<string[]> {
  const items = await queryAll({
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keys.intakeListRow(workspace, 0, '').pk },
  });
  return items.map(({ id }) => String(id));
}

type IntakeFields = Partial<Omit<IntakeRecord, 'id' | 'version'>>;

/** The write of fields of an intake, if it still has the version that was read. */
export const intakeUpdate = (before: Pick<IntakeRecord, 'id' | 'version'>, fields: IntakeFields): Write => {
  const { UpdateExpression, ExpressionAttributeNames, ExpressionAttributeValues } = updateExpression({
    ...fields,
    version: before.version + 1,
  });
  return {
    Update: {
      Key: keys.intake(before.id),
      UpdateExpression,
      ExpressionAttributeNames,
      ExpressionAttributeValues: { ...ExpressionAttributeValues, ':read': before.version },
      ConditionExpression: '#version = :read',
    },
  };
};

/** Changes an intake, with other writes. Undefined if it was changed since it was read, or another condition failed. */
export async function changeIntake(
  before: IntakeRecord,
  fields: IntakeFields,
  also: readonly Write[] = [],
): Promise<IntakeRecord | undefined> {
  const failed = await transact([intakeUpdate(before, fields), ...also]);
  return failed ? undefined : { ...before, ...fields, version: before.version + 1 };
}

/** The write that lists an intake among those to work on. */
export const openIntakeWrite = ({ id }: Pick<IntakeRecord, 'id'>): Write => ({
  Put: { Item: { ...keys.openIntake(id), id } },
});

export const closeIntakeWrite = ({ id }: Pick<IntakeRecord, 'id'>): Write => ({
  Delete: { Key: keys.openIntake(id) },
});

/** The ids of the intakes that a job is to work on. */
export async function openIntakes(): Promise<{ id: string; key: Key }[]> {
  const items = await queryAll({
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': partitions['open-intakes'] },
  });
  return items.map(({ pk, sk, id }) => ({ id: String(id), key: { pk: String(pk), sk: String(sk) } }));
}

/** Removes an intake from those to work on if it is no longer stored. */
export const forgetOpenIntake = (key: Key): Promise<void> => deleteItems([key]);

/** Who works on an intake, and until when nobody else may. */
export interface IntakeLease {
  id: string;
  run: string;
  untilMs: number;
}

/** Takes an intake for a run, unless another one has it. */
export const takeLease = ({ id, run, untilMs }: IntakeLease, nowMs: number): Promise<boolean> =>
  updateIf({
    Key: keys.intake(id),
    UpdateExpression: 'SET lease_run = :run, lease_until = :until',
    ConditionExpression: 'attribute_exists(pk) AND (lease_run = :none OR lease_until < :now)',
    ExpressionAttributeValues: { ':run': run, ':until': untilMs, ':now': nowMs, ':none': null },
  });

/** Keeps an intake longer and reports its progress; false if another run has it. */
export const renewLease = ({ id, run, untilMs }: IntakeLease, progress: IntakeFields): Promise<boolean> => {
  const { UpdateExpression, ExpressionAttributeNames, ExpressionAttributeValues } = updateExpression({
    lease_until: untilMs,
    ...progress,
  });
  return updateIf({
    Key: keys.intake(id),
    UpdateExpression,
    ExpressionAttributeNames,
    ExpressionAttributeValues: { ...ExpressionAttributeValues, ':run': run },
    ConditionExpression: 'lease_run = :run',
  });
};

/** Lets others have an intake again, and says when a message to go on is due. */
export const endLease = ({ id, run }: Pick<IntakeLease, 'id' | 'run'>, dueAtMs: number): Promise<boolean> =>
  updateIf({
    Key: keys.intake(id),
    UpdateExpression: 'SET lease_run = :none, lease_until = :zero, due_at = :due',
    ConditionExpression: 'lease_run = :run',
    ExpressionAttributeValues: { ':run': run, ':none': null, ':zero': 0, ':due': dueAtMs },
  });
