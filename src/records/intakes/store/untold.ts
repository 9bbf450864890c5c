import * as z from 'zod';
import { keys, partitions, prefixes } from '#src/table/keys.ts';
import { deleteIf, prefixQuery, query, queryAll, updateIf } from '#src/table/table.ts';
import { hasChanged, IntakeOutput, intakeOutcomes } from '../intake.ts';

/** An intake that has changed something since webhooks were last told of it. Times in milliseconds since the epoch. */
export const UntoldIntake = z.object({
  id: z.string(),
  /** Since when they have not been told. */
  since: z.int(),
  /** The newest of its changes that was seen in each list. */
  seen_publications: z.int().optional(),
  seen_works: z.int().optional(),
  seen_projects: z.int().optional(),
  seen_people: z.int().optional(),
  /** Incremented by every run that changes records. */
  version: z.int(),
});
export type UntoldIntake = z.output<typeof UntoldIntake>;
export type SeenList = 'publications' | 'works' | 'projects' | 'people';

/** Nobody may be listening. */
const keptDays = 7;

/** Notes that an intake is going to change records, before it does. */
export const noteUntoldIntake = (id: string, nowMs: number): Promise<boolean> =>
  updateIf({
    Key: keys.untoldIntake(id),
    UpdateExpression:
      'SET id = :id, since = if_not_exists(since, :now), version = if_not_exists(version, :zero) + :one, expiresAtSeconds = :expiry',
    ExpressionAttributeValues: {
      ':id': id,
      ':now': nowMs,
      ':zero': 0,
      ':one': 1,
      ':expiry': Math.ceil(nowMs / 1000) + keptDays * 86_400,
    },
  });

export async function untoldIntakes(): Promise<UntoldIntake[]> {
  const items = await queryAll({
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': partitions['untold-intakes'] },
  });
  return UntoldIntake.array().parse(items);
}

/** Notes the newest change that was seen in a list. */
export const noteSeenChange = (id: string, list: SeenList, atMs: number): Promise<boolean> =>
  updateIf({
    Key: keys.untoldIntake(id),
    UpdateExpression: 'SET #seen = :at',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: { '#seen': `seen_${list}` },
    ExpressionAttributeValues: { ':at': atMs },
  });

/** Notes that webhooks have been told of the changes of a list up to one. What was seen since stays. */
export const noteTold = (id: string, list: SeenList, atMs: number, nowMs: number): Promise<boolean> =>
  updateIf({
    Key: keys.untoldIntake(id),
    UpdateExpression: 'SET since = :now REMOVE #seen',
    ConditionExpression: '#seen = :at',
    ExpressionAttributeNames: { '#seen': `seen_${list}` },
    ExpressionAttributeValues: { ':at': atMs, ':now': nowMs },
  });

/** Forgets an intake that has ended, unless it has gone on since it was read. */
export const forgetUntoldIntake = ({ id, version }: Pick<UntoldIntake, 'id' | 'version'>): Promise<boolean> =>
  deleteIf({
    Key: keys.untoldIntake(id),
    ConditionExpression: 'version = :read',
    ExpressionAttributeValues: { ':read': version },
  });

const SettledRow = z.object({
  outcome: z.enum(intakeOutcomes).default('waiting'),
  output: IntakeOutput.nullable().default(null),
});

/** The records that an intake has changed, or has taken back. */
export async function* outputsOfIntake(id: string): AsyncGenerator<IntakeOutput> {
  const rows = query(
    {
      ...prefixQuery(keys.intake(id).pk, prefixes.intakeRow),
      ProjectionExpression: '#outcome, #output',
      ExpressionAttributeNames: { '#outcome': 'outcome', '#output': 'output' },
    },
    5_000,
  );
  for await (const item of rows) {
    const { outcome, output } = SettledRow.parse(item);
    if (output && (hasChanged(outcome) || outcome === 'undone')) yield output;
  }
}
